/** What tables of names have in common: Selection's, Statistics' and that of the functions in stacks. */
import { useMemo } from 'react';
import type { NameStatistics, RankIndex } from '../../../src-contract';
import { useSessionState } from '../../session/answers/useSession';
import { MiddleCut } from '../../ui/MiddleCut';
import type { ArrayColumn } from '../../ui/table/arrayLoader';
import type { TableRow } from '../../ui/table/tableLoader';
import { ColourSwatch } from './ColourSwatch';

export const longestFirst = [{ column: 'totalNs', isDescending: true }] as const;
/** The mean of means is nothing; shares of nested calls add up to more than all. */
export const nameTotals = { meanNs: 'none', minNs: 'none', maxNs: 'none', share: 'none' } as const;

/** A name has the colour of its slices before it. */
export function useNameCell(rows: readonly { readonly colour: number }[]) {
  return useMemo(
    () => ({
      name: (row: TableRow, text: string) => (
        <span className="swatch-name">
          <ColourSwatch colour={rows[row.id]?.colour ?? 0} />
          <MiddleCut text={text} />
        </span>
      ),
    }),
    [rows],
  );
}

/** A column a rank, of several. */
export function useRankColumns(ranks: readonly RankIndex[]): readonly ArrayColumn<NameStatistics>[] {
  // As text, so that nothing is made anew unless there are other ranks.
  const labels = useSessionState(({ dump }) => ranks.map((rank) => dump.ranks[rank]?.label ?? String(rank)).join('\n'));
  return useMemo(() => {
    if (!labels.includes('\n')) return [];
    return labels.split('\n').map(
      (label, at): ArrayColumn<NameStatistics> => ({
        key: `rank ${at}`,
        label,
        unit: 'duration',
        valueOf: ({ rankNs }) => rankNs[at] ?? Number.NaN,
      }),
    );
  }, [labels]);
}

/** How long calls of a name take: their mean, least and greatest. */
export const spreadColumns: readonly ArrayColumn<NameStatistics>[] = [
  { key: 'meanNs', label: 'Mean', unit: 'duration', valueOf: ({ totalNs, count }) => totalNs / count },
  { key: 'minNs', label: 'Min', unit: 'duration', valueOf: ({ minNs }) => minNs },
  { key: 'maxNs', label: 'Max', unit: 'duration', valueOf: ({ maxNs }) => maxNs },
];
