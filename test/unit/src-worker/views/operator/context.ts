import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RankIndex, SourceFile } from '../../../../../src-contract';
import { rankTableKind } from '../../../../../src-worker/discovery/tableKind';
import { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { firstInstantNs } from '../../../../../src-worker/model/firstInstant';
import type { TableRank } from '../../../../../src-worker/model/tableRanks';
import type { RankView } from '../../../../../src-worker/query/rankView';
import { type ColumnTable, numbersOf, textReader } from '../../../../../src-worker/tables/columnTable';

/** The tables of a dump whose ranks have these folders, with timelines for some of them. */
export function contextOf(
  folders: readonly string[],
  views: ReadonlyMap<number, RankView> = new Map(),
  baseNs?: bigint,
): DumpContext {
  const ranks = folders.map((folder, index): TableRank => {
    const files = readdirSync(folder).flatMap((name): SourceFile[] => {
      const path = join(folder, name);
      const table = rankTableKind(name);
      return table === undefined ? [] : [{ path, sizeBytes: statSync(path).size, role: 'table', table }];
    });
    return { index: index as RankIndex, rank: index, label: `Rank ${index}`, folder, hostName: undefined, files };
  });
  const files = { ranks, clusterFiles: [] };
  return new DumpContext(files, baseNs ?? firstInstantNs(files) ?? 0n, () => views);
}

export const ranksOf = (dump: DumpContext): RankIndex[] => dump.ranks.map(({ index }) => index);

/** One object a row, numbers and texts as they stand in the columns. */
export function rowsOf(table: ColumnTable, ...keys: readonly string[]): Record<string, number | string>[] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(keys.map((key) => [key, numbersOf(table, key)?.[row] ?? textReader(table, key)?.(row) ?? ''])),
  );
}
