import { type Difference, DifferenceTable } from '../../compare/DifferenceTable';
import { useSessionState } from '../../session/answers/useSession';
import type { TableRow } from '../../ui/table/tableLoader';
import { wholeScope } from './communicationState';
import type { PageProps } from './pageProps';

const differences = [
  { id: 'collectives', of: { kind: 'collectives', by: 'type' } },
  { id: 'groups', of: { kind: 'collectives', by: 'group' } },
  { id: 'links', of: { kind: 'links' } },
] as const satisfies readonly Difference[];

/** Collectives and links of A and B beside each other; a row leads to its collectives. */
export function DifferencePage({ store }: PageProps) {
  const sides = useSessionState(({ comparison }) => comparison);
  if (!sides) return null;
  const showCollectives = (row: TableRow, { id }: Difference) => {
    if (id === 'collectives')
      store.setState({
        page: 'collectives',
        rank: undefined,
        scope: { ...wholeScope(store.getState().scope), type: row.text('type') },
      });
  };
  return <DifferenceTable sides={sides} differences={differences} onActivate={showCollectives} />;
}
