import type {
  CounterCurve,
  FoldedBusy,
  LaneQuads,
  LaneRows,
  RankNames,
  ViewportQuery,
  ViewportResult,
} from '../../src-contract';
import { counterCurve } from './counterCurve';
import { foldedBusy } from './foldedBusy';
import { FoundQuads } from './foundQuads';
import { QuadPacker } from './quadPacker';
import { LANES_PER_RANK, type PartLane, type RankView } from './rankView';
import { RowQuads } from './rowQuads';
import { rowsOfLane } from './touching';

/** Answers what is to draw. `ranks` by their index in the dump; those without an index are absent. */
export function queryViewport(ranks: ReadonlyMap<number, RankView>, query: ViewportQuery): ViewportResult {
  const quads = new QuadPacker(query.startNs, query.labelMinPixels * query.nsPerPixel);
  const found = new FoundQuads();
  const lanes: LaneQuads[] = [];
  const counters: CounterCurve[] = [];
  const labels = new Map<RankView, Set<number>>();
  const rowsOf = new Map(query.rows?.map((rows) => [rows.lane, rows]));
  for (const lane of query.lanes) {
    const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
    if (!rank) continue;
    const localId = lane % LANES_PER_RANK;
    for (const series of rank.seriesOf(localId)) counters.push(counterCurve(rank, series, lane, query));
    const { count: firstQuad, rowCount: firstRow } = quads;
    const rows = rowsOf.get(lane);
    for (const own of rank.lanesWith(localId)) addLane(own, rows, query, found, quads, labelsOf(labels, rank));
    if (quads.count === firstQuad) continue;
    const { generation } = rank;
    const quadCount = quads.count - firstQuad;
    const rowCount = quads.rowCount - firstRow;
    lanes.push({
      lane,
      rank: rank.rank,
      generation,
      firstQuad,
      quadCount,
      laneRow: rows?.first ?? 0,
      firstRow,
      rowCount,
    });
  }
  const folded: FoldedBusy[] = [];
  for (const lane of query.folded) {
    const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
    if (rank) folded.push(foldedBusy(rank, lane, lane % LANES_PER_RANK, query));
  }
  const { startNs, endNs, nsPerPixel } = query;
  return { startNs, endNs, nsPerPixel, lanes, quads: quads.packed(), counters, folded, names: namesOf(labels) };
}

function addLane(
  { part, lane }: PartLane,
  rows: LaneRows | undefined,
  query: ViewportQuery,
  found: FoundQuads,
  quads: QuadPacker,
  labels: Set<number>,
): void {
  const { index, time } = part;
  const visitor = new RowQuads(part, lane, time.first(query.startNs), time.last(query.endNs), query.nsPerPixel, found);
  const place = { ...part.place, time, labels };
  const { first, end } = rowsOfLane(index, lane);
  const endRow = rows ? Math.min(end, first + rows.end) : end;
  for (let row = first + (rows?.first ?? 0); row < endRow; row++) {
    found.clear();
    visitor.visit(row);
    quads.addRow(found, index.slices, place);
  }
}

function labelsOf(labels: Map<RankView, Set<number>>, rank: RankView): Set<number> {
  let own = labels.get(rank);
  if (!own) {
    own = new Set();
    labels.set(rank, own);
  }
  return own;
}

function namesOf(labels: ReadonlyMap<RankView, ReadonlySet<number>>): RankNames[] {
  return [...labels].map(([rank, ids]) => ({
    rank: rank.rank,
    ids: Uint32Array.from(ids),
    names: Array.from(ids, (id) => rank.nameText(id)),
  }));
}
