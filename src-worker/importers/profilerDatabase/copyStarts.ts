import { wideSlices } from '../../index/columns/narrowSlices';
import { allFound, eachEnd } from './eachEnd';
import type { ConnectionIds } from './found';
import { firstRow, nextRow } from './keyTable';
import type { Reading } from './reading';

/** Where an arrow to a copy begins. */
export interface CopyStart {
  readonly connection: number;
  readonly timeNs: number;
  readonly lane: number;
  readonly source: number;
}

/** A call by which copies were launched, and what is found out of who wanted them. */
interface CopyCall {
  readonly connection: number;
  /** Of the call. */
  readonly source: number;
  /** Where on the host the copy was last seen to come from: the call itself, or where it was put into the queue. */
  thread: string;
  timeNs: number;
  /** The entry of CONNECTION_IDS of the side of the queue that the call was made in, and when that began. */
  queueEntry: number;
  queueStartNs: number;
  /** The innermost op around it. */
  opStartNs: number;
  opLane: number;
}

/**
 * The ops that wanted copies, which CONNECTION_IDS has of kernels only. The text export finds them so, and so do we: the call
 * of CANN lies within what took it from the queue ("Dequeue@…"), that has a number in common with what put it there
 * ("Enqueue"), and the innermost op around this is the one. Without a queue it is the innermost op around the call.
 *
 * `isMissing`: tells the connections of which no op is known. Work: calls and ends once, ops once where there are such copies.
 */
export function copyStarts(
  reading: Reading,
  ids: ConnectionIds,
  isMissing: (connection: number) => boolean,
): readonly CopyStart[] {
  const all = allFound(reading);
  if (!all.some(({ opCategory, ends }) => opCategory !== undefined || ends.copy)) return [];
  const calls = copyCalls(reading, isMissing);
  if (calls.size === 0) return [];
  throughQueue(reading, ids, [...calls.values()]);
  findOps(reading, [...calls.values()]);
  return [...calls.values()].flatMap(({ connection, source, opStartNs, opLane }) =>
    opLane < 0 ? [] : [{ connection, timeNs: opStartNs, lane: opLane, source }],
  );
}

function copyCalls(reading: Reading, isMissing: (connection: number) => boolean): Map<number, CopyCall> {
  const { lanes } = reading.events;
  const wanted = new Set<number>();
  eachEnd(reading, 'copy', (connection) => {
    if (isMissing(connection)) wanted.add(connection);
  });
  const calls = new Map<number, CopyCall>();
  if (wanted.size === 0) return calls;
  eachEnd(reading, 'call', (connection, timeNs, lane, source) => {
    const known = calls.get(connection);
    if (!wanted.has(connection) || (known && known.timeNs <= timeNs)) return;
    const thread = exportedThread(lanes[lane]);
    const nothing = Number.NEGATIVE_INFINITY;
    const op = { opStartNs: nothing, opLane: -1 };
    calls.set(connection, { connection, source, thread, timeNs, queueEntry: -1, queueStartNs: nothing, ...op });
  });
  return calls;
}

/** From inside what takes from the queue to where it was put into it. */
function throughQueue(reading: Reading, ids: ConnectionIds, calls: readonly CopyCall[]): void {
  const { lanes } = reading.events;
  const made = byThread(calls);
  eachEnd(reading, 'queue', (entry, startNs, lane, _, endNs) => {
    for (const call of within(made.get(ownThread(lanes[lane])), startNs, endNs)) {
      if (startNs < call.queueStartNs) continue;
      call.queueStartNs = startNs;
      call.queueEntry = entry;
    }
  });
  const queued = new Map<number, CopyCall[]>();
  for (const call of calls) {
    const row = call.queueEntry < 0 ? -1 : firstRow(ids.rowsOf, call.queueEntry);
    if (row < 0) continue;
    const number = ids.connection[row];
    const known = queued.get(number);
    if (known) known.push(call);
    else queued.set(number, [call]);
  }
  if (queued.size === 0) return;
  eachEnd(reading, 'queue', (entry, startNs, lane) => {
    for (let row = firstRow(ids.rowsOf, entry); row >= 0; row = nextRow(ids.rowsOf, row)) {
      for (const call of queued.get(ids.connection[row]) ?? []) {
        if (startNs >= call.queueStartNs || startNs >= call.timeNs) continue;
        call.timeNs = startNs;
        call.thread = ownThread(lanes[lane]);
      }
    }
  });
}

function findOps(reading: Reading, calls: readonly CopyCall[]): void {
  const { events } = reading;
  const made = byThread(calls);
  for (const { slices, lanes, opCategory } of allFound(reading)) {
    if (opCategory === undefined) continue;
    const ofLane = lanes.map((place) => made.get(ownThread(place)));
    for (const { columns, count } of wideSlices(slices)) {
      const { startNs, endNs, lane, category } = columns;
      for (let i = 0; i < count; i++) {
        if (category[i] !== opCategory) continue;
        for (const call of within(ofLane[lane[i]], startNs[i], endNs[i])) {
          if (startNs[i] < call.opStartNs) continue;
          call.opStartNs = startNs[i];
          call.opLane = events.namedElsewhere(...lanes[lane[i]]);
        }
      }
    }
  }
}

/** Of each thread, by their times. */
function byThread(calls: readonly CopyCall[]): Map<string, CopyCall[]> {
  const made = new Map<string, CopyCall[]>();
  for (const call of calls) {
    const own = made.get(call.thread);
    if (own) own.push(call);
    else made.set(call.thread, [call]);
  }
  for (const own of made.values()) own.sort((a, b) => a.timeNs - b.timeNs);
  return made;
}

function within(calls: readonly CopyCall[] | undefined, startNs: number, endNs: number): readonly CopyCall[] {
  if (!calls || calls[calls.length - 1].timeNs < startNs || calls[0].timeNs > endNs) return [];
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle].timeNs < startNs) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < calls.length && calls[end].timeNs <= endNs) end++;
  return calls.slice(low, end);
}

/** A thread of the program, by its process and its id there. */
function ownThread([pid, tid]: readonly [string, string]): string {
  return `${pid} ${tid}`;
}

/** The same of a process that the exporter made of the program's (`exportedProcess`). */
function exportedThread([pid, tid]: readonly [string, string]): string {
  return ownThread([String(Math.floor(Number(pid) / 1024)), tid]);
}
