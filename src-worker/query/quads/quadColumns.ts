import type {
  CounterCurve,
  FoldedBusy,
  LaneId,
  LaneQuads,
  PackedQuads,
  RankNames,
  RankIndex as RankNumber,
  ViewportQuery,
  ViewportResult,
} from '../../../src-contract';

/** All of the answer's quads, as columns. */
export type QuadColumns = Omit<PackedQuads, 'originNs' | 'namedFromNs'>;

/** How long the columns are: each has one number for each row, quad, name, or large number. */
export interface QuadCounts {
  readonly rows: number;
  readonly quads: number;
  readonly names: number;
  readonly large: number;
}

const FLOAT_BYTES = 8;
const WORD_BYTES = 4;
/** A gap, a duration, a slice; what is in bytes: a count, a share, a colour. */
const QUAD_BYTES = 3 * WORD_BYTES + 3;

export function columnBytes({ rows, quads, names, large }: QuadCounts): number {
  return FLOAT_BYTES * large + WORD_BYTES * (rows + names) + QUAD_BYTES * quads;
}

/** Columns of these lengths, one behind the other from `at` on, a multiple of 8: the widest first, so that none needs a gap before it. */
export function columnsIn(buffer: ArrayBufferLike, at: number, { rows, quads, names, large }: QuadCounts): QuadColumns {
  const rowQuadsAt = at + FLOAT_BYTES * large;
  const gapsAt = rowQuadsAt + WORD_BYTES * rows;
  const durationsAt = gapsAt + WORD_BYTES * quads;
  const slicesAt = durationsAt + WORD_BYTES * quads;
  const namesAt = slicesAt + WORD_BYTES * quads;
  const countsAt = namesAt + WORD_BYTES * names;
  return {
    large: new Float64Array(buffer, at, large),
    rowQuads: new Uint32Array(buffer, rowQuadsAt, rows),
    gapNs: new Uint32Array(buffer, gapsAt, quads),
    durationNs: new Uint32Array(buffer, durationsAt, quads),
    slice: new Uint32Array(buffer, slicesAt, quads),
    name: new Uint32Array(buffer, namesAt, names),
    sliceCount: new Uint8Array(buffer, countsAt, quads),
    busy: new Uint8Array(buffer, countsAt + quads, quads),
    colour: new Uint8Array(buffer, countsAt + 2 * quads, quads),
  };
}

export function countsOf({ rowQuads, gapNs, name, large }: QuadColumns): QuadCounts {
  return { rows: rowQuads.length, quads: gapNs.length, names: name.length, large: large.length };
}

/** An answer on its way from a thread: lanes and quads in one buffer, since each buffer and each lane's object costs both sides something. */
export interface DrawnViewport {
  /** See `Head`; then the lanes, then the columns. */
  readonly table: ArrayBuffer;
  readonly counters: readonly CounterCurve[];
  readonly folded: readonly FoldedBusy[];
  readonly names: readonly RankNames[];
}

/** What the table begins with. */
enum Head {
  originNs,
  namedFromNs,
  rows,
  quads,
  names,
  large,
  lanes,
  size,
}

/** Numbers of a lane: see `LaneQuads`. */
const LANE_NUMBERS = 8;

function columnsAt(laneCount: number): number {
  return FLOAT_BYTES * (Head.size + LANE_NUMBERS * laneCount);
}

/** The table of these lanes, with columns to fill. */
export function newTable(
  { originNs, namedFromNs }: Pick<PackedQuads, 'originNs' | 'namedFromNs'>,
  lanes: readonly LaneQuads[],
  counts: QuadCounts,
): { readonly table: ArrayBuffer; readonly columns: QuadColumns } {
  const at = columnsAt(lanes.length);
  const table = new ArrayBuffer(at + columnBytes(counts));
  const numbers = new Float64Array(table, 0, at / FLOAT_BYTES);
  numbers[Head.originNs] = originNs;
  numbers[Head.namedFromNs] = namedFromNs;
  numbers[Head.rows] = counts.rows;
  numbers[Head.quads] = counts.quads;
  numbers[Head.names] = counts.names;
  numbers[Head.large] = counts.large;
  numbers[Head.lanes] = lanes.length;
  let to: number = Head.size;
  for (const { lane, rank, generation, firstQuad, quadCount, laneRow, firstRow, rowCount } of lanes) {
    numbers[to++] = lane;
    numbers[to++] = rank;
    numbers[to++] = generation;
    numbers[to++] = firstQuad;
    numbers[to++] = quadCount;
    numbers[to++] = laneRow;
    numbers[to++] = firstRow;
    numbers[to++] = rowCount;
  }
  return { table, columns: columnsIn(table, at, counts) };
}

/** The answer to the query; its columns lie in the table. */
export function viewportOf(
  { startNs, endNs, nsPerPixel }: ViewportQuery,
  { table, counters, folded, names }: DrawnViewport,
): ViewportResult {
  const head = new Float64Array(table, 0, Head.size);
  const counts = { rows: head[Head.rows], quads: head[Head.quads], names: head[Head.names], large: head[Head.large] };
  const { [Head.originNs]: originNs, [Head.namedFromNs]: namedFromNs, [Head.lanes]: laneCount } = head;
  const at = columnsAt(laneCount);
  const numbers = new Float64Array(table, FLOAT_BYTES * Head.size, LANE_NUMBERS * laneCount);
  const lanes: LaneQuads[] = [];
  for (let from = 0; from < numbers.length; ) {
    lanes.push({
      lane: numbers[from++] as LaneId,
      rank: numbers[from++] as RankNumber,
      generation: numbers[from++],
      firstQuad: numbers[from++],
      quadCount: numbers[from++],
      laneRow: numbers[from++],
      firstRow: numbers[from++],
      rowCount: numbers[from++],
    });
  }
  const quads = { originNs, namedFromNs, ...columnsIn(table, at, counts) };
  return { startNs, endNs, nsPerPixel, lanes, quads, counters, folded, names };
}
