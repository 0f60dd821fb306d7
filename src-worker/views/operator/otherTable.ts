/** Any csv beside a timeline of which nothing is known but what its header says, and texts about ops of the host. */
import { type OperatorTables, otherTableName } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { TableRank } from '../../model/tableRanks';
import { type ColumnTable, codedColumn, concatTables } from '../../tables/columnTable';
import { type HostOpText, hostOpText } from './hostOpTexts';

/** The rows of these ranks' files of that name, in their order. Rejects with a `TableError`. */
export async function otherTable(
  dump: DumpContext,
  { name, ranks }: OperatorTables['operator.otherTable'],
): Promise<ColumnTable> {
  const known = ranks.flatMap((index) => dump.rankAt(index) ?? []);
  const tables = (await dump.overRanks(known, (rank) => ofRank(dump, rank, name))).flat();
  return concatTables(tables.length > 0 ? tables : [{ rowCount: 0, columns: [] }]);
}

function ofRank(dump: DumpContext, rank: TableRank, name: string): Promise<readonly ColumnTable[]> {
  return dump.memo(`other table ${name} of rank ${rank.index}`, async () => {
    const paths = dump.paths(rank, 'other-table').filter((path) => otherTableName(path) === name);
    // A column of that name is not the rank that the row is of.
    const tables = await Promise.all(paths.map((path) => tableOf(dump, path)));
    for (const said of tables.flatMap(({ notices }) => notices)) dump.note(said);
    return tables.map(({ table }) => withRank(table, rank));
  });
}

async function tableOf(dump: DumpContext, path: string): Promise<HostOpText> {
  const text = hostOpText(path);
  if (text) return text;
  const table = await dump.csv(path, { keys: { rank: 'rankInFile' } });
  return { table, notices: table.notices };
}

/** With a first column that names the rank. */
export function withRank({ rowCount, columns }: ColumnTable, { label }: TableRank): ColumnTable {
  return {
    rowCount,
    columns: [codedColumn('rank', new Uint32Array(rowCount), [label], { label: 'Rank' }), ...columns],
  };
}
