import type {
  CounterCurve,
  FoldedBusy,
  LaneId,
  LaneQuads,
  LaneRows,
  RankNames,
  RankIndex as RankNumber,
  ViewportQuery,
  ViewportResult,
} from '../../../src-contract';
import { LANES_PER_RANK, type PartLane, type RankView } from '../rankView';
import { rowsOfLane } from '../touching';
import { counterCurve } from './counterCurve';
import { type DrawnRow, DrawnRows } from './drawnRows';
import { foldedBusy } from './foldedBusy';
import { GatheredRow } from './gatheredRows';
import { type DrawnViewport, newTable, viewportOf } from './quadColumns';
import { QuadPacker, type QuadPlace, type SliceNames } from './quadPacker';
import {
  type DrawnLane,
  type DrawnParts,
  drawnLeft,
  type LaneShare,
  type LeftDrawn,
  lanesToDraw,
  leaveDrawn,
} from './sharedLanes';

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

/** Answers what is to draw. `ranks` by their index in the dump; those without an index are absent. */
export function queryViewport(
  ranks: ReadonlyMap<number, RankView>,
  query: ViewportQuery,
  space = new DrawingSpace(),
): ViewportResult {
  return viewportOf(query, drawnViewport(space.quads, drawLanes(ranks, query, space), ranks));
}

/**
 * The same in the form in which it goes to the engine's thread. With a `share` it is drawn by two threads: the second one answers
 * nothing, and the first one everything, or nothing where what the two have drawn does not fit together.
 */
export function drawViewport(
  ranks: ReadonlyMap<number, RankView>,
  query: ViewportQuery,
  space: DrawingSpace,
  share: LaneShare | undefined,
): DrawnViewport | undefined {
  const own = drawLanes(ranks, query, space, share);
  if (!share) return drawnViewport(space.quads, own, ranks);
  if (share.isSecond) {
    leaveDrawn(share, space.quads, own);
    return undefined;
  }
  const left = drawnLeft(share, space.quads, query.lanes.length + query.folded.length);
  if (left === 'none') return drawnViewport(space.quads, own, ranks);
  // A rank may have been replaced in between: what is called by number would be called differently.
  if (!left?.lanes.every(({ rank, generation }) => ranks.get(rank)?.generation === generation)) return undefined;
  return drawnViewport(space.quads, own, ranks, left);
}

/** What belongs to the ranks of a query, found once for all of their lanes. */
interface DrawnRank {
  /** What is asked for, by the index's clock. */
  readonly fromNs: number;
  readonly toNs: number;
  readonly labels: Set<number>;
}

/** Draws the lanes, or those that the share leaves to this thread, into the space. */
function drawLanes(
  ranks: ReadonlyMap<number, RankView>,
  query: ViewportQuery,
  { rows: drawnRows, quads }: DrawingSpace,
  share?: LaneShare,
): DrawnParts {
  const { lanes, folded, startNs, endNs, nsPerPixel, labelMinPixels } = query;
  quads.begin(startNs, labelMinPixels * nsPerPixel);
  const drawnRanks = new Map<RankView, DrawnRank>();
  const labels = new Map<RankNumber, ReadonlySet<number>>();
  const rankOf = (rank: RankView): DrawnRank => {
    let own = drawnRanks.get(rank);
    if (own) return own;
    const { time } = rank;
    own = { fromNs: time.first(startNs), toNs: time.last(endNs), labels: new Set() };
    drawnRanks.set(rank, own);
    labels.set(rank.rank, own.labels);
    return own;
  };
  const rowsOf = new Map(query.rows?.map((rows) => [rows.lane, rows]));
  const parts: Part[] = [];
  for (const { first, end } of lanesToDraw(lanes.length + folded.length, share)) {
    const part: Part = { lanes: [], counters: [], folded: [] };
    quads.beginPart();
    for (let at = first; at < end; at++) {
      const isFolded = at >= lanes.length;
      const lane = isFolded ? folded[at - lanes.length] : lanes[at];
      const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
      if (!rank) continue;
      const localId = lane % LANES_PER_RANK;
      if (isFolded) part.folded.push(foldedBusy(rank, lane, localId, query, drawnRows));
      else {
        for (const series of rank.seriesOf(localId)) part.counters.push(counterCurve(rank, series, lane, query));
        part.lanes.push(drawLane(lane, rank, rankOf, rowsOf.get(lane), nsPerPixel, drawnRows, quads));
      }
    }
    parts.push(part);
  }
  // As asked, whichever side they were taken from.
  if (share?.isSecond) parts.reverse();
  return {
    lanes: parts.flatMap((part) => part.lanes),
    counters: parts.flatMap((part) => part.counters),
    folded: parts.flatMap((part) => part.folded),
    labels,
  };
}

