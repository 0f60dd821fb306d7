import type { JobClock, RankClock } from '../../../src-contract';
import { toJobNs } from '../../base/clockShift';
import { threshold } from '../thresholds';

/** When a rank was recorded, by its own clock. */
export interface Recording {
  readonly rank: number;
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * The longest time in which nothing was recorded, from the first recording to the last, if that is long: then some of the
 * ranks were not recorded at the same time. Undefined where all met. Clocks that the dump tells of are set right first.
 *
 * Calls of the same names in two runs look like calls of the same collectives, but don't end together: where clocks are far
 * apart, collectives have to fit well to say that they are.
 */
export function recordingsApartNs(recordings: readonly Recording[], clock: JobClock): number | undefined {
  const own = longestGapNs(recordings);
  if (own < threshold('clock.apart')) return undefined;
  const set = recordings.map((recording) => {
    const rank = clock.ranks[recording.rank];
    return rank && isSure(rank) ? shifted(recording, rank) : recording;
  });
  const gapNs = longestGapNs(set);
  return gapNs < threshold('clock.apart') ? undefined : gapNs;
}

function isSure({ method, errorNs }: RankClock): boolean {
  if (method === 'collectives') return errorNs <= threshold('clock.match');
  return method === 'clock-pair';
}

function shifted({ rank, startNs, endNs }: Recording, clock: RankClock): Recording {
  return { rank, startNs: toJobNs(clock, startNs), endNs: toJobNs(clock, endNs) };
}

function longestGapNs(recordings: readonly Recording[]): number {
  let [longestNs, endNs] = [0, Number.NaN];
  for (const own of recordings.toSorted((a, b) => a.startNs - b.startNs)) {
    if (own.startNs - endNs > longestNs) longestNs = own.startNs - endNs;
    endNs = Math.max(own.endNs, Number.isNaN(endNs) ? own.endNs : endNs);
  }
  return longestNs;
}
