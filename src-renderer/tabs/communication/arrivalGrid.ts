/** Who came how late to each collective: ranks × collectives, from the rows of the table of arrivals. Pure. */
import { peerArrivals, type SeenArrival } from './arrivalBars';

export interface SeenAtCollective extends SeenArrival {
  readonly op: string;
  readonly step: string;
  readonly groupKey: string;
  /** By the job's clock; ns. */
  readonly arrivedNs: number;
}

export interface ArrivalGrid {
  /** By number. */
  readonly ranks: readonly number[];
  /** In the order in which they came about. */
  readonly collectives: readonly Pick<SeenAtCollective, 'op' | 'step' | 'groupKey'>[];
  /** Rank after rank: after the rank that was there first and saw it; NaN: not of the collective, or nobody saw it. */
  readonly values: Float64Array;
  /** Of those that stand out from the others of their collective. */
  readonly outlying: readonly { readonly row: number; readonly column: number }[];
}

/** What a heat map takes; of more, those at which a rank was waited for longest. */
const MOST_COLLECTIVES = 1000;

export function arrivalGrid(seen: readonly SeenAtCollective[]): ArrivalGrid {
  const byCollective = new Map<string, SeenAtCollective[]>();
  for (const arrival of seen) {
    const key = JSON.stringify([arrival.step, arrival.groupKey, arrival.op]);
    const own = byCollective.get(key);
    if (own) own.push(arrival);
    else byCollective.set(key, [arrival]);
  }
  const known = [...byCollective.values()].map((own) => ({
    ...{ op: own[0]?.op ?? '', step: own[0]?.step ?? '', groupKey: own[0]?.groupKey ?? '' },
    firstNs: own.reduce((least, { arrivedNs }) => Math.min(least, arrivedNs), Number.POSITIVE_INFINITY),
    longestNs: own.reduce((most, { afterNs }) => Math.max(most, afterNs), 0),
    arrivals: peerArrivals(own).arrivals,
  }));
  const shown = known.sort((a, b) => b.longestNs - a.longestNs).slice(0, MOST_COLLECTIVES);
  shown.sort((a, b) => a.firstNs - b.firstNs);
  const ranks = [...new Set(shown.flatMap(({ arrivals }) => arrivals.map(({ rank }) => rank)))].sort((a, b) => a - b);
  const rowOf = new Map(ranks.map((rank, row) => [rank, row]));
  const values = new Float64Array(ranks.length * shown.length).fill(Number.NaN);
  const outlying: { row: number; column: number }[] = [];
  for (const [column, { arrivals }] of shown.entries()) {
    for (const { rank, afterNs, isOutlying } of arrivals) {
      const row = rowOf.get(rank) ?? 0;
      values[row * shown.length + column] = Math.max(0, afterNs);
      if (isOutlying) outlying.push({ row, column });
    }
  }
  return { ranks, collectives: shown.map(({ op, step, groupKey }) => ({ op, step, groupKey })), values, outlying };
}
