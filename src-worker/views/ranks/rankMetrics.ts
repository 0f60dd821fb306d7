import type { RankFold, RankMetric, Unit } from '../../../src-contract';
import type { JobRank } from '../../analysis/summary/jobRanks';

/** In the order of the table's columns. */
export const rankMetrics: Readonly<Record<RankMetric, { readonly unit: Unit; readonly label: string }>> = {
  stepNs: { unit: 'duration', label: 'Step' },
  computingNs: { unit: 'duration', label: 'Computing' },
  exposedNs: { unit: 'duration', label: 'Exposed communication' },
  movingNs: { unit: 'duration', label: 'Moving' },
  waitingNs: { unit: 'duration', label: 'Waiting' },
  freeNs: { unit: 'duration', label: 'Free' },
  preparingNs: { unit: 'duration', label: 'Preparing' },
  bubbleNs: { unit: 'duration', label: 'Bubble' },
  frequencyMHz: { unit: 'MHz', label: 'AI Core frequency' },
  peakBytes: { unit: 'bytes', label: 'Memory peak' },
  growthBytesPerStep: { unit: 'bytes', label: 'Memory growth a step' },
  hostBusy: { unit: 'ratio', label: 'Host busy' },
};

export const RANK_METRICS = Object.keys(rankMetrics) as readonly RankMetric[];

export const RANK_FOLDS: readonly RankFold[] = ['host', 'pipeline', 'data', 'tensor', 'context', 'expert'];

/** What parts of a step two ranks are held against each other by. */
const COMPARED = ['computingNs', 'movingNs', 'waitingNs', 'exposedNs', 'freeNs', 'bubbleNs'] as const;

/** '' where the rank is of none. */
export function foldOf({ host, place }: JobRank, fold: RankFold): string {
  if (fold === 'host') return host;
  return place === undefined ? '' : String(place[fold]);
}

/** Sum of the differences of the parts of a step; what is not known of one of them does not count. */
export function distanceNs(a: JobRank, b: JobRank): number {
  let sum = 0;
  for (const part of COMPARED) {
    const difference = Math.abs(a[part] - b[part]);
    if (!Number.isNaN(difference)) sum += difference;
  }
  return sum;
}
