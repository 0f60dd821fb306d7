import { lowerBound, upperBound } from './bounds';

/** Float64s of a record, as assembly/gather.ts has them. */
export const RECORD_FLOATS = 5;
/** A row of fewer slices has none: it is looked at slice by slice, from however far. */
export const FEWEST_SLICES = 2048;
export const RECORD_BYTES = 8 * RECORD_FLOATS;

/**
 * How rows of a part look from afar: the quads of a whole row, ready made for several zooms. Shared memory, never changed.
 * For a zoom between two of them the quads of the nearer one are gathered into fewer.
 *
 *     rows      2 ────────┬ 5 ──────┬ 9 …        those that are long enough, ascending
 *     zooms     0  1  2  3│4  5  6  │7 …         the nearest first
 *     records   0 1 2 3 4 5 6 7 8 9 …            one behind the other by start; they don't overlap
 */
export interface Stretches {
  readonly rows: Uint32Array;
  /** First zoom of each row; one more at the end. */
  readonly firstZoom: Uint32Array;
  /** ns a pixel of each zoom. */
  readonly pixelNs: Float64Array;
  /** First record of each zoom; one more at the end. */
  readonly firstRecord: Uint32Array;
  readonly records: Float64Array;
}

/** A row's place among `Stretches.rows`. */
export interface RowStretches {
  readonly stretches: Stretches;
  readonly at: number;
}

/** A row from a zoom. */
export interface RowZoom {
  readonly pixelNs: number;
  readonly records: Float64Array;
}

/** Undefined: the row has none. */
export function stretchesOf(stretches: Stretches, row: number): RowStretches | undefined {
  const { rows } = stretches;
  const at = lowerBound(rows, row);
  return at < rows.length && rows[at] === row ? { stretches, at } : undefined;
}

/** The one that the row is to be drawn from at this zoom; undefined if there is none as near. */
export function zoomOf({ stretches, at }: RowStretches, nsPerPixel: number): RowZoom | undefined {
  const { firstZoom, firstRecord, pixelNs, records } = stretches;
  const first = firstZoom[at];
  const zoom = upperBound(pixelNs, nsPerPixel, first, firstZoom[at + 1]) - 1;
  if (zoom < first) return undefined;
  const [from, to] = [RECORD_FLOATS * firstRecord[zoom], RECORD_FLOATS * firstRecord[zoom + 1]];
  return { pixelNs: pixelNs[zoom], records: records.subarray(from, to) };
}

/** Its records that touch [fromNs, toNs]. */
export function recordsTouching({ records }: RowZoom, fromNs: number, toNs: number): Float64Array {
  const count = records.length / RECORD_FLOATS;
  const first = partition(0, count, (record) => records[RECORD_FLOATS * record + 1] < fromNs);
  const end = partition(first, count, (record) => records[RECORD_FLOATS * record] <= toNs);
  return records.subarray(RECORD_FLOATS * first, RECORD_FLOATS * end);
}

/** The first number from which on it is not `isBefore`. */
function partition(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
