import type { CommunicationTables } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import { type CollectivePart, countOf } from '../../model/collectives/totals';
import type { DumpContext } from '../../model/dumpContext';
import { type Column, type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import { timeColumns, timesOf, transportColumns, withValues } from './opColumns';
import { partsInScope } from './parts';

/** One row per rank. */
export async function ranksTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.ranks'],
): Promise<ColumnTable> {
  const { ranks: all, parts } = await partsInScope(dump, scope);
  const byRank = groupBy(parts, ({ rank }) => rank);
  const ranks = all.filter(({ rank }) => byRank.has(rank));
  const partsOf = ranks.map(({ rank }) => byRank.get(rank) ?? []);
  const hosts = ranks.map(({ host }) => host ?? '');
  return columnTable([
    numberColumn(
      'rank',
      'rank',
      ranks.map(({ rank }) => rank),
      { label: 'Rank' },
    ),
    ...(hosts.some((host) => host !== '') ? [textColumn('host', hosts, { label: 'Host' })] : []),
    numberColumn(
      'rankIndex',
      'id',
      ranks.map(({ index }) => index ?? Number.NaN),
      { isHidden: true },
    ),
    ...sumColumns('count', partsOf),
  ]);
}

/** One row per group, in the order in which they come first. */
export async function groupsTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.groups'],
): Promise<ColumnTable> {
  const { parts, groups, opCounts } = await partsInScope(dump, scope);
  const counts = opCounts();
  const byGroup = [...groupBy(parts, ({ group }) => group)];
  const members = byGroup.map(([key]) => groups.get(key)?.ranks ?? []);
  return columnTable([
    textColumn(
      'group',
      byGroup.map(([key]) => groups.get(key)?.name ?? key),
      { label: 'Group' },
    ),
    numberColumn(
      'memberCount',
      'count',
      members.map(({ length }) => (length === 0 ? Number.NaN : length)),
      { label: 'Members' },
    ),
    textColumn('members', members.map(membersText), { label: 'Ranks' }),
    textColumn(
      'types',
      byGroup.map(([, own]) => [...new Set(own.map(({ type }) => type))].join(', ')),
      { label: 'Types' },
    ),
    numberColumn(
      'opCount',
      'count',
      byGroup.map(([key]) => [...(counts.get(key)?.values() ?? [])].reduce((sum, own) => sum + own, 0)),
      { label: 'Collectives' },
    ),
    ...sumColumns(
      'callCount',
      byGroup.map(([, own]) => own),
    ),
    textColumn(
      'groupKey',
      byGroup.map(([key]) => key),
      { label: 'Group key', isHidden: true },
    ),
  ]);
}

/** One row per type of collective. */
export async function typesTable(
  dump: DumpContext,
  scope: CommunicationTables['communication.types'],
): Promise<ColumnTable> {
  const { parts, opCounts } = await partsInScope(dump, scope);
  const counts = opCounts();
  const byType = [...groupBy(parts, ({ type }) => type)];
  const distinct = (pick: (own: CollectivePart) => string | number) =>
    byType.map(([, own]) => new Set(own.map(pick)).size);
  return columnTable([
    textColumn(
      'type',
      byType.map(([type]) => type),
      { label: 'Type' },
    ),
    numberColumn(
      'groupCount',
      'count',
      distinct(({ group }) => group),
      { label: 'Groups' },
    ),
    numberColumn(
      'rankCount',
      'count',
      distinct(({ rank }) => rank),
      { label: 'Ranks' },
    ),
    numberColumn(
      'opCount',
      'count',
      byType.map(([type]) => [...counts.values()].reduce((sum, ofTypes) => sum + (ofTypes.get(type) ?? 0), 0)),
      { label: 'Collectives' },
    ),
    ...sumColumns(
      'callCount',
      byType.map(([, own]) => own),
    ),
  ]);
}

/** How often ranks called them, what that took, and what they moved. */
function sumColumns(countKey: 'count' | 'callCount', rows: readonly (readonly CollectivePart[])[]): Column[] {
  const counts = rows.map((own) => own.reduce((sum, part) => sum + countOf(part), 0));
  const times = rows.map(timesOf);
  return [
    numberColumn(countKey, 'count', counts, { label: countKey === 'count' ? 'Collectives' : 'Calls' }),
    numberColumn(
      'meanNs',
      'duration',
      times.map(({ elapseNs }, row) => elapseNs / counts[row]),
      { label: 'Mean', isHidden: true },
    ),
    ...withValues(timeColumns(times)),
    ...transportColumns(rows),
  ];
}

/** "0–7, 16–23": as far as it is worth reading. */
const MOST_RUNS = 12;

function membersText(ranks: readonly number[]): string {
  const runs: string[] = [];
  for (let first = 0; first < ranks.length; ) {
    if (runs.length === MOST_RUNS) return `${runs.join(', ')}, …`;
    const stride = (ranks[first + 1] ?? Number.NaN) - ranks[first];
    let last = first;
    while (last + 1 < ranks.length && ranks[last + 1] - ranks[last] === stride) last++;
    const isRun = stride > 0 && last - first > 1;
    if (!isRun) runs.push(String(ranks[first]));
    else
      runs.push(
        stride === 1 ? `${ranks[first]}–${ranks[last]}` : `${ranks[first]}, ${ranks[first + 1]} … ${ranks[last]}`,
      );
    first = isRun ? last + 1 : first + 1;
  }
  return runs.join(', ');
}
