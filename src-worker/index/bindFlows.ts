import { arrowIdKind } from '../names/launchNames';
import { EventFlag } from '../tokenizer/batch';
import { DecimalHash } from './decimalHash';
import { DeepLane } from './deepLane';
import { type MatchedFlows, NO_SLICE } from './matchFlows';
import { SliceFlag } from './segmentEvents';
import { type IndexedIds, type SliceIdKind, SliceIds } from './sliceIds';

const START = 's'.charCodeAt(0);

/** What binding needs to know of the arranged slices. */
export interface ArrangedSlices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly flags: Uint8Array;
  /** Rows of lane L are laneFirstRow[L] … laneFirstRow[L + 1]. */
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
  readonly ids: IndexedIds;
}

/**
 * Finds the slice of each flow end on these lanes, and puts it into `boundTo`: of the slices at the end's time
 *
 *  1. the one that the end's id names, where the arrow's category has ids that slices have too (one that is around the time
 *     only if none with a length begins then, or several);
 *  2. the innermost that begins then, one with a length before one without;
 *  3. the innermost around it; an instant only if there is nothing else;
 *
 * else (for an end without `"bp":"e"`) the next one on the lane. Ends of a lane are walked by time with one cursor per row,
 * so that the whole costs as much as one pass over the slices. Lanes don't touch each other. `manyRows` is for tests.
 */
export function bindFlowEnds(
  matched: MatchedFlows,
  slices: ArrangedSlices,
  categories: readonly string[],
  lanes: readonly number[],
  manyRows = MANY_ROWS,
): void {
  const binding = new Binding(matched, slices, categories, manyRows);
  for (const lane of lanes) binding.bindLane(lane);
}

/** A lane with more rows is not looked at row by row for each end of an arrow. */
const MANY_ROWS = 64;
/** Slices of such a lane that an end's id is looked for in, of those that begin then, and of those around it. */
const LOOKED_AT = 64;

class Binding {
  readonly #ids: SliceIds;
  readonly #idKinds: readonly (SliceIdKind | undefined)[];
  readonly #hash = new DecimalHash();
  /** Of the lane at hand, for each row: the first slice that begins after the time looked at. */
  #cursor = new Uint32Array(0);
  #firstRow = 0;
  #deep: DeepLane | undefined;
  /** Whether the slice that `#sliceAt` has answered was one of several that the end's id may name. */
  #isAmbiguous = false;

