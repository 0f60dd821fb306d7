/** A rank's kernels in the order in which each stream runs them, for those who look for sequences. */
import { stableOrder } from '../../index/arranging/sortLane';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { isStepText } from '../steps/timelineSteps';
import { unitReader } from './kernelFacts';

/** Kernels by stream and start; a stretch ends with what is no kernel of the cores, and with the step. */
export interface OrderedKernels {
  readonly count: number;
  readonly row: Uint32Array;
  readonly nameOf: (row: number) => string;
  readonly type: Uint32Array;
  readonly types: readonly string[];
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Before the kernel, since the one before on its stream: ns in which no stream has anything to do. */
  readonly idleNs: Float64Array;
  /** 0 to 1, see `movingReader`; 0 where no counters tell. */
  readonly moving: Float64Array;
  /** Position after the last one of the stretch. */
  readonly stretchEnd: Uint32Array;
}

/** Undefined without starts. */
export function kernelsInOrder(table: ColumnTable): OrderedKernels | undefined {
  const [starts, durations] = [numbersOf(table, 'startNs'), numbersOf(table, 'durationNs')];
  if (!starts || !durations) return undefined;
  const { rowCount } = table;
  const read = (key: string) => textReader(table, key) ?? (() => '');
  const [typeOf, nameOf, coreOf, kindOf, stepOf] = ['type', 'name', 'core', 'kind', 'step'].map(read);
  const streamOf = groupReader(table, ['streamId', 'lane']);
  const codes = new Map<string, number>();
  /** 0: breaks a sequence. */
  const type = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const kind = kindOf(row);
    if ((kind !== '' && kind !== 'compute') || /^AI_CPU$/i.test(coreOf(row))) continue;
    const text = typeOf(row) || nameOf(row);
    // A damaged file has lost names: kernels without one are not known to be alike.
    if (text === '') continue;
    const code = codes.get(text) ?? codes.size + 1;
    codes.set(text, code);
    type[row] = code;
  }
  const rows = byStreamAndStart(rowCount, streamOf, starts, durations);
  const [startNs, endNs] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  const [typeInOrder, moving] = [new Uint32Array(rows.length), new Float64Array(rows.length)];
  const movingOf = movingReader(table);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    startNs[at] = starts[row];
    endNs[at] = starts[row] + durations[row];
    typeInOrder[at] = type[row];
    moving[at] = movingOf(row);
  }
  const stretchEnd = new Uint32Array(rows.length);
  let end = rows.length;
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at];
    const next = rows[at + 1];
    const isOver = next !== undefined && (streamOf(row) !== streamOf(next) || stepOf(row) !== stepOf(next));
    if (type[row] === 0) end = at;
    else if (isOver || type[next ?? row] === 0) end = at + 1;
    stretchEnd[at] = end;
  }
  return {
    count: rows.length,
    row: rows,
    nameOf,
    type: typeInOrder,
    types: ['', ...codes.keys()],
    startNs,
    endNs,
    idleNs: idleBefore(rows, starts, durations),
    moving,
    stretchEnd: inSteps(rows, stretchEnd, stepOf),
  };
}

/** Rows with a time. Two stable passes: by start, then by stream. */
function byStreamAndStart(
  rowCount: number,
  streamOf: (row: number) => number,
  starts: Float64Array,
  durations: Float64Array,
): Uint32Array {
  const timed = new Uint32Array(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (!Number.isNaN(starts[row] + durations[row])) timed[count++] = row;
  const byStart = orderRows(timed.subarray(0, count), (row) => starts[row]);
  return orderRows(byStart, streamOf);
}

/** The rows by their keys, stable. */
function orderRows(rows: Uint32Array, keyOf: (row: number) => number): Uint32Array {
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) keys[at] = keyOf(rows[at]);
  const order = stableOrder(keys);
  const ordered = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) ordered[at] = rows[order[at]];
  return ordered;
}

/**
 * Part of a row's time in which its vector core loads or stores. Kernels that multiply matrices load while they do: fused with
 * others they would load no less.
 */
function movingReader(table: ColumnTable): (row: number) => number {
  const ratioOf = unitReader(table);
  if (!ratioOf) return () => 0;
  return (row) =>
    ratioOf(row, 'mac') > 0 ? 0 : Math.min(1, Math.max(ratioOf(row, 'vectorLoad'), ratioOf(row, 'vectorStore')));
}

/** Rows outside of any step are left out, where there are steps: they are none of what a step loses. */
function inSteps(rows: Uint32Array, stretchEnd: Uint32Array, stepOf: (row: number) => string): Uint32Array {
  const isTold = rows.some((row) => isStepText(stepOf(row)));
  return isTold ? stretchEnd.map((end, at) => (isStepText(stepOf(rows[at])) ? end : at)) : stretchEnd;
}

/** A number of each row's group by the first of these columns that there is. */
function groupReader(table: ColumnTable, keys: readonly string[]): (row: number) => number {
  for (const key of keys) {
    const column = findColumn(table, key);
    if (column?.kind === 'number') return (row) => column.values[row] || 0;
    if (column) return (row) => column.codes[row];
  }
  return () => 0;
}

/** What other streams fill, collectives among them, is no idle device. */
function idleBefore(rows: Uint32Array, starts: Float64Array, durations: Float64Array): Float64Array {
  const byStart = orderRows(rows, (row) => starts[row]);
  // By row: idle time from the first start to its own.
  const idleUntil = new Float64Array(starts.length);
  let [idleNs, busyUntilNs] = [0, starts[byStart[0]] ?? 0];
  for (const row of byStart) {
    idleNs += Math.max(0, starts[row] - busyUntilNs);
    busyUntilNs = Math.max(busyUntilNs, starts[row] + durations[row]);
    idleUntil[row] = idleNs;
  }
  const idle = new Float64Array(rows.length);
  for (let at = 1; at < rows.length; at++) idle[at] = Math.max(0, idleUntil[rows[at]] - idleUntil[rows[at - 1]]);
  return idle;
}
