import type {
  DumpState,
  FindingEvidence,
  FunctionClass,
  FunctionOnRank,
  FunctionReport,
  PatternReport,
  RankState,
} from '../src-contract';
import { laneName } from './laneName';

/**
 * PerfTracker’s report for programs, as docs/perftracker.schema.json describes it: its classes, each with its own fields.
 * Workers are ranks. Times in ms, ratios 0 to 1, throughput in percent of what the transport reaches, null: not known.
 */
export function perftrackerJson({ title, paths, ranks }: DumpState, report: PatternReport): object {
  const { utilisation } = report;
  const of = (wanted: FunctionClass) => report.functions.filter((own) => own.class === wanted);
  return {
    version: report.version,
    title,
    paths,
    workers: report.rankCount,
    compute: {
      deviceUtilization: utilisation
        ? { min: utilisation.min, median: utilisation.median, max: utilisation.max }
        : { min: null, median: null, max: null },
      workersWithAbnormalUtilization: (utilisation?.abnormal ?? []).map((own) => ({
        worker: own.rank,
        utilization: own.utilisation,
      })),
      majorKernelExecutions: of('compute').map((own) => ({
        ...named(own),
        medianCostPerExecutionMs: ms(own.medianNs),
        bottleneckRatio: known(own.meanBeta),
      })),
      workersWithPotentialDeviceIssues: deviceIssues(of('compute'), ranks),
    },
    memoryOperations: of('memory').map((own) => ({
      ...named(own),
      averageBottleneckRatio: known(own.meanBeta),
      abnormalWorkers: own.abnormal.map((one) => worker(one, ranks)),
      abnormalWorkerCount: own.abnormalCount,
    })),
    communication: of('communication').map((own) => ({
      name: [own.transport.toLowerCase(), own.name, own.direction === 'both' ? '' : (own.direction ?? '')]
        .filter((part) => part !== '')
        .join(' '),
      transport: own.transport === '' ? null : own.transport,
      kernel: own.name,
      direction: own.direction ?? null,
      bottleneckRatio: known(own.meanBeta),
      normalWorker: own.normal ? communicating(own.normal, ranks) : null,
      abnormalWorkers: own.abnormal.map((one) => communicating(one, ranks)),
      abnormalWorkerCount: own.abnormalCount,
    })),
    runtimeCalls: of('runtime').map((own) => ({
      ...named(own),
      averageBottleneckRatio: known(own.meanBeta),
      averageExecutionTimeMs: ms(own.meanNs),
      abnormalWorkers: own.abnormal.map((one) => worker(one, ranks)),
      abnormalWorkerCount: own.abnormalCount,
    })),
    pythonFunctions: of('python')
      .filter(({ abnormalCount }) => abnormalCount > 0)
      .map((own) => ({
        path: own.name,
        abnormalWorkers: own.abnormal.map((one) => worker(one, ranks)),
        abnormalWorkerCount: own.abnormalCount,
      })),
  };
}

function named({ name, detail }: FunctionReport): object {
  return { name, detail: detail === '' ? null : detail };
}

/** Workers on which kernels behave differently and take longer than on their peers, by how much longer. */
function deviceIssues(kernels: readonly FunctionReport[], ranks: readonly RankState[]): readonly object[] {
  const byWorker = new Map<number, object[]>();
  for (const kernel of kernels)
    for (const own of kernel.abnormal) {
      if (!(own.relative > 1)) continue;
      const kernelsOf = byWorker.get(own.rank) ?? [];
      byWorker.set(own.rank, kernelsOf);
      kernelsOf.push({
        ...named(kernel),
        costPerExecutionMs: ms(own.meanNs),
        timesThatOfOthers: own.relative,
        ...worker(own, ranks),
      });
    }
  return [...byWorker].map(([own, slower]) => ({ worker: own, slowerKernels: slower }));
}

function communicating(own: FunctionOnRank, ranks: readonly RankState[]): object {
  return {
    ...worker(own, ranks),
    differentFromOtherWorkers: known(own.difference),
    averageThroughputPercent: known(own.throughputShare * 100),
    averageThroughputGBps: known(own.throughputGBps),
    throughputDeviationGBps: known(own.throughputDeviation),
  };
}

function worker(own: FunctionOnRank, ranks: readonly RankState[]): object {
  return {
    worker: own.rank,
    bottleneckRatio: known(own.beta),
    averageExecutionTimeMs: ms(own.meanNs),
    longest: own.longest ? place(own.longest, ranks) : null,
  };
}

/** Where the longest execution is in the timeline. */
function place(own: FindingEvidence, ranks: readonly RankState[]): object | null {
  if (own.kind !== 'slice') return null;
  const { ref, lane, startNs, durationNs } = own;
  return { lane: laneName(lane, ref.rank, ranks), startNs, durationNs };
}

function ms(ns: number): number | null {
  return known(ns / 1e6);
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
