import type { CounterStatistics, LaneId } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import type { DumpContext } from '../../model/dumpContext';
import { LANES_PER_RANK } from '../../query/rankView';

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
    view.seriesOf(localId).map(({ series, timeNs, value }) => ({ series, ...valueStatistics(timeNs, value) })),
  );
  return (own ?? []).map((statistics) => ({ lane, ...statistics }));
}

/** Each value holds until the next sample; the last one for no time. */
export function valueStatistics(
  timeNs: Float64Array,
  values: Float64Array,
): Pick<CounterStatistics, 'min' | 'mean' | 'max' | 'sampleCount'> {
  let [min, max, area] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  values.forEach((value, at) => {
    min = Math.min(min, value);
    max = Math.max(max, value);
    if (at + 1 < values.length) area += value * (timeNs[at + 1] - timeNs[at]);
  });
  const sampleCount = values.length;
  const spanNs = sampleCount > 0 ? timeNs[sampleCount - 1] - timeNs[0] : 0;
  if (sampleCount === 0) return { min: Number.NaN, mean: Number.NaN, max: Number.NaN, sampleCount };
  // All at one instant: there is no time to weigh by.
  const mean = spanNs > 0 ? area / spanNs : values.reduce((sum, value) => sum + value, 0) / sampleCount;
  return { min, mean, max, sampleCount };
}
