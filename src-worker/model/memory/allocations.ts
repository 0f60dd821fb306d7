import { lowerBound } from '../../query/rankView';
import {
  type ColumnTable,
  codedColumn,
  findColumn,
  numberColumn,
  numbersOf,
  type TextColumn,
  TextPool,
  textColumn,
  textReader,
} from '../../tables/columnTable';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import { type Allocations, type ComponentRecords, frameworkName } from './memoryData';
import { readTimed, type TimedTable, usedTexts, withUnused } from './records';

/** operator_memory.csv: MB for totals in the profiler of PyTorch, KB in msprof. */
const allocationKeys: Readonly<Record<string, string>> = {
  Name: 'name',
  'Size(KB)': 'sizeBytes',
  'Allocation Time(us)': 'allocatedNs',
  'Release Time(us)': 'releasedNs',
  'Active Release Time(us)': 'activeReleasedNs',
  'Duration(us)': 'lifetimeNs',
  'Active Duration(us)': 'activeLifetimeNs',
  'Stream Ptr': 'stream',
  'Device Type': 'device',
  Device: 'device',
  ...Object.fromEntries(
    ['B', 'KB', 'MB', 'GB'].flatMap((unit) => [
      [`Allocation Total Allocated(${unit})`, 'allocatedThen'],
      [`Allocation Total Reserved(${unit})`, 'reservedThen'],
      [`Allocation Total Active(${unit})`, 'activeThen'],
      [`Release Total Allocated(${unit})`, 'allocatedAfter'],
      [`Release Total Reserved(${unit})`, 'reservedAfter'],
      [`Release Total Active(${unit})`, 'activeAfter'],
    ]),
  ),
};

/** Shown when the user asks for them: they repeat the curves. */
const hiddenKeys = new Set([
  'activeLifetimeNs',
  'allocatedThen',
  'reservedThen',
  'activeThen',
  'allocatedAfter',
  'reservedAfter',
  'activeAfter',
]);

export function readAllocations(dump: DumpContext, rank: TableRank): Promise<TimedTable> {
  return readTimed(dump, dump.paths(rank, 'operator-memory'), {
    keys: allocationKeys,
    textKeys: new Set(['name', 'stream', 'device']),
    hiddenKeys,
  });
}

/** `records`: to tell which allocator each one belongs to. */
export function allocationsOf(
  { table, isTimeLost }: Pick<TimedTable, 'table' | 'isTimeLost'>,
  records: readonly ComponentRecords[],
): Allocations {
  const none = new Float64Array(table.rowCount).fill(Number.NaN);
  const allocated = numbersOf(table, 'allocatedNs') ?? none;
  const released = numbersOf(table, 'releasedNs') ?? none;
  const activeReleased = numbersOf(table, 'activeReleasedNs') ?? none;
  const fromNs = new Float64Array(table.rowCount);
  const untilNs = new Float64Array(table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    fromNs[row] = isTimeLost ? Number.NaN : orElse(allocated[row], Number.NEGATIVE_INFINITY);
    untilNs[row] = isTimeLost ? Number.NaN : freedNs(released[row], activeReleased[row]);
  }
  // A row of a release alone has the size it gave back, negative in some versions.
  const sizeBytes = (numbersOf(table, 'sizeBytes') ?? none).map((bytes) => (Number.isNaN(bytes) ? 0 : Math.abs(bytes)));
  const name = textOf(table, 'name');
  const component = findText(table, 'component') ?? allocatorColumn(table, name, isTimeLost ? [] : records);
  if (!isTimeLost) for (const one of records) delayReleases(one, { component, sizeBytes, untilNs });
  const stream = textOf(table, 'stream');
  const own = new Set(['aliveFromNs', 'aliveUntilNs', 'component', 'sizeBytes']);
  const columns = [
    name,
    numberColumn('sizeBytes', 'bytes', sizeBytes, { label: 'Size' }),
    component,
    ...table.columns.filter(({ key }) => key !== 'name' && !own.has(key)),
    numberColumn('aliveFromNs', 'time', fromNs, { isHidden: true, label: 'Live from' }),
    numberColumn('aliveUntilNs', 'time', untilNs, { isHidden: true, label: 'Live until' }),
  ];
  return { table: { rowCount: table.rowCount, columns }, sizeBytes, fromNs, untilNs, name, component, stream };
}

/**
 * The allocator's total falls at the earlier of the two releases. Mostly the "active" one is written half a µs before the
 * other, both totals being lowered already; where another stream still uses the block, the active one comes much later.
 * Taken so, what is alive explains every change of the profiler's totals, to the byte.
 */
function freedNs(released: number, activeReleased: number): number {
  if (Number.isNaN(released)) return orElse(activeReleased, Number.POSITIVE_INFINITY);
  return Number.isNaN(activeReleased) ? released : Math.min(released, activeReleased);
}

/**
 * Some versions of the graph engine write its total at a release before the block is taken off it, so that it is missing
 * only from the next record on. Then a block counts as alive at the instant of its release too, as in the file's total.
 */
