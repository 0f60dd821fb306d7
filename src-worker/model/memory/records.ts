import type { MemoryMetric, Notice } from '../../../src-contract';
import { stableOrder } from '../../index/arranging/sortLane';
import { type ColumnTable, concatTables, findColumn, numbersOf, TextPool, textReader } from '../../tables/columnTable';
import { TableError } from '../../tables/tableError';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
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
  const { codes, names } = componentCodes(table);
  const counts = new Uint32Array(names.length);
  const inOrder: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    if (Number.isNaN(times[row]) && !isTimeLost) continue;
    if (counts[codes[row]]++ === 0) inOrder.push(codes[row]);
  }
  return inOrder.map((code) => {
    const rows = new Uint32Array(counts[code]);
    let count = 0;
    for (let row = 0; row < table.rowCount; row++)
      if (codes[row] === code && (isTimeLost || !Number.isNaN(times[row]))) rows[count++] = row;
    const timeNs = picked(times, rows);
    const order = isTimeLost ? undefined : stableOrder(timeNs);
    const ordered = order ? order.map((at) => rows[at]) : rows;
    const pick = (key: string) => valuesAt(numbersOf(table, key), ordered);
    return {
      id: names[code],
      component: names[code],
      from: 'records',
      isTimeLost,
      timeNs: order ? picked(timeNs, order) : timeNs,
      values: withUnused({ allocated: pick('allocated'), reserved: pick('reserved'), active: pick('active') }),
    };
  });
}

/** "PTA"; with the device where the file is about several. */
export function componentReader(table: ColumnTable): (row: number) => string {
  const { codes, names } = componentCodes(table);
  return (row) => names[codes[row]];
}

/** Of each row its component, as `componentReader` has it. */
function componentCodes(table: ColumnTable): { readonly codes: Uint32Array; readonly names: readonly string[] } {
  const component = findColumn(table, 'component');
  const devices = [...usedTexts(table, 'device')].filter((device) => device !== '');
  if (component?.kind === 'text' && devices.length < 2) return { codes: component.codes, names: component.texts };
  const componentOf = textReader(table, 'component') ?? (() => '');
  const deviceOf = textReader(table, 'device') ?? (() => '');
  const pool = new TextPool();
  const codes = new Uint32Array(table.rowCount);
  for (let row = 0; row < table.rowCount; row++)
    codes[row] = pool.code(devices.length > 1 ? `${componentOf(row)} (${deviceOf(row)})` : componentOf(row));
  return { codes, names: pool.texts };
}

/** All texts that stand in the column; empty where there is none. */
export function usedTexts(table: ColumnTable, key: string): ReadonlySet<string> {
  const column = findColumn(table, key);
  if (column?.kind === 'text') {
    const isUsed = new Uint8Array(column.texts.length);
    for (let row = 0; row < column.codes.length; row++) isUsed[column.codes[row]] = 1;
    return new Set(column.texts.filter((_, code) => isUsed[code] === 1));
  }
  const read = textReader(table, key);
  const used = new Set<string>();
  if (read) for (let row = 0; row < table.rowCount; row++) used.add(read(row));
  return used;
}

function picked(values: Float64Array, rows: Uint32Array): Float64Array {
  const own = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) own[at] = values[rows[at]];
  return own;
}

/** Undefined where there is nothing in the column. */
function valuesAt(values: Float64Array | undefined, rows: Uint32Array): Float64Array | undefined {
  const own = values && picked(values, rows);
  return own?.some((value) => !Number.isNaN(value)) ? own : undefined;
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
