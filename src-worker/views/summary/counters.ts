import type { CounterStatistics, LaneId } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import type { DumpContext } from '../../model/dumpContext';
import { LANES_PER_RANK } from '../../query/rankView';
import { valuesBetween } from '../../query/sums/counterValues';

/** Least, mean and greatest value of each series of these counter lanes; lanes that are not there are left out. */
export async function counterStatistics(dump: DumpContext, lanes: readonly LaneId[]): Promise<CounterStatistics[]> {
  const lanesOf = groupBy(lanes, (lane) => Math.floor(lane / LANES_PER_RANK));
  const statistics = await dump.overRanks([...lanesOf.keys()], async (rank) => {
    const own: CounterStatistics[] = [];
    for (const lane of lanesOf.get(rank) ?? []) own.push(...(await laneStatistics(dump, rank, lane)));
    return own;
  });
  return statistics.flat();
}

async function laneStatistics(dump: DumpContext, rank: number, lane: LaneId): Promise<CounterStatistics[]> {
  const localId = lane % LANES_PER_RANK;
  const own = await dump.ofTimeline(`counter ${localId}`, rank, (view) =>
    view.seriesOf(localId).map(({ series, timeNs, value }) => {
      const { min, mean, max, sampleCount } = valuesBetween(timeNs, value);
      return { series, min, mean, max, sampleCount };
    }),
  );
  return (own ?? []).map((statistics) => ({ lane, ...statistics }));
}
