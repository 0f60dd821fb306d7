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
  /** Of all names of the part, see `PartView`, so that whoever draws it need not look for any; empty where there are no rows. */
  readonly nameColours: Uint8Array;
}

/** A row's place among `Stretches.rows`. */
export interface RowStretches {
  readonly stretches: Stretches;
  readonly at: number;
}

/** A row from a zoom, or some of it. */
export interface RowZoom {
  readonly pixelNs: number;
  readonly stretches: Stretches;
  /** Its records are [first, end). */
  readonly first: number;
  readonly end: number;
}

/** Undefined: the row has none. */
export function stretchesOf(stretches: Stretches, row: number): RowStretches | undefined {
  const { rows } = stretches;
  const at = lowerBound(rows, row);
  return at < rows.length && rows[at] === row ? { stretches, at } : undefined;
}

/** The one that the row is to be drawn from at this zoom; undefined if there is none as near. */
export function zoomOf({ stretches, at }: RowStretches, nsPerPixel: number): RowZoom | undefined {
  const { firstZoom, firstRecord, pixelNs } = stretches;
  const first = firstZoom[at];
  const zoom = upperBound(pixelNs, nsPerPixel, first, firstZoom[at + 1]) - 1;
  if (zoom < first) return undefined;
  return { pixelNs: pixelNs[zoom], stretches, first: firstRecord[zoom], end: firstRecord[zoom + 1] };
}

/** Those of its records that touch [fromNs, toNs]. */
export function recordsTouching(zoom: RowZoom, fromNs: number, toNs: number): RowZoom {
  const { stretches, first, end, pixelNs } = zoom;
  const { records } = stretches;
  let from = first;
  for (let to = end; from < to; ) {
    const middle = (from + to) >>> 1;
    if (records[RECORD_FLOATS * middle + 1] < fromNs) from = middle + 1;
    else to = middle;
  }
  let beyond = from;
  for (let to = end; beyond < to; ) {
    const middle = (beyond + to) >>> 1;
    if (records[RECORD_FLOATS * middle] <= toNs) beyond = middle + 1;
    else to = middle;
  }
  return { pixelNs, stretches, first: from, end: beyond };
}
