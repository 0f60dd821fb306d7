import type { SearchQuery, SearchResult, SliceSummary } from '../api';
import type { RankView } from './rankView';

/**
 * Slices whose name contains the text, case ignored. The names are looked through first; how many slices each of them has
 * is known, so that slices are only looked through until there are enough of them.
 */
export function querySearch(ranks: ReadonlyMap<number, RankView>, query: SearchQuery): SearchResult {
  const text = query.text.toLowerCase();
  const slices: SliceSummary[] = [];
  let totalCount = 0;
  if (text === '') return { slices, totalCount };
  for (const rank of ranks.values()) {
    const isHit = rank.nameSearch.find(text);
    if (!isHit) continue;
    const hits = sliceCountOf(rank, isHit);
    totalCount += hits;
    const wanted = Math.min(hits, query.maxResults - slices.length);
    for (const slice of firstHits(rank, isHit, wanted)) slices.push(rank.summary(slice));
  }
  return { slices, totalCount };
}

function sliceCountOf({ slicesPerName }: RankView, isHit: Uint8Array): number {
  let count = 0;
  for (let name = 0; name < isHit.length; name++) if (isHit[name] === 1) count += slicesPerName[name];
  return count;
}

/** The first slices with these names, by lane and, within it, by start: `wanted` of them, which there are. */
function firstHits({ index }: RankView, isHit: Uint8Array, wanted: number): number[] {
  const { laneFirstRow, rowFirstSlice } = index;
  const { name: names, startNs } = index.slices;
  const found: number[] = [];
  for (let lane = 0; lane < index.lanes.length && found.length < wanted; lane++) {
    const room = wanted - found.length;
    /** Of each row those that can be among the lane's first. */
    const first: number[] = [];
    for (let row = laneFirstRow[lane]; row < laneFirstRow[lane + 1]; row++) {
      const end = rowFirstSlice[row + 1];
      let slice = nextHit(names, isHit, rowFirstSlice[row], end);
      for (let inRow = 0; slice < end && inRow < room; inRow++) {
        first.push(slice);
        slice = nextHit(names, isHit, slice + 1, end);
      }
    }
    first.sort((a, b) => startNs[a] - startNs[b] || a - b);
    for (const slice of first.slice(0, room)) found.push(slice);
  }
  return found;
}

/** First slice of [from, end) with one of the names, or `end`. The one loop over slices, and so small to be fast at once. */
function nextHit(names: Uint32Array, isHit: Uint8Array, from: number, end: number): number {
  let slice = from;
  while (slice < end && isHit[names[slice]] === 0) slice++;
  return slice;
}
