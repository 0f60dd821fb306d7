import type { NameStatistics, StatisticsQuery, StatisticsResult } from '../../src-contract';
import { LANES_PER_RANK, type RankView } from './rankView';
import { rowsOfLane, slicesTouching } from './touching';

interface Totals {
  readonly name: string;
  /** Of the longest slice. */
  rank: RankView;
  count: number;
  totalNs: number;
  minNs: number;
  maxNs: number;
  longest: number;
  colour: number;
}

/** Count and times of the slices that touch a stretch of time, by name. */
export function queryStatistics(ranks: ReadonlyMap<number, RankView>, query: StatisticsQuery): StatisticsResult {
  const byName = new Map<string, Totals>();
  let sliceCount = 0;
  for (const lane of query.lanes) {
    const rank = ranks.get(Math.floor(lane / LANES_PER_RANK));
    if (!rank) continue;
    for (const position of rank.slicePositions(lane % LANES_PER_RANK))
      sliceCount += addLane(rank, position, query, byName);
  }
  const rows = [...byName.values()]
    .sort((a, b) => b.totalNs - a.totalNs || (a.name < b.name ? -1 : 1))
    .slice(0, query.maxRows)
    .map(({ rank, name, count, totalNs, minNs, maxNs, longest, colour }): NameStatistics => {
      return { name, count, totalNs, minNs, maxNs, colour, longest: rank.summary(longest) };
    });
  return { rows, sliceCount, nameCount: byName.size };
}

function addLane(rank: RankView, position: number, query: StatisticsQuery, into: Map<string, Totals>): number {
  const { index, offsetNs } = rank;
  const { slices } = index;
  /** Per name id, so that texts are looked up once per name and not once per slice. */
  const own = new Map<number, Totals>();
  let sliceCount = 0;
  const rows = rowsOfLane(index, position);
  for (let row = rows.first; row < rows.end; row++) {
    const { first, end } = slicesTouching(index, row, query.startNs - offsetNs, query.endNs - offsetNs);
    sliceCount += end - first;
    for (let slice = first; slice < end; slice++) {
      const nameId = slices.name[slice];
      let totals = own.get(nameId);
      if (!totals) {
        totals = totalsOf(rank, nameId, position, slice, into);
        own.set(nameId, totals);
      }
      const durationNs = slices.endNs[slice] - slices.startNs[slice];
      totals.count++;
      totals.totalNs += durationNs;
      totals.minNs = Math.min(totals.minNs, durationNs);
      if (durationNs > totals.maxNs) {
        totals.maxNs = durationNs;
        totals.longest = slice;
        totals.rank = rank;
      }
    }
  }
  return sliceCount;
}

function totalsOf(rank: RankView, nameId: number, position: number, slice: number, into: Map<string, Totals>): Totals {
  const name = rank.nameText(nameId);
  let totals = into.get(name);
  if (!totals) {
    const colour = rank.colour(nameId, position);
    totals = { rank, name, count: 0, totalNs: 0, minNs: Number.POSITIVE_INFINITY, maxNs: -1, longest: slice, colour };
    into.set(name, totals);
  }
  return totals;
}