  constructor(
    readonly matched: MatchedFlows,
    readonly slices: ArrangedSlices,
    categories: readonly string[],
    readonly manyRows: number,
  ) {
    this.#ids = new SliceIds(slices.ids);
    this.#idKinds = categories.map((category) => {
      const kind = arrowIdKind(category);
      return kind !== undefined && this.#ids.count(kind) > 0 ? kind : undefined;
    });
  }

  bindLane(lane: number): void {
    const { ends, byLane, laneFirst, boundTo } = this.matched;
    const { laneFirstRow, rowFirstSlice } = this.slices;
    if (laneFirst[lane] === laneFirst[lane + 1]) return;
    this.#firstRow = laneFirstRow[lane];
    const endRow = laneFirstRow[lane + 1];
    this.#deep =
      endRow - this.#firstRow > this.manyRows ? new DeepLane(this.slices, this.#firstRow, endRow) : undefined;
    this.#cursor = this.#deep ? new Uint32Array(0) : rowFirstSlice.slice(this.#firstRow, endRow);
    for (let i = laneFirst[lane]; i < laneFirst[lane + 1]; i++) {
      const end = byLane[i];
      const mayWait = ends.phase[end] !== START && (ends.flags[end] & EventFlag.bindsEnclosing) === 0;
      const found = this.#sliceAt(ends.timeNs[end], mayWait);
      const kind = this.#idKinds[ends.category[end]];
      // Mostly there is no choice, and then comparing ids would cost more than all the rest.
      const isChosen = kind === undefined || !this.#isAmbiguous || this.#isNamed(found, kind, end);
      const named = isChosen ? undefined : this.#namedSliceAt(end, kind);
      boundTo[end] = named ?? found;
    }
  }

  #sliceAt(time: number, mayWait: boolean): number {
    if (this.#deep) {
      const { long, empty, around, instant, next, isAmbiguous } = this.#deep.at(time);
      this.#isAmbiguous = isAmbiguous;
      if (long !== NO_SLICE) return long;
      if (empty !== NO_SLICE) return empty;
      if (around !== NO_SLICE) return around;
      return instant === NO_SLICE && mayWait ? next : instant;
    }
    const { startNs, endNs, flags, rowFirstSlice } = this.slices;
    let long = NO_SLICE;
    let around = NO_SLICE;
    let empty = NO_SLICE;
    let instant = NO_SLICE;
    let next = NO_SLICE;
    let beginning = 0;
    let earlier = 0;
    for (let r = this.#cursor.length - 1; r >= 0; r--) {
      const at = this.#moveCursor(r, time);
      if (at < rowFirstSlice[this.#firstRow + r + 1] && (next === NO_SLICE || startNs[at] < startNs[next])) next = at;
      if (at === rowFirstSlice[this.#firstRow + r] || endNs[at - 1] < time) continue;
      const slice = at - 1;
      if (startNs[slice] < time) {
        earlier++;
        if (around === NO_SLICE) around = slice;
        continue;
      }
      beginning++;
      if (endNs[slice] > time) {
        if (long === NO_SLICE) long = slice;
      } else if ((flags[slice] & SliceFlag.instant) !== 0) {
        if (instant === NO_SLICE) instant = slice;
      } else if (empty === NO_SLICE) empty = slice;
    }
    this.#isAmbiguous = beginning > 1 || (long === NO_SLICE && beginning + earlier > 1);
    if (long !== NO_SLICE) return long;
    if (empty !== NO_SLICE) return empty;
    if (around !== NO_SLICE) return around;
    return instant === NO_SLICE && mayWait ? next : instant;
  }

  /** Of row `r` of the lane, the first slice that begins after `time`. */
  #moveCursor(r: number, time: number): number {
    const { startNs, rowFirstSlice } = this.slices;
    const rowEnd = rowFirstSlice[this.#firstRow + r + 1];
    let at = this.#cursor[r];
    while (at < rowEnd && startNs[at] <= time) at++;
    this.#cursor[r] = at;
    return at;
  }

  /** The innermost slice at the end's time that its id names; one that begins then before one that is around it. */
  #namedSliceAt(end: number, kind: SliceIdKind): number | undefined {
    if (this.#deep) {
      for (const slice of this.#deep.some(LOOKED_AT)) if (this.#isNamed(slice, kind, end)) return slice;
      return undefined;
    }
    const { startNs, endNs, rowFirstSlice } = this.slices;
    const time = this.matched.ends.timeNs[end];
    let around: number | undefined;
    for (let r = this.#cursor.length - 1; r >= 0; r--) {
      const at = this.#moveCursor(r, time);
      if (at === rowFirstSlice[this.#firstRow + r] || endNs[at - 1] < time) continue;
      if ((startNs[at - 1] < time && around !== undefined) || !this.#isNamed(at - 1, kind, end)) continue;
      if (startNs[at - 1] === time) return at - 1;
      around = at - 1;
    }
    return around;
  }

  #isNamed(slice: number, kind: SliceIdKind, end: number): boolean {
    const row = slice === NO_SLICE ? undefined : this.#ids.rowOf(kind, slice);
    if (row === undefined) return false;
    const { valueLow, valueHigh } = this.#ids.columns(kind);
    const { idLow, idHigh, phase } = this.matched.ends;
    const low = valueLow[row];
    const high = valueHigh.length === 0 ? 0 : valueHigh[row];
    if (this.#hash.isOf(low, high, idLow[end], idHigh[end])) return true;
    // Some profilers put the task's context behind its connection: all ones where it has none. Only at the task's end: the
    // number in front can be that of another host call than the one which has the task's connection.
    const hasContext = kind === 'connection' && high === 0 && phase[end] !== START;
    return hasContext && this.#hash.isOf(0xffff_ffff, low, idLow[end], idHigh[end]);
  }
}
