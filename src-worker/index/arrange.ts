import { type Chunks, type Columns, createColumns, rowCount } from './chunks';
import type { SLICE_COLUMNS } from './eventStore';
import { packRows } from './packRows';
import { INDEX_SLICE_COLUMNS } from './rankIndex';
import { sortedOrder } from './sortLane';

export interface ArrangedLanes {
  readonly slices: Columns<typeof INDEX_SLICE_COLUMNS>;
  /** One more than lanes. */
  readonly laneFirstRow: Uint32Array;
  /** One more than rows. */
  readonly rowFirstSlice: Uint32Array;
  readonly overlapCounts: Float64Array;
}

/**
 * Puts slices into their final order (lane, row, start). Lanes are 0 … laneCount - 1.
 * With `drain` the chunks are emptied on the way, so that the slices are in memory about once.
 */
export function arrangeSlices(
  sources: readonly Chunks<typeof SLICE_COLUMNS>[],
  laneCount: number,
  drain: boolean,
): ArrangedLanes {
  const total = sources.reduce((sum, chunks) => sum + rowCount(chunks), 0);
  const slices = createColumns(INDEX_SLICE_COLUMNS, total, true);
  const laneFirst = scatterByLane(sources, laneCount, slices, drain);

  const laneFirstRow = new Uint32Array(new SharedArrayBuffer(4 * (laneCount + 1)));
  const rowFirst: number[] = [0];
  const overlapCounts = new Float64Array(laneCount);
  for (let lane = 0; lane < laneCount; lane++) {
    const first = laneFirst[lane];
    const count = laneFirst[lane + 1] - first;
    const order = sortedOrder(slices.startNs, slices.endNs, first, count);
    const packed = packRows(slices.startNs, slices.endNs, first, count, order);
    overlapCounts[lane] = packed.overlapCount;
    const rowStarts = new Uint32Array(packed.rowCount + 1);
    for (let i = 0; i < count; i++) rowStarts[packed.rows[i] + 1]++;
    for (let row = 0; row < packed.rowCount; row++) {
      rowStarts[row + 1] += rowStarts[row];
      rowFirst.push(first + rowStarts[row + 1]);
    }
    laneFirstRow[lane + 1] = rowFirst.length - 1;
    if (packed.rowCount > 1 || order) moveSlices(slices, first, finalOrder(packed.rows, rowStarts, order));
  }
  const rowFirstSlice = new Uint32Array(new SharedArrayBuffer(4 * rowFirst.length));
  rowFirstSlice.set(rowFirst);
  return { slices, laneFirstRow, rowFirstSlice, overlapCounts };
}

/** Copies the chunks' rows into the columns, lane after lane, in file order; answers where each lane begins. */
function scatterByLane(
  sources: readonly Chunks<typeof SLICE_COLUMNS>[],
  laneCount: number,
  into: Columns<typeof INDEX_SLICE_COLUMNS>,
  drain: boolean,
): Uint32Array {
  const laneFirst = new Uint32Array(laneCount + 1);
  for (const chunks of sources)
    for (const { columns, count } of chunks.list) for (let i = 0; i < count; i++) laneFirst[columns.lane[i] + 1]++;
  for (let lane = 0; lane < laneCount; lane++) laneFirst[lane + 1] += laneFirst[lane];

  const next = laneFirst.slice();
  for (const chunks of sources)
    for (const { columns, count } of drain ? drained(chunks) : chunks.list) {
      for (let i = 0; i < count; i++) {
        const to = next[columns.lane[i]]++;
        into.startNs[to] = columns.startNs[i];
        into.endNs[to] = columns.endNs[i];
        into.name[to] = columns.name[i];
        into.category[to] = columns.category[i];
        into.flags[to] = columns.flags[i];
        into.byteOffset[to] = columns.byteOffset[i];
      }
    }
  return laneFirst;
}

function* drained(chunks: Chunks<typeof SLICE_COLUMNS>) {
  for (let chunk = chunks.list.shift(); chunk; chunk = chunks.list.shift()) yield chunk;
}

/** For each final place in the lane the place it is taken from: by row, and within it by start. */
function finalOrder(rows: Uint16Array, rowStarts: Uint32Array, order: Uint32Array | undefined): Uint32Array {
  const next = rowStarts.slice();
  const final = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) final[next[rows[i]]++] = order ? order[i] : i;
  return final;
}

function moveSlices(slices: Columns<typeof INDEX_SLICE_COLUMNS>, first: number, order: Uint32Array): void {
  for (const column of Object.values(slices)) {
    const part = column.subarray(first, first + order.length);
    const before = part.slice();
    for (let i = 0; i < order.length; i++) part[i] = before[order[i]];
  }
}
