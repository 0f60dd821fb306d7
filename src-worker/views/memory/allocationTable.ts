import type { MemoryTables } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { MemoryData } from '../../model/memory/memoryData';
import { memoryOf } from '../../model/memory/rankMemory';
import type { TableRank } from '../../model/tableRanks';
import { type Column, type ColumnTable, concatTables, numberColumn, textColumn } from '../../tables/columnTable';

/** The allocations of these ranks, with the columns of their files. */
export async function allocationTable(
  dump: DumpContext,
  { ranks, changedIn }: MemoryTables['memory.allocations'],
): Promise<ColumnTable> {
  const tables: ColumnTable[] = [];
  for (const index of ranks) {
    const rank = dump.rankAt(index);
    const data = rank && (await memoryOf(dump, rank));
    if (!data) continue;
    const own = rankTable(rank, data, ranks.length > 1);
    const window = changedIn && [dump.fromJobNs(index, changedIn.startNs), dump.fromJobNs(index, changedIn.endNs)];
    tables.push(window ? picked(own, changedRows(data, window[0], window[1])) : own);
  }
  return tables.length > 0 ? concatTables(tables) : { rowCount: 0, columns: [] };
}

function rankTable(rank: TableRank, { allocations }: MemoryData, isOneOfMany: boolean): ColumnTable {
  const { rowCount, columns } = allocations.table;
  const place = numberColumn('rankIndex', 'id', new Float64Array(rowCount).fill(rank.index), { isHidden: true });
  const label = textColumn('rankLabel', new Array<string>(rowCount).fill(rank.label), { label: 'Rank' });
  return { rowCount, columns: [place, ...(isOneOfMany ? [label] : []), ...columns] };
}

/** Allocated or released from `startNs` to `endNs`. */
export function changedRows({ allocations }: MemoryData, startNs: number, endNs: number): number[] {
  const isIn = (ns: number) => ns >= startNs && ns <= endNs;
  const { fromNs, untilNs } = allocations;
  const rows: number[] = [];
  for (let row = 0; row < fromNs.length; row++) if (isIn(fromNs[row]) || isIn(untilNs[row])) rows.push(row);
  return rows;
}

function picked({ columns }: ColumnTable, rows: readonly number[]): ColumnTable {
  return {
    rowCount: rows.length,
    columns: columns.map(
      (column): Column =>
        column.kind === 'number'
          ? { ...column, values: Float64Array.from(rows, (row) => column.values[row]) }
          : { ...column, codes: Uint32Array.from(rows, (row) => column.codes[row]) },
    ),
  };
}
