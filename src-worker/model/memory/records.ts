import type { MemoryMetric, Notice } from '../../../src-contract';
import { type ColumnTable, concatTables, numbersOf, textReader } from '../../tables/columnTable';
import { TableError } from '../../tables/tableError';
import type { DumpContext, TableRank } from '../dumpContext';
import type { ComponentRecords } from './memoryData';

/** A table whose times may be gone. */
export interface TimedTable {
  readonly table: ColumnTable;
  /** A spreadsheet has rounded the times: 1.69512E+15. */
  readonly isTimeLost: boolean;
  readonly notices: readonly Notice[];
  /** Of a file that could not be read at all. */
  readonly error?: TableError;
}

/** The profiler of PyTorch writes MB, msprof KB. */
const recordKeys: Readonly<Record<string, string>> = {
  Component: 'component',
  'Timestamp(us)': 'timeNs',
  'Stream Ptr': 'stream',
  'Device Type': 'device',
  Device: 'device',
  ...Object.fromEntries(
    ['B', 'KB', 'MB', 'GB'].flatMap((unit) => [
      [`Total Allocated(${unit})`, 'allocated'],
      [`Total Reserved(${unit})`, 'reserved'],
      [`Total Active(${unit})`, 'active'],
    ]),
  ),
};

export function readRecords(dump: DumpContext, rank: TableRank): Promise<TimedTable> {
  return readTimed(dump, dump.paths(rank, 'memory-record'), {
    keys: recordKeys,
    textKeys: new Set(['component', 'stream', 'device']),
  });
}

/** Files of one kind, one after another. What can't be read is in `notices`, and the rest is there all the same. */
export async function readTimed(
  dump: DumpContext,
  paths: readonly string[],
  options: Parameters<DumpContext['csv']>[1],
): Promise<TimedTable> {
  const tables: ColumnTable[] = [];
  const notices: Notice[] = [];
  let error: TableError | undefined;
  for (const path of paths) {
    try {
      const table = await dump.csv(path, options);
      tables.push(table);
      notices.push(...table.notices);
    } catch (thrown) {
      if (!(thrown instanceof TableError)) throw thrown;
      error ??= thrown;
      notices.push(thrown.notice);
    }
  }
  return {
    table: tables.length === 0 ? { rowCount: 0, columns: [] } : concatTables(tables),
    isTimeLost: notices.some(({ code }) => code === 'table-rounded-times'),
    notices,
    ...(error && { error }),
  };
}

/** The records of each component by time. Rows without a time are left out, unless the times are lost for all. */
export function componentRecords({ table, isTimeLost }: Pick<TimedTable, 'table' | 'isTimeLost'>): ComponentRecords[] {
  const times = numbersOf(table, 'timeNs') ?? new Float64Array(table.rowCount).fill(Number.NaN);
  const nameOf = componentReader(table);
  const rowsOf = new Map<string, number[]>();
  for (let row = 0; row < table.rowCount; row++) {
    if (Number.isNaN(times[row]) && !isTimeLost) continue;
    const name = nameOf(row);
    const rows = rowsOf.get(name);
    if (rows) rows.push(row);
    else rowsOf.set(name, [row]);
  }
  return [...rowsOf].map(([component, rows]) => {
    if (!isTimeLost) rows.sort((a, b) => times[a] - times[b]);
    const pick = (key: string) => valuesAt(numbersOf(table, key), rows);
    return {
      id: component,
      component,
      from: 'records',
      isTimeLost,
      timeNs: Float64Array.from(rows, (row) => times[row]),
      values: withUnused({ allocated: pick('allocated'), reserved: pick('reserved'), active: pick('active') }),
    };
  });
}

/** "PTA"; with the device where the file is about several. */
export function componentReader(table: ColumnTable): (row: number) => string {
  const component = textReader(table, 'component') ?? (() => '');
  const device = textReader(table, 'device') ?? (() => '');
  const devices = new Set<string>();
  for (let row = 0; row < table.rowCount; row++) if (device(row) !== '') devices.add(device(row));
  return devices.size > 1 ? (row) => `${component(row)} (${device(row)})` : component;
}

/** Undefined where there is nothing in the column. */
function valuesAt(values: Float64Array | undefined, rows: readonly number[]): Float64Array | undefined {
  if (!values) return undefined;
  const picked = Float64Array.from(rows, (row) => values[row]);
  return picked.some((value) => !Number.isNaN(value)) ? picked : undefined;
}

type MetricValues = Readonly<Record<Exclude<MemoryMetric, 'unused'>, Float64Array | undefined>>;

/** With what is reserved and not allocated. */
export function withUnused({ allocated, reserved, active }: MetricValues): ComponentRecords['values'] {
  return {
    ...(allocated && { allocated }),
    ...(reserved && { reserved }),
    ...(active && { active }),
    ...(allocated && reserved && { unused: allocated.map((value, row) => reserved[row] - value) }),
  };
}
