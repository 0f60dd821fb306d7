import { type Difference, DifferenceTable } from '../../../compare/DifferenceTable';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import type { TableRow } from '../../../ui/table/tableLoader';
import { memoryStore } from '../memoryState';

const differences = [
  { id: 'memory', of: { kind: 'memory' } },
  { id: 'memory-ops', of: { kind: 'memory-ops' } },
] as const satisfies readonly Difference[];

/** Peaks and allocations of A and B beside each other; a row of an op leads to its allocations. */
export function DifferencePage() {
  const session = useSession();
  const sides = useSessionState(({ comparison }) => comparison);
  if (!sides) return null;
  const showAllocations = (row: TableRow, { of }: Difference) => {
    if (of.kind !== 'memory-ops') return;
    const { rank } = row.text('in') === 'B' ? sides.b : sides.a;
    memoryStore(session).setState({ rank, op: row.text('op'), allocations: { kind: 'all' }, page: 'allocations' });
  };
  return <DifferenceTable sides={sides} differences={differences} onActivate={showAllocations} />;
}
