import type { SearchQuery, SearchResult, SliceSummary } from '../../src-contract';
import type { IndexSlices } from '../index/columns/indexSlices';
import type { RankIndex } from '../index/rankIndex';
import type { PartView } from './partView';
import type { RankView } from './rankView';
import { slicesTouching } from './touching';

/** How many slices of a lane's fullest row are looked at first, per result wanted, and how fast that grows. */
const STRETCH_PER_HIT = 4;
const STRETCH_GROWTH = 4;

/**
 * Slices whose name contains the text, case ignored. The names are looked through first; how many slices each of them has
 * is known, so that slices are only looked through until there are enough of them.
 */
export function querySearch(ranks: ReadonlyMap<number, RankView>, query: SearchQuery): SearchResult {
  const text = query.text.toLowerCase();
  const slices: SliceSummary[] = [];
  let totalCount = 0;
  if (text === '') return { slices, totalCount };
  for (const part of [...ranks.values()].flatMap(({ parts }) => parts)) {
    const isHit = part.nameSearch.find(text);
    if (!isHit) continue;
    const hits = part.nameDurations.of(isHit).count;
    totalCount += hits;
    const wanted = Math.min(hits, query.maxResults - slices.length);
    for (const slice of firstHits(part, isHit, wanted)) slices.push(part.summary(slice));
  }
  return { slices, totalCount };
}

/** The first slices with these names, by lane and, within it, by start: `wanted` of them, which there are. */
function firstHits({ index }: PartView, isHit: Uint8Array, wanted: number): number[] {
  const found: number[] = [];
  for (let lane = 0; lane < index.lanes.length && found.length < wanted; lane++)
    for (const slice of hitsOfLane(index, isHit, lane, wanted - found.length)) found.push(slice);
  return found;
}

/** The lane's first `room` hits: all rows are gone through together, in stretches of time that grow. */
function hitsOfLane(index: RankIndex, isHit: Uint8Array, lane: number, room: number): number[] {
  const { laneFirstRow, rowFirstSlice } = index;
  const { name: names, startNs } = index.slices;
  const rows = Array.from({ length: laneFirstRow[lane + 1] - laneFirstRow[lane] }, (_, i) => {
    const row = laneFirstRow[lane] + i;
    return { row, next: rowFirstSlice[row], end: rowFirstSlice[row + 1] };
  });
  const { next: first, end } = rows.reduce((a, b) => (b.end - b.next > a.end - a.next ? b : a), {
    row: 0,
    next: 0,
    end: 0,
  });
  const hits: number[] = [];
  for (let stretch = STRETCH_PER_HIT * room; ; stretch *= STRETCH_GROWTH) {
    const isRest = first + stretch >= end;
    for (const row of rows) {
      const until = isRest
        ? row.end
        : slicesTouching(index, row.row, Number.NEGATIVE_INFINITY, startNs[first + stretch]).end;
      let slice = nextHit(names, isHit, row.next, until);
      // More of one row can't be among the lane's first.
      for (let inRow = 0; slice < until && inRow < room; inRow++) {
        hits.push(slice);
        slice = nextHit(names, isHit, slice + 1, until);
      }
      row.next = until;
    }
    if (isRest || hits.length >= room) break;
  }
  return hits.sort((a, b) => startNs[a] - startNs[b] || a - b).slice(0, room);
}

/** First slice of [from, end) with one of the names, or `end`. The one loop over slices, and so small to be fast at once. */
function nextHit(names: IndexSlices['name'], isHit: Uint8Array, from: number, end: number): number {
  let slice = from;
  while (slice < end && isHit[names[slice]] === 0) slice++;
  return slice;
}
