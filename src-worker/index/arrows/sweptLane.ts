import type { ArrangedSlices } from '../arrangedSlices';
import { endNsIn, endNsOf, type SliceTimes } from '../columns/indexSlices';
import { passingBytes, passingWords } from '../columns/largeArrays';
import { SliceFlag } from '../columns/segmentColumns';
import { NO_SLICE } from './matchFlows';

/** What there is on a lane at each of many instants: see `bindFlowEnds`. */
export interface SweptLane {
  /**
   * Of each instant the innermost slice that begins then and has a length, else without one, else the innermost around it,
   * else an instant; `NO_SLICE` if there is none of them.
   */
  readonly found: Uint32Array;
  /** 1 where several may be meant. */
  readonly isAmbiguous: Uint8Array;
}

/** How well a slice fits an instant. */
enum Fit {
  none,
  instant,
  around,
  empty,
  long,
}

/**
 * Looks at all instants row by row: within a row slices and instants go forwards together, so that memory is read forwards
 * and little is done for each. Costs rows × instants; of rows there are fewer than 256 (see `DeepLane` for more). Instants
 * must not descend.
 */
export function sweepLane(
  slices: ArrangedSlices,
  firstRow: number,
  endRow: number,
  instantsNs: Float64Array,
): SweptLane {
  const { flags, rowFirstSlice } = slices;
  const count = instantsNs.length;
  const found = passingWords(count).fill(NO_SLICE);
  const fits = passingBytes(count);
  const beginning = passingBytes(count);
  const touching = passingBytes(count);
  // The innermost first: of equal fits it stays.
  for (let row = endRow - 1; row >= firstRow; row--) {
    const [from, to] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
    sweepRow(slices, flags, from, to, instantsNs, found, fits, beginning, touching);
  }
  const isAmbiguous = fits;
  for (let i = 0; i < count; i++)
    isAmbiguous[i] = beginning[i] > 1 || (fits[i] !== Fit.long && touching[i] > 1) ? 1 : 0;
  return { found, isAmbiguous };
}

/** Nothing but the loop: see arranging/arrange.ts. */
function sweepRow(
  times: SliceTimes,
  flags: Uint8Array,
  from: number,
  to: number,
  instantsNs: Float64Array,
  found: Uint32Array,
  fits: Uint8Array,
  beginning: Uint8Array,
  touching: Uint8Array,
): void {
  const { startNs, durationNs, longEndNs } = times;
  let next = from;
  for (let i = 0; i < instantsNs.length; i++) {
    const ns = instantsNs[i];
    while (next < to && startNs[next] <= ns) next++;
    if (next === from) continue;
    const slice = next - 1;
    const end = endNsIn(startNs, durationNs, longEndNs, slice);
    if (end < ns) continue;
    touching[i]++;
    let fit = Fit.around;
    if (startNs[slice] === ns) {
      beginning[i]++;
      if (end > ns) fit = Fit.long;
      else fit = (flags[slice] & SliceFlag.instant) !== 0 ? Fit.instant : Fit.empty;
    }
    if (fit > fits[i]) {
      fits[i] = fit;
      found[i] = slice;
    }
  }
}

/** The rows of a lane, of each the first slice that begins after an instant. Instants must not descend. */
export class RowCursors {
  readonly #cursor: Uint32Array;

  /** Rows [firstRow, endRow) of the index. */
  constructor(
    readonly slices: ArrangedSlices,
    readonly firstRow: number,
    endRow: number,
  ) {
    this.#cursor = slices.rowFirstSlice.slice(firstRow, endRow);
  }

  /** The first slice to begin after `ns`, of several the innermost; `NO_SLICE` if there is none. */
  next(ns: number): number {
    const { startNs, rowFirstSlice } = this.slices;
    let next = NO_SLICE;
    for (let row = this.#cursor.length - 1; row >= 0; row--) {
      const at = this.#moveTo(row, ns);
      if (at === rowFirstSlice[this.firstRow + row + 1]) continue;
      if (next === NO_SLICE || startNs[at] < startNs[next]) next = at;
    }
    return next;
  }

  /** The innermost slice at `ns` that is a wanted one; one that begins then before one that is around it. */
  innermost(ns: number, isWanted: (slice: number) => boolean): number | undefined {
    const { startNs, rowFirstSlice } = this.slices;
    let around: number | undefined;
    for (let row = this.#cursor.length - 1; row >= 0; row--) {
      const slice = this.#moveTo(row, ns) - 1;
      if (slice < rowFirstSlice[this.firstRow + row] || endNsOf(this.slices, slice) < ns) continue;
      if ((startNs[slice] < ns && around !== undefined) || !isWanted(slice)) continue;
      if (startNs[slice] === ns) return slice;
      around = slice;
    }
    return around;
  }

  #moveTo(row: number, ns: number): number {
    const { startNs, rowFirstSlice } = this.slices;
    const rowEnd = rowFirstSlice[this.firstRow + row + 1];
    let at = this.#cursor[row];
    while (at < rowEnd && startNs[at] <= ns) at++;
    this.#cursor[row] = at;
    return at;
  }
}
