/** What is told of each rank of a job made of summaries: its place, and where its step goes. */
import type { RankPlace } from '../../model/job/layouts';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import type { FactKind } from './factCodec';
import type { AboutRank, RankSummary } from './rankSummary';

/** Durations are means of a step. NaN: not known. */
export interface JobRank {
  /** Number in the job. */
  readonly rank: number;
  readonly label: string;
  /** '' where nothing tells. */
  readonly host: string;
  /** Where its own files were when it was summarised. */
  readonly folder: string;
  /** Undefined: the parallel sizes are not known. */
  readonly place?: RankPlace;
  readonly stepCount: number;
  readonly stepNs: number;
  readonly computingNs: number;
  /** Communication that nothing is computed beside, and what of it moves data and what waits for peers. */
  readonly exposedNs: number;
  readonly movingNs: number;
  readonly waitingNs: number;
  readonly freeNs: number;
  readonly preparingNs: number;
  readonly bubbleNs: number;
  readonly frequencyMHz: number;
  readonly peakBytes: number;
  readonly growthBytesPerStep: number;
  /** Busy share of the host's processors, 0 to 1. */
  readonly hostBusy: number;
}

export const jobRankKind = {
  kind: 'job_rank',
  columns: {
    rank: 'peer',
    label: 'name',
    host: 'detail',
    folder: 'type',
    stepCount: 'count',
    stepNs: 'ns',
    computingNs: 'computingNs',
    exposedNs: 'exposedNs',
    movingNs: 'transitNs',
    waitingNs: 'waitNs',
    freeNs: 'freeNs',
    frequencyMHz: 'value',
    peakBytes: 'bytes',
  },
} as const satisfies FactKind;

/** In the order of the job's records, whose `index` is a place in `summaries`. */
export function jobRanks(job: JobRecord, summaries: readonly RankSummary[]): readonly JobRank[] {
  return job.ranks.map((record, position) => {
    const place = job.places[position];
    const about = record.index === undefined ? undefined : summaries[record.index]?.about;
    return { ...ofRecord(record, about), ...(place && { place }) };
  });
}

function ofRecord(record: RankRecord, about: AboutRank | undefined): JobRank {
  const { split, memory } = record;
  const { exposed, stepCount } = split;
  const perStep = (ns: number | undefined) => (ns ?? Number.NaN) / Math.max(1, stepCount);
  return {
    rank: record.rank,
    label: record.label,
    host: about?.hostName ?? '',
    folder: about?.place ?? '',
    stepCount: record.stepCount,
    stepNs: record.stepNs,
    computingNs: perStep(split.computingNs),
    exposedNs: perStep(split.notOverlappedNs),
    movingNs: perStep(exposed?.isSplit ? exposed.movingNs : undefined),
    waitingNs: perStep(exposed?.isSplit ? exposed.waitingNs : undefined),
    freeNs: perStep(split.freeNs),
    preparingNs: perStep(split.preparingNs),
    bubbleNs: perStep(split.bubbleNs),
    frequencyMHz: record.frequency?.meanMHz ?? Number.NaN,
    peakBytes: memory?.peakBytes ?? Number.NaN,
    growthBytesPerStep: memory?.bytesPerStep ?? Number.NaN,
    hostBusy: record.hostCpu?.busy ?? Number.NaN,
  };
}
