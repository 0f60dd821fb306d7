import type { SearchQuery, SearchResult, SliceSummary } from '../api';
import type { RankView } from './rankView';

/** Slices whose name contains the text, case ignored: first the names are looked through, then the slices' name ids. */
export function querySearch(ranks: ReadonlyMap<number, RankView>, query: SearchQuery): SearchResult {
  const text = query.text.toLowerCase();
  const slices: SliceSummary[] = [];
  let totalCount = 0;
  if (text === '') return { slices, totalCount };
  for (const rank of ranks.values()) {
    const { names, slices: table } = rank.index;
    const isHit = new Uint8Array(names.ends.length);
    let hits = 0;
    for (let name = 0; name < isHit.length; name++) {
      if (!rank.nameText(name).toLowerCase().includes(text)) continue;
      isHit[name] = 1;
      hits++;
    }
    if (hits === 0) continue;
    for (let slice = 0; slice < table.name.length; slice++) {
      if (isHit[table.name[slice]] === 0) continue;
      totalCount++;
      if (slices.length < query.maxResults) slices.push(rank.summary(slice));
    }
  }
  return { slices, totalCount };
}
