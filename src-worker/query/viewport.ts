import type {
  CounterCurve,
  FoldedBusy,
  LaneId,
  LaneQuads,
  LaneRows,
  PackedQuads,
  RankNames,
  ViewportQuery,
  ViewportResult,
} from '../../src-contract';
import { counterCurve } from './counterCurve';
import { type DrawnRow, DrawnRows } from './drawnRows';
import { foldedBusy } from './foldedBusy';
import { GatheredRow } from './gatheredRows';
import { QuadPacker, type QuadPlace, type SliceNames } from './quadPacker';
import { LANES_PER_RANK, type PartLane, type RankView } from './rankView';
import { type LaneShare, lanesToDraw, leaveQuads, quadsLeft } from './sharedLanes';
import { rowsOfLane } from './touching';

/** Memory that one answer after another is made in. */
export class DrawingSpace {
  readonly quads: QuadPacker;
  readonly rows: DrawnRows;

  /** `module` of assembly/, if there is one. */
  constructor(module?: WebAssembly.Module) {
    this.rows = new DrawnRows(module);
    this.quads = new QuadPacker(this.rows.space);
  }
}

/**
 * Answers what is to draw. `ranks` by their index in the dump; those without an index are absent. With a `share` it is only
 * what that leaves to this thread, but of the first one it has all quads.
 */
export function queryViewport(
  ranks: ReadonlyMap<number, RankView>,
  query: ViewportQuery,
  { rows: drawnRows, quads } = new DrawingSpace(),
  share?: LaneShare,
): ViewportResult {
  beginQuads(quads, query);
  const parts: DrawnLane[][] = [];
  const labels = new Map<RankView, Set<number>>();
  const rowsOf = new Map(query.rows?.map((rows) => [rows.lane, rows]));
  const drawLane = (lane: LaneId, rank: RankView): DrawnLane => {
    const localId = lane % LANES_PER_RANK;
    const counters = rank.seriesOf(localId).map((series) => counterCurve(rank, series, lane, query));
    const { count: quadsBefore, rowCount: rowsBefore } = quads;
    const rows = rowsOf.get(lane);
    for (const own of rank.lanesWith(localId)) addLane(own, rows, query, drawnRows, quads, labelsOf(labels, rank));
    const quadCount = quads.count - quadsBefore;
    const rowCount = quads.rowCount - rowsBefore;
    const laneRow = rows?.first ?? 0;
    const { rank: number, generation } = rank;
    return { counters, rows: { lane, rank: number, generation, laneRow, quadCount, rowCount }, folded: undefined };
  };
  const { lanes, folded } = query;
  for (const { first, end } of lanesToDraw(lanes.length + folded.length, share)) {
    const drawn: DrawnLane[] = [];
    quads.beginPart();
    for (let at = first; at < end; at++) {
      const isFolded = at >= lanes.length;
      const lane = isFolded ? folded[at - lanes.length] : lanes[at];
      const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
      if (!rank) continue;
      if (!isFolded) drawn.push(drawLane(lane, rank));
      else drawn.push(foldedLane(foldedBusy(rank, lane, lane % LANES_PER_RANK, query, drawnRows)));
    }
    parts.push(drawn);
  }
  // As asked, whichever side they were taken from.
  if (share?.isSecond) parts.reverse();
  const drawn = parts.flat();
  const { startNs, endNs, nsPerPixel } = query;
  return {
    startNs,
    endNs,
    nsPerPixel,
    lanes: placed(drawn),
    quads: packedQuads(quads, query, share),
    counters: drawn.flatMap(({ counters }) => counters),
    folded: drawn.flatMap(({ folded }) => folded ?? []),
    names: namesOf(labels),
  };
}

function beginQuads(quads: QuadPacker, { startNs, nsPerPixel, labelMinPixels }: ViewportQuery): void {
  quads.begin(startNs, labelMinPixels * nsPerPixel);
}

/** All quads of the answer; none of the second thread, which leaves its own to the first. */
function packedQuads(quads: QuadPacker, query: ViewportQuery, share: LaneShare | undefined): PackedQuads {
  if (!share?.isSecond) return quads.packed(share && quadsLeft(share, query.lanes.length + query.folded.length));
  leaveQuads(share, quads);
  beginQuads(quads, query);
  return quads.packed();
}

/** A lane or a folded one, before it is known what lies before it. */
interface DrawnLane {
  readonly counters: readonly CounterCurve[];
  readonly rows: Omit<LaneQuads, 'firstQuad' | 'firstRow'> | undefined;
  readonly folded: FoldedBusy | undefined;
}

function foldedLane(folded: FoldedBusy): DrawnLane {
  return { counters: [], rows: undefined, folded };
}

/** Those with quads, one behind the other. */
function placed(drawn: readonly DrawnLane[]): LaneQuads[] {
  const lanes: LaneQuads[] = [];
  let firstQuad = 0;
  let firstRow = 0;
  for (const { rows } of drawn) {
    if (!rows) continue;
    const { lane, rank, generation, laneRow, quadCount, rowCount } = rows;
    // Each by its name: to spread an object takes longer than the lane's quads may.
    if (quadCount > 0) lanes.push({ lane, rank, generation, laneRow, quadCount, rowCount, firstQuad, firstRow });
    firstQuad += quadCount;
    firstRow += rowCount;
  }
  return lanes;
}

function addLane(
  { part, lane }: PartLane,
  rows: LaneRows | undefined,
  query: ViewportQuery,
  drawnRows: DrawnRows,
  quads: QuadPacker,
  labels: Set<number>,
): void {
  const { index, time } = part;
  const { firstSlice, firstName } = part.place;
  drawnRows.begin(part, lane, time.first(query.startNs), time.last(query.endNs), query.nsPerPixel);
  const place = { firstSlice, firstName, time, labels };
  const { first, end } = rowsOfLane(index, lane);
  const endRow = rows ? Math.min(end, first + rows.end) : end;
  for (let row = first + (rows?.first ?? 0); row < endRow; row++)
    addRow(quads, drawnRows.row(row), index.slices.name, place);
}

function addRow(quads: QuadPacker, row: DrawnRow, names: SliceNames, place: QuadPlace): void {
  if (row instanceof GatheredRow) quads.addGathered(row, names, place);
  else quads.addRow(row, names, place);
}

function labelsOf(labels: Map<RankView, Set<number>>, rank: RankView): Set<number> {
  let own = labels.get(rank);
  if (!own) {
    own = new Set();
    labels.set(rank, own);
  }
  return own;
}

/** By rank and id, whatever order they were come upon in. */
function namesOf(labels: ReadonlyMap<RankView, ReadonlySet<number>>): RankNames[] {
  return [...labels]
    .map(([rank, labelled]) => {
      const ids = new Uint32Array(labelled.size);
      let count = 0;
      for (const id of labelled) ids[count++] = id;
      ids.sort();
      return { rank: rank.rank, ids, names: Array.from(ids, (id) => rank.nameText(id)) };
    })
    .sort((a, b) => a.rank - b.rank);
}
