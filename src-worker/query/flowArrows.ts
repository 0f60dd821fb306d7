import type { FlowArrows, FlowQuery } from '../../src-contract';
import { fromNsOf, toNsOf } from '../index/arrows/arrowEnds';
import type { RankView } from './rankView';

/**
 * Arrows of whole categories that touch the window. Those whose both ends fall on the same pixels of the same rows become
 * one. Where there are more than `maxArrows`, evenly spread ones are kept.
 */
export function queryFlows(ranks: ReadonlyMap<number, RankView>, query: FlowQuery): FlowArrows {
  const shown = new Set<number>(query.lanes);
  const merged: MergedArrows[] = [];
  for (const rank of ranks.values()) {
    const isShown = shownRows(rank, shown);
    query.categories.forEach((name, category) => {
      const index = rank.index.flows.categories.indexOf(name);
      if (index >= 0) merged.push(mergeArrows(rank, index, category, isShown, query));
    });
  }
  const count = merged.reduce((sum, arrows) => sum + arrows.count, 0);
  const kept = keepSome(merged, count, Math.min(count, query.maxArrows));
  return {
    fromNs: Float64Array.from(kept, (arrow) => arrow.fromNs),
    toNs: Float64Array.from(kept, (arrow) => arrow.toNs),
    fromLane: Uint32Array.from(kept, (arrow) => arrow.fromLane),
    toLane: Uint32Array.from(kept, (arrow) => arrow.toLane),
    fromRow: Uint32Array.from(kept, (arrow) => arrow.fromRow),
    toRow: Uint32Array.from(kept, (arrow) => arrow.toRow),
    category: Uint8Array.from(kept, (arrow) => arrow.category),
    arrowCount: Uint32Array.from(kept, (arrow) => arrow.arrowCount),
    totalCount: merged.reduce((sum, { linkCount }) => sum + linkCount, 0),
  };
}

interface Arrow {
  readonly fromNs: number;
  readonly toNs: number;
  readonly fromLane: number;
  readonly toLane: number;
  readonly fromRow: number;
  readonly toRow: number;
  readonly category: number;
  readonly arrowCount: number;
}

/** 1 for each row of the rank that belongs to one of the lanes. */
function shownRows(rank: RankView, lanes: ReadonlySet<number>): Uint8Array {
  const { laneFirstRow, rowFirstSlice } = rank.index;
  const isShown = new Uint8Array(rowFirstSlice.length);
  for (let lane = 0; lane + 1 < laneFirstRow.length; lane++)
    if (lanes.has(rank.laneId(lane))) isShown.fill(1, laneFirstRow[lane], laneFirstRow[lane + 1]);
  return isShown;
}

/** The arrows of one category of one rank. There can be millions in a window: nothing is allocated for each. */
function mergeArrows(
  rank: RankView,
  index: number,
  category: number,
  isShown: Uint8Array,
  query: FlowQuery,
): MergedArrows {
  const { index: own, time } = rank;
  const { flows } = own;
  const { nsPerPixel } = query;
  const merged = new MergedArrows(rank, category);
  const rowOfStart = rowFinder(rank);
  const rowOfEnd = rowFinder(rank);
  rank.flowWindow.visit(index, time.first(query.startNs), time.last(query.endNs), (link) => {
    const fromRow = rowOfStart(flows.fromSlice[link]);
    const toRow = rowOfEnd(flows.toSlice[link]);
    if (isShown[fromRow] === 0 || isShown[toRow] === 0) return;
    const fromPixel = Math.floor(time.toJob(fromNsOf(own, link)) / nsPerPixel);
    const toPixel = Math.floor(time.toJob(toNsOf(own, link)) / nsPerPixel);
    merged.add(link, fromRow, fromPixel, toRow, toPixel);
  });
  return merged;
}

/** As `RankView.rowOf`, but looks first where it has found the last one: arrows of a category mostly join the same rows. */
function rowFinder(rank: RankView): (slice: number) => number {
  const { rowFirstSlice } = rank.index;
  let row = 0;
  return (slice) => {
    if (slice < rowFirstSlice[row] || slice >= rowFirstSlice[row + 1]) row = rank.rowOf(slice);
    return row;
  };
}

const FIRST_CAPACITY = 1024;
const EMPTY = 0xffff_ffff;

