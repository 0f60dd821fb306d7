/** A table of any length whose cells follow from their position: nothing of it is in memory. */

import type { Cells, TableColumn, TablePage, Unit } from '../../../src-contract';
import type { TableLoader } from '../../../src-renderer/ui/table/tableLoader';

const units: readonly Unit[] = ['duration', 'bytes', 'ratio', 'percent', 'count', 'GB/s', 'time', 'cycles', 'id'];
const opTypes = ['MatMulV2', 'FlashAttentionScore', 'Add', 'Cast', 'LayerNormV4', 'TransData', '<b>Bold{x|y}</b>'];

/** 0 … 1, the same for the same row and column. */
function noise(row: number, column: number): number {
  let bits = Math.imul(row ^ Math.imul(column + 1, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

const scales: Partial<Record<Unit, number>> = {
  duration: 4e6,
  bytes: 3e8,
  percent: 100,
  count: 5000,
  'GB/s': 160,
  time: 9e9,
  cycles: 1e6,
  id: 4e9,
};

function cellOf(row: number, column: TableColumn, at: number): number | string {
  if (column.key === 'name') return `aclnnMatmul_${opTypes[row % opTypes.length]}_${row}`;
  if (column.kind === 'text') return opTypes[Math.floor(noise(row, at) * opTypes.length)]!;
  if (column.key === 'index') return row;
  const value = noise(row, at) * (scales[column.unit] ?? 1);
  if (noise(row, at + 99) < 0.02) return Number.NaN;
  return column.unit === 'ratio' || column.unit === 'percent' || column.unit === 'GB/s' ? value : Math.round(value);
}

export function madeUpColumns(count: number): readonly TableColumn[] {
  return Array.from({ length: count }, (_, at): TableColumn => {
    if (at === 0) return { key: 'name', label: 'Name', kind: 'text', unit: 'none', isHidden: false };
    if (at === 1) return { key: 'index', label: 'Index', kind: 'number', unit: 'rank', isHidden: false };
    if (at % 8 === 2) return { key: `type ${at}`, label: `OP Type ${at}`, kind: 'text', unit: 'none', isHidden: false };
    const unit = units[at % units.length]!;
    const label = unit === 'duration' ? `aic_mte${at}_time(us)` : `aiv_${unit.replace('/', '')}_${at}`;
    return { key: label, label, kind: 'number', unit, isHidden: false };
  });
}

/** Answers after `delayMs`, as a thread would. Descending sort of any column reverses the rows; filters let all pass. */
export function madeUpLoader(rowCount: number, columnCount: number, delayMs: number): TableLoader {
  const columns = madeUpColumns(columnCount);
  const page = (firstRow: number, wantedRows: number, wanted: readonly string[], isReversed: boolean): TablePage => {
    const count = Math.max(0, Math.min(wantedRows, rowCount - firstRow));
    const ids = Uint32Array.from({ length: count }, (_, at) =>
      isReversed ? rowCount - 1 - firstRow - at : firstRow + at,
    );
    const cells = new Map<string, Cells>();
    for (const [at, column] of columns.entries()) {
      if (!wanted.includes(column.key)) continue;
      const values = Array.from(ids, (row) => cellOf(row, column, at));
      cells.set(
        column.key,
        column.kind === 'number'
          ? { kind: 'number', values: Float64Array.from(values, Number) }
          : { kind: 'text', values: Uint32Array.from(values.keys()), texts: values.map(String) },
      );
    }
    const totals = columns
      .filter(({ kind }) => kind === 'number')
      .map(({ key }) => [key, { sum: 12_345_678_901, min: 1, max: 9e9, valueCount: rowCount }]);
    return {
      columns,
      firstRow,
      cells: Object.fromEntries(cells),
      rowIds: ids,
      matchingRows: rowCount,
      totalRows: rowCount,
      totals: Object.fromEntries(totals),
    };
  };
  const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), delayMs));
  return {
    load: ({ firstRow, rowCount: wantedRows, columns: wanted, sort }) =>
      later(page(firstRow, wantedRows, wanted ?? columns.map(({ key }) => key), sort[0]?.isDescending ?? false)),
    loadCsv: ({ firstRow, rowCount: wantedRows }) =>
      later(
        `${firstRow === 0 ? 'Index\r\n' : ''}${Array.from({ length: wantedRows }, (_, at) => `${firstRow + at}\r\n`).join('')}`,
      ),
    loadValues: () => later({ values: opTypes.map((text) => ({ text, count: 1 })), distinctCount: opTypes.length }),
  };
}