/** What has been drawn at a time. */
interface Part {
  readonly lanes: DrawnLane[];
  readonly counters: CounterCurve[];
  readonly folded: FoldedBusy[];
}

function drawLane(
  lane: LaneId,
  rank: RankView,
  rankOf: (rank: RankView) => DrawnRank,
  rows: LaneRows | undefined,
  nsPerPixel: number,
  drawnRows: DrawnRows,
  quads: QuadPacker,
): DrawnLane {
  const { count: quadsBefore, rowCount: rowsBefore } = quads;
  for (const own of rank.lanesWith(lane % LANES_PER_RANK))
    addLane(own, rankOf(rank), rows, nsPerPixel, drawnRows, quads);
  const { rank: number, generation } = rank;
  return {
    lane,
    rank: number,
    generation,
    laneRow: rows?.first ?? 0,
    quadCount: quads.count - quadsBefore,
    rowCount: quads.rowCount - rowsBefore,
  };
}

/** All that has been drawn, and behind it what another thread has left. */
function drawnViewport(
  quads: QuadPacker,
  own: DrawnParts,
  ranks: ReadonlyMap<number, RankView>,
  left?: LeftDrawn,
): DrawnViewport {
  const lanes = placed(left ? [...own.lanes, ...left.lanes] : own.lanes);
  const { table, columns } = newTable(quads, lanes, quads.counts(left?.quads));
  quads.copyTo(columns, left?.quads);
  return {
    table,
    counters: left ? [...own.counters, ...left.counters] : own.counters,
    folded: left ? [...own.folded, ...left.folded] : own.folded,
    names: namesOf(ranks, own.labels, left?.labels),
  };
}

/** Those with quads, one behind the other. */
function placed(drawn: readonly DrawnLane[]): LaneQuads[] {
  const lanes: LaneQuads[] = [];
  let firstQuad = 0;
  let firstRow = 0;
  for (const { lane, rank, generation, laneRow, quadCount, rowCount } of drawn) {
    // Each by its name: to spread an object takes longer than the lane's quads may.
    if (quadCount > 0) lanes.push({ lane, rank, generation, laneRow, quadCount, rowCount, firstQuad, firstRow });
    firstQuad += quadCount;
    firstRow += rowCount;
  }
  return lanes;
}

function addLane(
  { part, lane }: PartLane,
  { fromNs, toNs, labels }: DrawnRank,
  rows: LaneRows | undefined,
  nsPerPixel: number,
  drawnRows: DrawnRows,
  quads: QuadPacker,
): void {
  const { index, time } = part;
  const { firstSlice, firstName } = part.place;
  drawnRows.begin(part, lane, fromNs, toNs, nsPerPixel);
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

/** By rank and id, whatever order they were come upon in, and by whom. */
function namesOf(
  ranks: ReadonlyMap<number, RankView>,
  own: DrawnParts['labels'],
  left: DrawnParts['labels'] = new Map(),
): RankNames[] {
  const numbers = [...new Set([...own.keys(), ...left.keys()])].sort((a, b) => a - b);
  const all: RankNames[] = [];
  for (const rank of numbers) {
    const view = ranks.get(rank);
    if (!view) continue;
    const shown = new Set(own.get(rank));
    for (const id of left.get(rank) ?? []) shown.add(id);
    const ids = new Uint32Array(shown.size);
    let count = 0;
    for (const id of shown) ids[count++] = id;
    ids.sort();
    all.push({ rank, ids, names: Array.from(ids, (id) => view.nameText(id)) });
  }
  return all;
}