function delayReleases(
  { component: name, timeNs, values: { allocated } }: ComponentRecords,
  { component, sizeBytes, untilNs }: Pick<Allocations, 'component' | 'sizeBytes' | 'untilNs'>,
): void {
  if (!allocated) return;
  const rows: number[] = [];
  let lateness = 0;
  for (let row = 0; row < untilNs.length; row++) {
    if (component.texts[component.codes[row]] !== name || !Number.isFinite(untilNs[row])) continue;
    rows.push(row);
    const at = lowerBound(timeNs, untilNs[row]);
    if (at === 0 || timeNs[at] !== untilNs[row] || sizeBytes[row] === 0) continue;
    const fall = allocated[at - 1] - allocated[at];
    if (fall === 0) lateness++;
    else if (fall === sizeBytes[row]) lateness--;
  }
  if (lateness > 0) for (const row of rows) untilNs[row]++;
}

function orElse(value: number, other: number): number {
  return Number.isNaN(value) ? other : value;
}

function textOf(table: ColumnTable, key: string): TextColumn {
  return findText(table, key) ?? textColumn(key, new Array<string>(table.rowCount).fill(''));
}

function findText(table: ColumnTable, key: string): TextColumn | undefined {
  const column = findColumn(table, key);
  return column?.kind === 'text' ? column : undefined;
}

/**
 * Which allocator made it: the one that has a record at the very instant, with the same total. Where none has, the name
 * tells: those of the graph engine begin with "cann::".
 */
function allocatorColumn(table: ColumnTable, name: TextColumn, records: readonly ComponentRecords[]): TextColumn {
  const single = records.filter(({ component, values }) => !component.includes('+') && values.allocated !== undefined);
  const allocated = numbersOf(table, 'allocatedNs');
  const totals = numbersOf(table, 'allocatedThen');
  const released = numbersOf(table, 'releasedNs');
  const totalsAfter = numbersOf(table, 'allocatedAfter');
  const pool = new TextPool();
  const codes = new Uint32Array(table.rowCount);
  const isGraphEngine = name.texts.map((text) => text.startsWith('cann::'));
  const device = textReader(table, 'device') ?? (() => '');
  const isAboutSeveral = usedTexts(table, 'device').size > 1;
  const framework = frameworkName(records);
  for (let row = 0; row < table.rowCount; row++) {
    const found =
      single.find((records) => hasRecord(records, allocated?.[row], totals?.[row])) ??
      single.find((records) => hasRecord(records, released?.[row], totalsAfter?.[row]));
    const byName = `${isGraphEngine[name.codes[row]] ? 'GE' : framework}${isAboutSeveral ? ` (${device(row)})` : ''}`;
    codes[row] = pool.code(found?.component ?? byName);
  }
  return codedColumn('component', codes, pool.texts, { label: 'Component' });
}

function hasRecord({ timeNs, values }: ComponentRecords, atNs = Number.NaN, bytes = Number.NaN): boolean {
  const allocated = values.allocated;
  if (!allocated || Number.isNaN(atNs)) return false;
  for (let at = lowerBound(timeNs, atNs); at < timeNs.length && timeNs[at] === atNs; at++)
    if (allocated[at] === bytes) return true;
  return false;
}

/**
 * Curves of the totals that stand beside each allocation, for ranks without records (or with records of no time). Not of
 * components that are `drawn` already.
 */
export function recordsOfAllocations(
  allocations: Allocations,
  takenIds: ReadonlySet<string>,
  drawn: ReadonlySet<string> = new Set(),
): ComponentRecords[] {
  const { table, component } = allocations;
  const released = numbersOf(table, 'releasedNs');
  const samples = new Map<number, { readonly ns: number; readonly row: number; readonly isRelease: boolean }[]>();
  const isDrawn = component.texts.map((text) => drawn.has(text));
  for (let row = 0; row < table.rowCount; row++) {
    const code = component.codes[row];
    if (isDrawn[code]) continue;
    const own = samples.get(code) ?? [];
    samples.set(code, own);
    if (Number.isFinite(allocations.fromNs[row])) own.push({ ns: allocations.fromNs[row], row, isRelease: false });
    const releasedNs = released?.[row] ?? Number.NaN;
    if (!Number.isNaN(releasedNs) && !Number.isNaN(allocations.untilNs[row]))
      own.push({ ns: releasedNs, row, isRelease: true });
  }
  const records: ComponentRecords[] = [];
  for (const [code, own] of samples) {
    own.sort((a, b) => a.ns - b.ns);
    const pick = (then: string, after: string) => {
      const [before, behind] = [numbersOf(table, then), numbersOf(table, after)];
      const values = Float64Array.from(own, ({ row, isRelease }) => (isRelease ? behind : before)?.[row] ?? Number.NaN);
      return values.some((value) => !Number.isNaN(value)) ? values : undefined;
    };
    const values = withUnused({
      allocated: pick('allocatedThen', 'allocatedAfter'),
      reserved: pick('reservedThen', 'reservedAfter'),
      active: pick('activeThen', 'activeAfter'),
    });
    if (Object.keys(values).length === 0) continue;
    const name = component.texts[code];
    records.push({
      id: takenIds.has(name) ? `${name} by allocations` : name,
      component: name,
      from: 'allocations',
      isTimeLost: false,
      timeNs: Float64Array.from(own, ({ ns }) => ns),
      values,
    });
  }
  return records;
}
