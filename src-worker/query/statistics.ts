import {
  type LaneId,
  MOST_STATISTICS_RANKS,
  type RankIndex as RankNumber,
  type RegionCounter,
  type StatisticsQuery,
  type StatisticsResult,
} from '../../src-contract';
import { valuesBetween } from './counterValues';
import { LaneRegion } from './laneRegion';
import { NameSums } from './nameSums';
import { LANES_PER_RANK, type RankView } from './rankView';

const NS_PER_SECOND = 1e9;

/** Counts and times of the slices of a region, by name; and of its counters. */
export function queryStatistics(ranks: ReadonlyMap<number, RankView>, query: StatisticsQuery): StatisticsResult {
  const asked = [...new Set(query.lanes.map(rankOf))].filter((rank) => ranks.has(rank)).sort((a, b) => a - b);
  const told = asked.length <= MOST_STATISTICS_RANKS ? asked : [];
  const sums = new NameSums(told.length);
  for (const number of asked) {
    const rank = ranks.get(number)!;
    for (const lane of query.lanes)
      if (rankOf(lane) === number)
        for (const own of rank.lanesWith(lane % LANES_PER_RANK)) new LaneRegion(own, query, sums).add();
    sums.endRank(told.indexOf(number));
  }
  const counters = query.lanes.flatMap((lane) => {
    const rank = ranks.get(rankOf(lane));
    return rank ? countersOf(rank, lane, query) : [];
  });
  const { sliceCount, nameCount } = sums;
  return { rows: sums.rows(query.maxRows), sliceCount, nameCount, ranks: told as RankNumber[], counters };
}

const rankOf = (lane: number): number => Math.floor(lane / LANES_PER_RANK);

function countersOf(rank: RankView, lane: LaneId, { startNs, endNs }: StatisticsQuery): RegionCounter[] {
  return rank.seriesOf(lane % LANES_PER_RANK).flatMap(({ timeNs, value, counter, series }) => {
    const values = valuesBetween(timeNs, value, rank.time.first(startNs), rank.time.last(endNs));
    const { min, mean, max, area, sampleCount } = values;
    return sampleCount === 0 ? [] : [{ lane, counter, series, min, mean, max, integral: area / NS_PER_SECOND }];
  });
}
