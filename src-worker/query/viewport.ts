import type {
  CounterCurve,
  FoldedBusy,
  LaneQuads,
  QuadColumns,
  RankNames,
  ViewportQuery,
  ViewportResult,
} from '../api';
import { counterCurve } from './counterCurve';
import { foldedBusy } from './foldedBusy';
import { LANES_PER_RANK, type RankView } from './rankView';
import { RowQuads } from './rowQuads';

/** Answers what is to draw. `ranks` by their index in the dump; those without an index are absent. */
export function queryViewport(ranks: ReadonlyMap<number, RankView>, query: ViewportQuery): ViewportResult {
  const quads = new QuadTable();
  const lanes: LaneQuads[] = [];
  const counters: CounterCurve[] = [];
  const labels = new Map<RankView, Set<number>>();
  for (const lane of query.lanes) {
    const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
    if (!rank) continue;
    const localId = lane % LANES_PER_RANK;
    for (const series of rank.seriesOf(localId)) counters.push(counterCurve(rank, series, lane, query));
    const firstQuad = quads.count;
    for (const position of rank.slicePositions(localId)) addLane(rank, position, query, quads, labelsOf(labels, rank));
    if (quads.count === firstQuad) continue;
    const { generation } = rank;
    lanes.push({ lane, rank: rank.rank, generation, firstQuad, quadCount: quads.count - firstQuad });
  }
  const folded: FoldedBusy[] = [];
  for (const lane of query.folded) {
    const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
    if (rank) folded.push(foldedBusy(rank, lane, lane % LANES_PER_RANK, query));
  }
  const { startNs, endNs, nsPerPixel } = query;
  return { startNs, endNs, nsPerPixel, lanes, quads: quads.columns(), counters, folded, names: namesOf(labels) };
}

function addLane(rank: RankView, position: number, query: ViewportQuery, quads: QuadTable, labels: Set<number>): void {
  const { index, offsetNs } = rank;
  const minLabelNs = query.labelMinPixels * query.nsPerPixel;
  let row = 0;
  const visitor = new RowQuads(index, query.startNs - offsetNs, query.endNs - offsetNs, query.nsPerPixel, {
    quad(startNs, endNs, longest, sliceCount, busyNs) {
      const name = index.slices.name[longest];
      const busy = sliceCount === 1 ? 255 : Math.round((255 * busyNs) / Math.max(1, endNs - startNs));
      const colour = rank.colour(name, position);
      quads.add(startNs + offsetNs, endNs + offsetNs, row, longest, sliceCount, Math.min(255, busy), name, colour);
      if (endNs - startNs >= minLabelNs) labels.add(name);
    },
  });
  const firstRow = index.laneFirstRow[position];
  const endRow = index.laneFirstRow[position + 1];
  for (let at = firstRow; at < endRow; at++) {
    row = at - firstRow;
    visitor.visit(at);
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

/** Quad columns that grow. */
class QuadTable {
  count = 0;
  #capacity = 4096;
  #columns = allocate(4096);

  add(
    startNs: number,
    endNs: number,
    row: number,
    slice: number,
    sliceCount: number,
    busy: number,
    name: number,
    colour: number,
  ): void {
    if (this.count === this.#capacity) this.#grow();
    const at = this.count++;
    const columns = this.#columns;
    columns.startNs[at] = startNs;
    columns.endNs[at] = endNs;
    columns.row[at] = row;
    columns.slice[at] = slice;
    columns.sliceCount[at] = sliceCount;
    columns.busy[at] = busy;
    columns.name[at] = name;
    columns.colour[at] = colour;
  }

  #grow(): void {
    this.#capacity *= 2;
    const bigger = allocate(this.#capacity);
    for (const name of Object.keys(bigger) as (keyof QuadColumns)[]) bigger[name].set(this.#columns[name]);
    this.#columns = bigger;
  }

  /** Exactly as long as there are quads, each column with a buffer of its own, so that they can be transferred. */
  columns(): QuadColumns {
    const { count } = this;
    const { startNs, endNs, row, slice, sliceCount, busy, name, colour } = this.#columns;
    return {
      startNs: startNs.slice(0, count),
      endNs: endNs.slice(0, count),
      row: row.slice(0, count),
      slice: slice.slice(0, count),
      sliceCount: sliceCount.slice(0, count),
      busy: busy.slice(0, count),
      name: name.slice(0, count),
      colour: colour.slice(0, count),
    };
  }
}

function allocate(capacity: number): QuadColumns {
  return {
    startNs: new Float64Array(capacity),
    endNs: new Float64Array(capacity),
    row: new Uint16Array(capacity),
    slice: new Uint32Array(capacity),
    sliceCount: new Uint32Array(capacity),
    busy: new Uint8Array(capacity),
    name: new Uint32Array(capacity),
    colour: new Uint8Array(capacity),
  };
}
