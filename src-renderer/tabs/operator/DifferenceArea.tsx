import { type Difference, DifferenceTable } from '../../compare/DifferenceTable';
import { useSession, useSessionState } from '../../session/answers/useSession';
import type { TableRow } from '../../ui/table/tableLoader';
import { kernelsWith, operatorState } from './operatorState';

const differences = [
  { id: 'type', of: { kind: 'kernels', by: 'type' } },
  { id: 'name-shapes', of: { kind: 'kernels', by: 'name-shapes' } },
  { id: 'core', of: { kind: 'kernels', by: 'core' } },
  { id: 'ops', of: { kind: 'ops' } },
] as const satisfies readonly Difference[];
/** Columns that the kernels have, too. */
const shared = ['type', 'name', 'core', 'inputShapes'] as const;

/** Kernels and ops of A and B beside each other; a row leads to its kernels on both. */
export function DifferenceArea() {
  const session = useSession();
  const sides = useSessionState(({ comparison }) => comparison);
  if (!sides) return null;
  const showKernels = (row: TableRow, { of }: Difference) => {
    if (of.kind !== 'kernels') return;
    const values = Object.fromEntries(shared.map((key) => [key, row.text(key)]));
    const ranks = [...new Set([sides.a.rank, sides.b.rank])];
    operatorState(session).setState({ mode: 'kernels', ranks, only: kernelsWith(values), group: undefined });
  };
  return <DifferenceTable sides={sides} differences={differences} onActivate={showKernels} />;
}
