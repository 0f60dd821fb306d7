import type { SearchQuery, SearchResult, SliceSummary } from '../api';
import type { RankView } from './rankView';

/** Slices whose name contains the text, case ignored: first the names are looked through, then the slices' name ids. */
export function querySearch(ranks: ReadonlyMap<number, RankView>, query: SearchQuery): SearchResult {
  const text = query.text.toLowerCase();
  const slices: SliceSummary[] = [];
  let totalCount = 0;
  if (text === '') return { slices, totalCount };
  for (const rank of ranks.values()) {
    const { lanes, laneFirstRow, rowFirstSlice } = rank.index;
    const { name: names, startNs } = rank.index.slices;
    const isHit = rank.nameSearch.find(text);
    if (!isHit) continue;
    for (let lane = 0; lane < lanes.length; lane++) {
      const room = query.maxResults - slices.length;
      /** Of each row those that can be among the lane's first. */
      const first: number[] = [];
      for (let row = laneFirstRow[lane]; row < laneFirstRow[lane + 1]; row++) {
        let inRow = 0;
        for (let slice = rowFirstSlice[row]; slice < rowFirstSlice[row + 1]; slice++) {
          if (isHit[names[slice]] === 0) continue;
          if (inRow++ < room) first.push(slice);
        }
        totalCount += inRow;
      }
      first.sort((a, b) => startNs[a] - startNs[b] || a - b);
      for (const slice of first.slice(0, room)) slices.push(rank.summary(slice));
    }
  }
  return { slices, totalCount };
}
