import { isHostCall } from '../../names/launchNames';
import type { IndexSlices } from '../columns/indexSlices';
import { type IndexedIds, SliceIds } from '../ids/sliceIds';
import { type BoundFlows, type Links, NO_SLICE } from './matchFlows';

/** What joining launches needs to know of the arranged slices. */
export interface LaunchSlices extends Pick<IndexSlices, 'startNs' | 'category' | 'source' | 'sourceBases'> {
  readonly ids: IndexedIds;
}

/** For each category 1 if its slices are calls of the host. */
export function hostCalls(categories: readonly string[]): Uint8Array {
  return Uint8Array.from(categories, (category) => (isHostCall(category) ? 1 : 0));
}

/**
 * Arrows between ends none of which says that it is the start: ROCm writes `f` at both. Where one of them is at a call of the
 * host, that is the start.
 */
export function linkStartless(
  { startless, boundTo }: BoundFlows,
  { category }: Pick<LaunchSlices, 'category'>,
  isHost: Uint8Array,
): Links {
  const from: number[] = [];
  const to: number[] = [];
  const isCall = (end: number) => boundTo[end] !== NO_SLICE && isHost[category[boundTo[end]]] === 1;
  for (let first = 0; first < startless.length; ) {
    const count = startless[first];
    const group = startless.subarray(first + 1, first + 1 + count);
    first += 1 + count;
    const start = group.find(isCall);
    if (start === undefined) continue;
    for (const end of group)
      if (boundTo[end] !== NO_SLICE && !isCall(end)) {
        from.push(start);
        to.push(end);
      }
  }
  return { from: Uint32Array.from(from), to: Uint32Array.from(to) };
}

/** Slices that a correlation joins: the calls and the tasks that they launched, in the order of the tasks. */
export interface CorrelatedPairs {
  readonly calls: Uint32Array;
  readonly tasks: Uint32Array;
  /** Tasks of whose correlation no call was recorded, and that no arrow of a call ends at. */
  readonly lonelyCount: number;
}

/**
 * The call of each device task that has the same correlation, but where an arrow of the file comes from a call already. Of
 * several calls the last that begins no later than the task.
 */
export function correlatedPairs(
  { startNs, category, ids }: LaunchSlices,
  { fromSlice, toSlice }: { readonly fromSlice: Uint32Array; readonly toSlice: Uint32Array },
  isHost: Uint8Array,
): CorrelatedPairs {
  const sliceIds = new SliceIds(ids);
  const { slice, valueLow, valueHigh } = sliceIds.columns('correlation');
  const isJoined = new Uint8Array(slice.length === 0 ? 0 : startNs.length);
  if (slice.length > 0)
    for (let link = 0; link < toSlice.length; link++)
      if (isHost[category[fromSlice[link]]] === 1) isJoined[toSlice[link]] = 1;
  // Rows of tasks that want a call. 0 is no correlation.
  const wanting = new Uint32Array(slice.length);
  let wantingCount = 0;
  for (let row = 0; row < slice.length; row++) {
    const one = slice[row];
    if (isJoined[one] === 1 || isHost[category[one]] === 1) continue;
    if (valueLow[row] !== 0 || (valueHigh[row] ?? 0) !== 0) wanting[wantingCount++] = row;
  }
  if (wantingCount === 0) return { calls: new Uint32Array(0), tasks: new Uint32Array(0), lonelyCount: 0 };
  const rows = wanting.subarray(0, wantingCount);
  const table = new RowTable(rows, valueLow, valueHigh);
  const callOf = new Uint32Array(wantingCount).fill(NO_SLICE);
  for (let row = 0; row < slice.length; row++) {
    const call = slice[row];
    if (isHost[category[call]] === 0) continue;
    for (let at = table.first(valueLow[row], valueHigh[row] ?? 0); at >= 0; at = table.next(at))
      if (isBetter(startNs, call, callOf[at], startNs[slice[rows[at]]])) callOf[at] = call;
  }
  let joined = 0;
  const tasks = new Uint32Array(wantingCount);
  for (let at = 0; at < wantingCount; at++) {
    if (callOf[at] === NO_SLICE) continue;
    callOf[joined] = callOf[at];
    tasks[joined++] = slice[rows[at]];
  }
  return { calls: callOf.subarray(0, joined), tasks: tasks.subarray(0, joined), lonelyCount: wantingCount - joined };
}

/** Whether `call` rather than `other` launched a task that begins at `taskNs`. */
function isBetter(startNs: Float64Array, call: number, other: number, taskNs: number): boolean {
  if (other === NO_SLICE) return true;
  const isBefore = startNs[call] <= taskNs;
  if (isBefore !== startNs[other] <= taskNs) return isBefore;
  return isBefore ? startNs[call] > startNs[other] : startNs[call] < startNs[other];
}

/** Rows by their id: a hash table of positions in `rows`. */
class RowTable {
  readonly #slots: Uint32Array;
  /** Position + 1 of the next row with the same id. */
  readonly #next: Uint32Array;

  constructor(
    readonly rows: Uint32Array,
    readonly valueLow: Uint32Array,
    readonly valueHigh: Uint32Array,
  ) {
    let capacity = 64;
    while (capacity < rows.length * 2) capacity *= 2;
    this.#slots = new Uint32Array(capacity);
    this.#next = new Uint32Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const slot = this.#slotOf(valueLow[rows[at]], valueHigh[rows[at]] ?? 0);
      this.#next[at] = this.#slots[slot];
      this.#slots[slot] = at + 1;
    }
  }

  /** The slot of the id, or the free one where it would stand. */
  #slotOf(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const at = this.#slots[slot] - 1;
      if (at < 0) return slot;
      const row = this.rows[at];
      if (this.valueLow[row] === low && (this.valueHigh[row] ?? 0) === high) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** A position whose row has the id; -1 if there is none. */
  first(low: number, high: number): number {
    return this.#slots[this.#slotOf(low, high)] - 1;
  }

  /** Another one with the same id. */
  next(at: number): number {
    return this.#next[at] - 1;
  }
}
