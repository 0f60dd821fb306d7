import type { RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { withoutQuotes } from '../../model/kernels/shapes';
import type { TableRank } from '../../model/tableRanks';
import { type ColumnTable, codedColumn, concatTables } from '../../tables/columnTable';

const keys = {
  Name: 'name',
  'Input Shapes': 'inputShapes',
  'Call Stack': 'callStack',
  'Host Self Duration(us)': 'hostSelfNs',
  'Host Total Duration(us)': 'hostTotalNs',
  'Device Self Duration(us)': 'deviceSelfNs',
  'Device Total Duration(us)': 'deviceTotalNs',
  'Device Self Duration With AICore(us)': 'coreSelfNs',
  'Device Total Duration With AICore(us)': 'coreTotalNs',
} as const;
const textKeys = new Set(['name', 'inputShapes', 'callStack']);

/** operator_details.csv of these ranks: one row a call of a framework op. Rejects with a `TableError`. */
export async function frameworkOpTable(dump: DumpContext, ranks: readonly RankIndex[]): Promise<ColumnTable> {
  const tables: ColumnTable[] = [];
  for (const index of ranks) {
    const rank = dump.rankAt(index);
    if (rank) tables.push(...(await ofRank(dump, rank)));
  }
  return concatTables(tables.length > 0 ? tables : [{ rowCount: 0, columns: [] }]);
}

function ofRank(dump: DumpContext, rank: TableRank): Promise<readonly ColumnTable[]> {
  return dump.memo(`framework ops of rank ${rank.index}`, () =>
    Promise.all(
      dump.paths(rank, 'operator-details').map(async (path): Promise<ColumnTable> => {
        const table = await dump.csv(path, { keys, textKeys });
        for (const own of table.notices) dump.note(own);
        const columns = table.columns.map((column) =>
          column.kind === 'text' && column.key === 'inputShapes'
            ? { ...column, texts: column.texts.map(withoutQuotes) }
            : column,
        );
        const place = codedColumn('rank', new Uint32Array(table.rowCount), [rank.label], { label: 'Rank' });
        return { rowCount: table.rowCount, columns: [place, ...columns] };
      }),
    ),
  );
}
