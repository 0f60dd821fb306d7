import type {
  DeviceUtilisation,
  FunctionOnRank,
  FunctionReport,
  PatternReport,
  Thresholds,
} from '../../../src-contract';
import { maxOf, medianOf, minOf, sumOf } from '../../base/aggregates';
import type { JobRecord } from '../record/jobRecord';
import { type JobFunction, jobFunctions } from './jobFunctions';

/** Ranks that are listed of one function. */
const MOST_RANKS = 64;

/** PerfTracker’s report. Pure. */
export function patternReport(job: JobRecord, limits: Thresholds): PatternReport {
  const rankCount = job.ranks.filter(({ patterns }) => patterns).length;
  const utilisation = deviceUtilisation(job, limits);
  return {
    version: 1,
    rankCount,
    ...(utilisation && { utilisation }),
    functions: jobFunctions(job, limits).map((own) => functionReport(job, own, rankCount)),
  };
}

/** A device is abnormal as a function is: by deviations, and by so much of the time that it counts among peers. */
function deviceUtilisation(job: JobRecord, limits: Thresholds): DeviceUtilisation | undefined {
  const known = job.ranks.flatMap(({ rank, patterns }) =>
    patterns ? [{ rank, utilisation: patterns.computingNs / patterns.windowNs }] : [],
  );
  if (known.length === 0) return undefined;
  const shares = known.map(({ utilisation }) => utilisation);
  const median = medianOf(shares);
  const mad = medianOf(shares.map((share) => Math.abs(share - median)));
  const isAbnormal = (share: number) =>
    known.length >= limits['peers.few'] &&
    Math.abs(share - median) > limits['pattern.deviations'] * mad &&
    Math.abs(share - median) >= limits['peers.excess'];
  return {
    min: minOf(shares),
    median,
    max: maxOf(shares),
    abnormal: known.filter(({ utilisation }) => isAbnormal(utilisation)),
  };
}

function functionReport(job: JobRecord, own: JobFunction, rankCount: number): FunctionReport {
  const { class: ofClass, name, detail, transport, direction, beta, difference } = own;
  const places = [...own.positions.keys()];
  const furthest = ofClass === 'compute' || ofClass === 'communication' ? difference : beta;
  const abnormal = places.filter((at) => own.isAbnormal[at]).sort((a, b) => furthest[b] - furthest[a]);
  const count = sumOf(own.own.map((one) => one.count));
  const nearest = places
    .filter((at) => !own.isAbnormal[at])
    .reduce<number | undefined>(
      (least, at) => (least === undefined || difference[at] < difference[least] ? at : least),
      undefined,
    );
  return {
    class: ofClass,
    name,
    detail,
    transport,
    ...(direction && { direction }),
    rankCount: places.length,
    meanBeta: sumOf(beta) / rankCount,
    maxBeta: maxOf(beta),
    medianNs: medianOf(own.own.map(({ medianNs }) => medianNs)),
    meanNs: sumOf(own.own.map((one) => one.count * one.meanNs)) / count,
    ...(ofClass === 'communication' && nearest !== undefined && { normal: onRank(job, own, nearest) }),
    abnormal: abnormal.slice(0, MOST_RANKS).map((at) => onRank(job, own, at)),
    abnormalCount: abnormal.length,
  };
}

export function onRank(job: JobRecord, own: JobFunction, at: number): FunctionOnRank {
  const { count, meanNs, throughputGBps, throughputDeviation, longest } = own.own[at];
  return {
    rank: job.ranks[own.positions[at]].rank,
    beta: own.beta[at],
    difference: own.difference[at],
    count,
    meanNs,
    relative: own.relative[at],
    throughputGBps,
    throughputDeviation,
    throughputShare: throughputGBps / (job.references[own.transport] ?? Number.NaN),
    ...(longest && { longest }),
  };
}
