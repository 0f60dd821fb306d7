import { groupBy } from '../../base/groupBy';
import { alignRanks } from '../clock/alignRanks';
import { clockOf } from '../clock/jobClock';
import type { Collectives } from '../collectives/collective';
import { matchableAmong } from '../collectives/matchable';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { threshold } from '../thresholds';

/** How far a rank's clock is ahead of that of the others in the same answer, and how far off that may be. */
export interface ClockOffset {
  readonly offsetNs: number;
  readonly errorNs: number;
}

/**
 * By the rank's number; a rank whose clock can't be compared with the others' is not among them. A summary of the job has
 * ranks without folders of their own: their clocks are aligned by the collectives that it tells of.
 */
export async function rankClocks(dump: DumpContext, data: Collectives): Promise<ReadonlyMap<number, ClockOffset>> {
  const hasFolders = data.ranks.every(({ index }) => index !== undefined);
  return hasFolders ? clocksOfFolders(dump) : clocksByCollectives(data);
}

async function clocksOfFolders(dump: DumpContext): Promise<ReadonlyMap<number, ClockOffset>> {
  const numbers = new Map(dump.ranks.map((rank) => [rank.index, rankNumber(rank)]));
  const clocks = new Map<number, ClockOffset>();
  for (const { rank, method, offsetNs, errorNs } of (await clockOf(dump)).ranks) {
    // By the first step no clocks are compared: it only says how to draw them.
    const number = method === 'first-step' || method === 'none' ? undefined : numbers.get(rank);
    if (number !== undefined) clocks.set(number, { offsetNs, errorNs });
  }
  return clocks;
}

function clocksByCollectives({ ops, ranks }: Collectives): ReadonlyMap<number, ClockOffset> {
  const positions = new Map(ranks.map(({ rank }, position) => [rank, position]));
  const calls = [...groupBy(ops, ({ rank }) => rank)].flatMap(([rank, own]) =>
    matchableAmong(own)
      .filter(({ endsTogether }) => endsTogether)
      .map(({ key, group, startNs, endNs }) => ({ key, group, startNs, endNs, rank: positions.get(rank) ?? 0 })),
  );
  const shared = [...groupBy(calls, ({ key }) => key).values()].filter(({ length }) => length > 1);
  const limits = { outlierDeviations: threshold('clock.outlier'), endSkewNs: threshold('clock.end-skew') };
  const aligned = alignRanks(
    ranks.length,
    shared.map((own) => ({ group: own[0].group, calls: own })),
    limits,
  ).ranks;
  // Offsets of different components can't be compared: those of the largest.
  const components = groupBy(aligned.keys(), (position) => aligned[position].component);
  const [largest = []] = [...components.values()].sort((a, b) => b.length - a.length);
  const known = largest.filter((position) => Number.isFinite(aligned[position].errorNs));
  return new Map(
    known.map((position) => {
      const { offsetNs, errorNs } = aligned[position];
      return [ranks[position].rank, { offsetNs, errorNs }];
    }),
  );
}
