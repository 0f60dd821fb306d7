import {
  type LaneId,
  MOST_STATISTICS_RANKS,
  type RankIndex as RankNumber,
  type RegionCounter,
  type StatisticsQuery,
  type StatisticsResult,
} from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import { chosenLanes, ownStretch } from '../chosenLanes';
import { LANES_PER_RANK, type RankView } from '../rankView';
import { valuesBetween } from './counterValues';
import { sumLanes } from './laneRegion';
import { NameSums } from './nameSums';
import type { SummedLanes } from './summedLanes';

const NS_PER_SECOND = 1e9;

/**
 * Counts and times of the slices of a region, by name; and of its counters. `summed` sums them up where there is WebAssembly, and memory.
 */
export function queryStatistics(
  ranks: ReadonlyMap<number, RankView>,
  query: StatisticsQuery,
  summed?: SummedLanes,
): StatisticsResult {
  const lanesOfRanks = groupBy(query.lanes, rankOf);
  const asked = [...lanesOfRanks.keys()].filter((rank) => ranks.has(rank)).sort((a, b) => a - b);
  const told = asked.length <= MOST_STATISTICS_RANKS ? asked : [];
  const sums = new NameSums(told.length);
  asked.forEach((number, i) => {
    const rank = ranks.get(number)!;
    const region = ownStretch(rank, query);
    const own = chosenLanes(rank, { lanes: lanesOfRanks.get(number)! });
    const column = told.length > 0 ? i : -1;
    for (const [part, lanesOfPart] of groupBy(own, (lane) => lane.part)) {
      const lanes = lanesOfPart.map(({ lane }) => lane);
      const isSummed = summed?.sum(part, lanes, region, (ofPart) => sums.add(ofPart, column));
      if (!isSummed) sums.add(sumLanes(part, lanes, region), column);
    }
  });
  const counters = query.lanes.flatMap((lane) => {
    const rank = ranks.get(rankOf(lane));
    return rank ? countersOf(rank, lane, query) : [];
  });
  const { sliceCount, nameCount } = sums;
  const { allSelfNs } = sums;
  const ranksTold = { rankCount: asked.length, ranks: told as RankNumber[] };
  return { rows: sums.rows(query.maxRows), sliceCount, nameCount, allSelfNs, ...ranksTold, counters };
}

const rankOf = (lane: number): number => Math.floor(lane / LANES_PER_RANK);

function countersOf(rank: RankView, lane: LaneId, { startNs, endNs }: StatisticsQuery): RegionCounter[] {
  return rank.seriesOf(lane % LANES_PER_RANK).flatMap(({ timeNs, value, counter, series }) => {
    const values = valuesBetween(timeNs, value, rank.time.first(startNs), rank.time.last(endNs));
    const { min, mean, max, area, sampleCount } = values;
    return sampleCount === 0 ? [] : [{ lane, counter, series, min, mean, max, integral: area / NS_PER_SECOND }];
  });
}