/** Arrows by rows and pixels of both ends: a hash table over columns, in order of first sight. */
class MergedArrows {
  count = 0;
  /** Of all of them. */
  linkCount = 0;
  #capacity = FIRST_CAPACITY;
  /** Position among the arrows, or `EMPTY`; twice as many as there is room for. */
  #slots = new Uint32Array(2 * FIRST_CAPACITY).fill(EMPTY);
  #columns = arrowColumns(FIRST_CAPACITY);

  constructor(
    readonly rank: RankView,
    readonly category: number,
  ) {}

  add(link: number, fromRow: number, fromPixel: number, toRow: number, toPixel: number): void {
    this.linkCount++;
    const { arrowCount, links, fromRows, toRows, fromPixels, toPixels } = this.#columns;
    const mask = this.#slots.length - 1;
    let slot = hashOf(fromRow, fromPixel, toRow, toPixel) & mask;
    for (let at = this.#slots[slot]; at !== EMPTY; at = this.#slots[slot]) {
      const isSame =
        fromPixels[at] === fromPixel && toPixels[at] === toPixel && fromRows[at] === fromRow && toRows[at] === toRow;
      if (isSame) {
        arrowCount[at]++;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const at = this.count++;
    this.#slots[slot] = at;
    links[at] = link;
    arrowCount[at] = 1;
    fromRows[at] = fromRow;
    toRows[at] = toRow;
    fromPixels[at] = fromPixel;
    toPixels[at] = toPixel;
    if (this.count === this.#capacity) this.#grow();
  }

  #grow(): void {
    this.#capacity *= 2;
    const bigger = arrowColumns(this.#capacity);
    for (const name of Object.keys(bigger) as (keyof typeof bigger)[]) bigger[name].set(this.#columns[name]);
    this.#columns = bigger;
    this.#slots = new Uint32Array(2 * this.#capacity).fill(EMPTY);
    const mask = this.#slots.length - 1;
    const { fromRows, toRows, fromPixels, toPixels } = bigger;
    for (let at = 0; at < this.count; at++) {
      let slot = hashOf(fromRows[at], fromPixels[at], toRows[at], toPixels[at]) & mask;
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.#slots[slot] = at;
    }
  }

  arrow(at: number): Arrow {
    const { rank, category } = this;
    const { index: own } = rank;
    const { laneFirstRow } = own;
    const { links, fromRows, toRows, arrowCount } = this.#columns;
    const link = links[at];
    const fromLane = rank.laneOfRow(fromRows[at]);
    const toLane = rank.laneOfRow(toRows[at]);
    return {
      fromNs: rank.time.toJob(fromNsOf(own, link)),
      toNs: rank.time.toJob(toNsOf(own, link)),
      fromLane: rank.laneId(fromLane),
      toLane: rank.laneId(toLane),
      fromRow: fromRows[at] - laneFirstRow[fromLane],
      toRow: toRows[at] - laneFirstRow[toLane],
      category,
      arrowCount: arrowCount[at],
    };
  }
}

function arrowColumns(capacity: number) {
  return {
    /** The first of the links. */
    links: new Uint32Array(capacity),
    arrowCount: new Uint32Array(capacity),
    fromRows: new Uint32Array(capacity),
    toRows: new Uint32Array(capacity),
    fromPixels: new Float64Array(capacity),
    toPixels: new Float64Array(capacity),
  };
}

/** Pixels count as far as they differ nearby: their low 32 bits. */
function hashOf(fromRow: number, fromPixel: number, toRow: number, toPixel: number): number {
  let hash = Math.imul(fromPixel | 0, 0x9e37_79b1) ^ Math.imul(toPixel | 0, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ fromRow, 0xc2b2_ae35) ^ Math.imul(toRow, 0x27d4_eb2f);
  return hash ^ (hash >>> 13);
}

/** `keptCount` of the arrows of all tables, evenly spread. */
function keepSome(merged: readonly MergedArrows[], count: number, keptCount: number): Arrow[] {
  const kept: Arrow[] = [];
  let table = 0;
  let before = 0;
  for (let i = 0; i < keptCount; i++) {
    const at = Math.floor((i * count) / keptCount);
    while (at - before >= merged[table].count) before += merged[table++].count;
    kept.push(merged[table].arrow(at - before));
  }
  return kept;
}
