import { arrowIdKind } from '../../names/launchNames';
import { EventFlag } from '../../tokenizer/batch';
import type { ArrangedSlices } from '../arrangedSlices';
import { passingFloats } from '../columns/largeArrays';
import { type SliceIdKind, SliceIds } from '../ids/sliceIds';
import { DecimalHash } from './decimalHash';
import { type AtInstant, DeepLane } from './deepLane';
import { type BoundFlows, NO_SLICE } from './matchFlows';
import { RowCursors, sweepLane } from './sweptLane';

const START = 's'.charCodeAt(0);

/**
 * Finds the slice of each flow end on these lanes, and puts it into `boundTo`: of the slices at the end's time
 *
 *  1. the one that the end's id names, where the arrow's category has ids that slices have too (one that is around the time
 *     only if none with a length begins then, or several);
 *  2. the innermost that begins then, one with a length before one without;
 *  3. the innermost around it; an instant only if there is nothing else;
 *
 * else (for an end without `"bp":"e"`) the next one on the lane. Ends of a lane are walked by time, once for each row,
 * so that the whole costs as much as one pass over the slices. Lanes don't touch each other. `manyRows` is for tests.
 */
export function bindFlowEnds(
  matched: BoundFlows,
  slices: ArrangedSlices,
  categories: readonly string[],
  lanes: readonly number[],
  sweep: typeof sweepLane = sweepLane,
  manyRows = MANY_ROWS,
): void {
  const binding = new Binding(matched, slices, categories, sweep, manyRows);
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

  constructor(
    readonly matched: BoundFlows,
    readonly slices: ArrangedSlices,
    categories: readonly string[],
    readonly sweep: typeof sweepLane,
    readonly manyRows: number,
  ) {
    this.#ids = new SliceIds(slices.ids);
    this.#idKinds = categories.map((category) => {
      const kind = arrowIdKind(category);
      return kind !== undefined && this.#ids.has(kind) ? kind : undefined;
    });
  }

  bindLane(lane: number): void {
    const { byLane, laneFirst } = this.matched;
    const { laneFirstRow } = this.slices;
    const ends = byLane.subarray(laneFirst[lane], laneFirst[lane + 1]);
    if (ends.length === 0) return;
    const firstRow = laneFirstRow[lane];
    const endRow = laneFirstRow[lane + 1];
    if (endRow - firstRow > this.manyRows) this.#bindDeep(ends, new DeepLane(this.slices, firstRow, endRow));
    else this.#bindSwept(ends, firstRow, endRow);
  }

  #bindSwept(ends: Uint32Array, firstRow: number, endRow: number): void {
    const timesNs = timesOf(this.matched.ends.timeNs, ends);
    const { found, isAmbiguous } = this.sweep(this.slices, firstRow, endRow, timesNs);
    putFound(found, ends, this.matched.boundTo);
    // Most lanes need neither, and V8 should not compile for all of them what only one needs.
    if (found.includes(NO_SLICE)) this.#bindWaiting(ends, timesNs, new RowCursors(this.slices, firstRow, endRow));
    if (isAmbiguous.includes(1))
      this.#bindNamed(ends, timesNs, isAmbiguous, new RowCursors(this.slices, firstRow, endRow));
  }

  /** Ends that have found nothing. */
  #bindWaiting(ends: Uint32Array, timesNs: Float64Array, cursors: RowCursors): void {
    const { boundTo } = this.matched;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i];
      if (boundTo[end] === NO_SLICE && this.#mayWait(end)) boundTo[end] = cursors.next(timesNs[i]);
    }
  }

  /** Ends that may have found another slice than the one that they name. */
  #bindNamed(ends: Uint32Array, timesNs: Float64Array, isAmbiguous: Uint8Array, cursors: RowCursors): void {
    const { boundTo } = this.matched;
    for (let i = 0; i < ends.length; i++) {
      if (isAmbiguous[i] === 0) continue;
      const end = ends[i];
      const kind = this.#kindToAsk(end, boundTo[end]);
      if (kind === undefined) continue;
      const named = cursors.innermost(timesNs[i], (other) => this.#isNamed(other, kind, end));
      if (named !== undefined) boundTo[end] = named;
    }
  }

  #bindDeep(ends: Uint32Array, deep: DeepLane): void {
    const { boundTo } = this.matched;
    const { timeNs } = this.matched.ends;
    for (const end of ends) {
      const slice = sliceOf(deep.at(timeNs[end]), this.#mayWait(end));
      const kind = deep.at(timeNs[end]).isAmbiguous ? this.#kindToAsk(end, slice) : undefined;
      boundTo[end] = (kind === undefined ? undefined : this.#namedDeep(deep, end, kind)) ?? slice;
    }
  }

  #mayWait(end: number): boolean {
    const { phase, flags } = this.matched.ends;
    return phase[end] !== START && (flags[end] & EventFlag.bindsEnclosing) === 0;
  }

  /**
   * Ids by which the slice of an end is to be looked for that may mean several; undefined where the one that was found does.
   * Mostly there is no choice, and then comparing ids would cost more than all the rest.
   */
  #kindToAsk(end: number, found: number): SliceIdKind | undefined {
    const kind = this.#idKinds[this.matched.ends.category[end]];
    return kind === undefined || this.#isNamed(found, kind, end) ? undefined : kind;
  }

  #namedDeep(deep: DeepLane, end: number, kind: SliceIdKind): number | undefined {
    for (const slice of deep.some(LOOKED_AT)) if (this.#isNamed(slice, kind, end)) return slice;
    return undefined;
  }

  #isNamed(slice: number, kind: SliceIdKind, end: number): boolean {
    const at = slice === NO_SLICE ? -1 : this.#ids.placeOf(kind, slice);
    if (at < 0) return false;
    const { valueLow, valueHigh } = this.slices.ids;
    const { idLow: idLows, idHigh: idHighs, phase } = this.matched.ends;
    const [idLow, idHigh] = [idLows[end], idHighs.length === 0 ? 0 : idHighs[end]];
    const low = valueLow[at];
    const high = valueHigh.length === 0 ? 0 : valueHigh[at];
    if (this.#hash.isOf(low, high, idLow, idHigh)) return true;
    // Some profilers put the task's context behind its connection: all ones where it has none. Only at the task's end: the
    // number in front can be that of another host call than the one which has the task's connection.
    const hasContext = kind === 'connection' && high === 0 && phase[end] !== START;
    return hasContext && this.#hash.isOf(0xffff_ffff, low, idLow, idHigh);
  }
}

function sliceOf({ long, empty, around, instant, next }: AtInstant, mayWait: boolean): number {
  if (long !== NO_SLICE) return long;
  if (empty !== NO_SLICE) return empty;
  if (around !== NO_SLICE) return around;
  return instant === NO_SLICE && mayWait ? next : instant;
}

/** Nothing but the loop: see arranging/arrange.ts. */
function timesOf(timeNs: Float64Array, ends: Uint32Array): Float64Array {
  const timesNs = passingFloats(ends.length);
  for (let i = 0; i < ends.length; i++) timesNs[i] = timeNs[ends[i]];
  return timesNs;
}

/** Nothing but the loop: see arranging/arrange.ts. */
function putFound(found: Uint32Array, ends: Uint32Array, boundTo: Uint32Array): void {
  for (let i = 0; i < ends.length; i++) boundTo[ends[i]] = found[i];
}
