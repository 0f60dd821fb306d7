import type { Cells, ColumnFilter, ColumnTotals, SortKey, TableColumn, TablePage, Unit } from '../../../src-contract';
import { csvCell } from '../../../src-contract/cells/csvCell';
import { compareNames } from '../../../src-contract/cells/nameOrder';
import { cellNumber, cellText } from './tableData';
import type { TableLoader } from './tableLoader';

/** A column of rows that the window already has. */
export interface ArrayColumn<T> {
  readonly key: string;
  /** English; shown where there is no `column.<key>.title`. */
  readonly label: string;
  readonly unit?: Unit;
  readonly isHidden?: boolean;
  /** A number (NaN: no value) or a text ('': no value); the same kind for all rows. */
  readonly valueOf: (row: T) => number | string;
}

/**
 * A loader over rows in memory, for the answers of questions: up to some ten thousand rows, sorted and filtered in the
 * window. Build it with `useMemo`. The row's `id` is its position in `rows`; in the next answer's loader it is known by its texts.
 */
export function arrayLoader<T>(rows: readonly T[], columns: readonly ArrayColumn<T>[]): TableLoader {
  const values = new Map(columns.map((column) => [column.key, rows.map(column.valueOf)] as const));
  const tableColumns = columns.map((column) => tableColumn(column, values.get(column.key) ?? []));
  const matching = (filters: readonly ColumnFilter[], sort: readonly SortKey[]): readonly number[] => {
    const tests = filters.map((filter) => rowTest(filter, values.get(filter.column)));
    const positions = rows.map((_, row) => row).filter((row) => tests.every((test) => test(row)));
    return sort.length === 0 ? positions : positions.sort(rowOrder(sort, values));
  };
  let keys: readonly string[] | undefined;
  return {
    load: async ({ sort, filters, firstRow, rowCount, columns: wanted }) => {
      const positions = matching(filters, sort);
      return pageOf({
        columns: tableColumns,
        wanted: wanted ?? tableColumns.map(({ key }) => key),
        values,
        positions,
        firstRow,
        rowCount,
        totalRows: rows.length,
      });
    },
    loadCsv: async ({ sort, filters, firstRow, rowCount, columns: wanted }) => {
      const shown = tableColumns.filter(({ key }) => wanted === undefined || wanted.includes(key));
      const lines = matching(filters, sort)
        .slice(firstRow, firstRow + rowCount)
        .map((row) => shown.map(({ key }) => csvCell(cellText(values.get(key)?.[row]))).join(','));
      if (firstRow === 0) lines.unshift(shown.map(({ label }) => csvCell(label)).join(','));
      return lines.map((line) => `${line}\r\n`).join('');
    },
    loadValues: async ({ filters }, column) => {
      const counts = new Map<string, number>();
      for (const row of matching(filters, [])) {
        const text = cellText(values.get(column)?.[row]);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      const entries = [...counts].sort(([, one], [, other]) => other - one);
      return { values: entries.map(([text, count]) => ({ text, count })), distinctCount: entries.length };
    },
    lasting: {
      keyOf: (id) => {
        keys ??= keysOf(tableColumns, values, rows.length);
        return keys[id] ?? '';
      },
      ids: ({ sort, filters }) => matching(filters, sort),
    },
  };
}

/** All texts of a row, without any its first cell; rows alike are told apart by how many of them come before. */
function keysOf(
  columns: readonly TableColumn[],
  values: ReadonlyMap<string, readonly (number | string)[]>,
  rowCount: number,
): readonly string[] {
  const texts = columns.filter(({ kind }) => kind === 'text');
  const known = (texts.length > 0 ? texts : columns.slice(0, 1)).map(({ key }) => values.get(key) ?? []);
  const counts = new Map<string, number>();
  return Array.from({ length: rowCount }, (_, row) => {
    const own = known.map((cells) => cellText(cells[row])).join('\n');
    const before = counts.get(own) ?? 0;
    counts.set(own, before + 1);
    return `${own}\n${before}`;
  });
}

function tableColumn<T>(column: ArrayColumn<T>, values: readonly (number | string)[]): TableColumn {
  // Without a row: what has no unit is a name, which its title stands above.
  const isText = values.length === 0 ? column.unit === undefined : values.some((value) => typeof value === 'string');
  return {
    key: column.key,
    label: column.label,
    kind: isText ? 'text' : 'number',
    unit: column.unit ?? 'none',
    isHidden: column.isHidden ?? false,
  };
}

function rowTest(filter: ColumnFilter, values: readonly (number | string)[] = []): (row: number) => boolean {
  switch (filter.kind) {
    case 'contains': {
      const wanted = filter.text.toLowerCase();
      return (row) => cellText(values[row]).toLowerCase().includes(wanted);
    }
    case 'oneOf': {
      const wanted = new Set(filter.values);
      return (row) => wanted.has(cellText(values[row]));
    }
    case 'range': {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter;
      return (row) => {
        const value = cellNumber(values[row]);
        return value >= min && value <= max;
      };
    }
  }
}

/** Cells without a value come last in either direction; equal rows keep their order (`sort` is stable). */
function rowOrder(
  sort: readonly SortKey[],
  values: ReadonlyMap<string, readonly (number | string)[]>,
): (one: number, other: number) => number {
  const orders = sort.map(({ column, isDescending }) => {
    const cells = values.get(column) ?? [];
    const sign = isDescending ? -1 : 1;
    return (one: number, other: number) => {
      const [a, b] = [cells[one], cells[other]];
      if (typeof a === 'string' || typeof b === 'string') {
        const [textA, textB] = [cellText(a), cellText(b)];
        if (textA === '' || textB === '') return Number(textA === '') - Number(textB === '');
        return sign * compareNames(textA, textB);
      }
      const [numberA, numberB] = [cellNumber(a), cellNumber(b)];
      if (Number.isNaN(numberA) || Number.isNaN(numberB)) {
        return Number(Number.isNaN(numberA)) - Number(Number.isNaN(numberB));
      }
      return sign * (numberA < numberB ? -1 : numberA > numberB ? 1 : 0);
    };
  });
  return (one, other) => {
    for (const order of orders) {
      const difference = order(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

interface PageParts {
  readonly columns: readonly TableColumn[];
  readonly wanted: readonly string[];
  readonly values: ReadonlyMap<string, readonly (number | string)[]>;
  /** Of the matching rows, in their order. */
  readonly positions: readonly number[];
  readonly firstRow: number;
  readonly rowCount: number;
  readonly totalRows: number;
}

/** A page as the Engine would answer it, of values in memory. */
function pageOf({ columns, wanted, values, positions, firstRow, rowCount, totalRows }: PageParts): TablePage {
  const rows = positions.slice(firstRow, firstRow + rowCount);
  const shown = columns.filter(({ key }) => wanted.includes(key));
  const numbers = shown.filter(({ kind }) => kind === 'number');
  return {
    columns,
    firstRow,
    cells: Object.fromEntries(shown.map(({ key, kind }) => [key, cellsOf(kind, values.get(key) ?? [], rows)])),
    rowIds: Uint32Array.from(rows),
    matchingRows: positions.length,
    totalRows,
    totals: Object.fromEntries(numbers.map(({ key }) => [key, totalsOf(values.get(key) ?? [], positions)])),
  };
}

function cellsOf(kind: TableColumn['kind'], values: readonly (number | string)[], rows: readonly number[]): Cells {
  if (kind === 'number') return { kind, values: Float64Array.from(rows, (row) => cellNumber(values[row])) };
  return { kind, values: Uint32Array.from(rows, (_, at) => at), texts: rows.map((row) => cellText(values[row])) };
}

function totalsOf(values: readonly (number | string)[], positions: readonly number[]): ColumnTotals {
  let [sum, min, max, valueCount] = [0, Number.NaN, Number.NaN, 0];
  for (const position of positions) {
    const value = cellNumber(values[position]);
    if (Number.isNaN(value)) continue;
    sum += value;
    min = valueCount === 0 ? value : Math.min(min, value);
    max = valueCount === 0 ? value : Math.max(max, value);
    valueCount++;
  }
  return { sum, min, max, valueCount };
}
