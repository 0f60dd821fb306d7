import type { NameStatistics, StatisticsQuery, StatisticsResult } from '../../src-contract';
import { durationNsOf } from '../index/indexSlices';
import type { PartView } from './partView';
import { LANES_PER_RANK, type PartLane, type RankView } from './rankView';
import { rowsOfLane, slicesTouching } from './touching';

interface Totals {
  readonly name: string;
  /** Of the longest slice, `longest` being its number there. */
  part: PartView;
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
    for (const own of rank.lanesWith(lane % LANES_PER_RANK)) sliceCount += addLane(own, query, byName);
  }
  const rows = [...byName.values()]
    .sort((a, b) => b.totalNs - a.totalNs || (a.name < b.name ? -1 : 1))
    .slice(0, query.maxRows)
    .map(({ part, name, count, totalNs, minNs, maxNs, longest, colour }): NameStatistics => {
      return { name, count, totalNs, minNs, maxNs, colour, longest: part.summary(longest) };
    });
  return { rows, sliceCount, nameCount: byName.size };
}

function addLane({ part, lane }: PartLane, query: StatisticsQuery, into: Map<string, Totals>): number {
  const { index, time } = part;
  const { slices } = index;
  /** Per name id, so that texts are looked up once per name and not once per slice. */
  const own = new Map<number, Totals>();
  let sliceCount = 0;
  const [fromNs, toNs] = [time.first(query.startNs), time.last(query.endNs)];
  const rows = rowsOfLane(index, lane);
  for (let row = rows.first; row < rows.end; row++) {
    const { first, end } = slicesTouching(index, row, fromNs, toNs);
    sliceCount += end - first;
    for (let slice = first; slice < end; slice++) {
      const nameId = slices.name[slice];
      let totals = own.get(nameId);
      if (!totals) {
        totals = totalsOf(part, nameId, lane, slice, into);
        own.set(nameId, totals);
      }
      const durationNs = durationNsOf(slices, slice);
      totals.count++;
      totals.totalNs += durationNs;
      totals.minNs = Math.min(totals.minNs, durationNs);
      if (durationNs > totals.maxNs) {
        totals.maxNs = durationNs;
        totals.longest = slice;
        totals.part = part;
      }
    }
  }
  return sliceCount;
}

function totalsOf(part: PartView, nameId: number, lane: number, slice: number, into: Map<string, Totals>): Totals {
  const name = part.nameText(nameId);
  let totals = into.get(name);
  if (!totals) {
    const colour = part.colour(nameId, lane);
    totals = { part, name, count: 0, totalNs: 0, minNs: Number.POSITIVE_INFINITY, maxNs: -1, longest: slice, colour };
    into.set(name, totals);
  }
  return totals;
}
