import type {
  GrowthTrend,
  MemoryQuestions,
  MemoryStep,
  RankGrowth,
  RankIndex,
  StepGrowth,
} from '../../../src-contract';
import { maxOf } from '../../base/aggregates';
import { lowerBound, upperBound } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import { type HostStep, hostSteps } from '../hostSteps';
import { lineFit } from '../lineFit';
import { threshold } from '../thresholds';
import {
  type Allocations,
  belongsTo,
  type ComponentRecords,
  componentById,
  frameworkRecords,
  valueAt,
} from './memoryData';
import { memoryOf, withoutKeeping } from './rankMemory';

/** Fewer than this say nothing about growth. */
const TREND_STEPS = 3;

export async function stepGrowth(
  dump: DumpContext,
  { rank: index, component }: MemoryQuestions['memory.steps']['question'],
): Promise<StepGrowth> {
  const rank = dump.rankAt(index);
  const data = rank && (await memoryOf(dump, rank));
  const records = data && componentById(data, component);
  if (!records) return { steps: [], neverFreed: [] };
  const spans = await hostSteps(dump, rank);
  if (!spans) return { steps: [], neverFreed: [] };
  const isOfComponent = belongsTo(data.allocations, records);
  const counts = countsOf(spans.steps, data.allocations, isOfComponent);
  const steps = spans.steps.map((span, at) => stepOf(span, records, counts[at]));
  const trend = trendOf(steps);
  return {
    stepsFrom: spans.from,
    steps: steps.map((step) => ({
      ...step,
      startNs: dump.toJobNs(index, step.startNs),
      endNs: dump.toJobNs(index, step.endNs),
    })),
    ...(trend && { trend }),
    neverFreed: neverFreedOps(spans.steps.slice(0, -1), data.allocations, isOfComponent),
  };
}

/** One rank after another, so that a job larger than the memory comes through. */
export async function rankGrowth(
  dump: DumpContext,
  { ranks, component }: MemoryQuestions['memory.growth']['question'],
): Promise<RankGrowth[]> {
  const growths = await dump.overRanks(ranks, async (index): Promise<RankGrowth | undefined> => {
    const rank = dump.rankAt(index);
    const data = rank && (await memoryOf(dump, rank));
    const records = data && (componentById(data, component) ?? data.components[0]);
    if (!records) return undefined;
    const { steps, trend } = await stepGrowth(dump, { rank: index, component: records.id });
    return steps.length > 0 ? { rank: index, stepCount: steps.length, ...(trend && { trend }) } : undefined;
  });
  return growths.filter((growth) => growth !== undefined);
}

type StepCounts = Pick<MemoryStep, 'allocationCount' | 'allocatedBytes' | 'neverFreedCount' | 'neverFreedBytes'>;

/** Of each step, both borders counting: of steps that meet, an allocation at the border is in both. By start, in one pass. */
function countsOf(
  steps: readonly HostStep[],
  { fromNs, untilNs, sizeBytes }: Allocations,
  isOfComponent: (row: number) => boolean,
): readonly StepCounts[] {
  const counts = steps.map(() => ({ allocationCount: 0, allocatedBytes: 0, neverFreedCount: 0, neverFreedBytes: 0 }));
  const isIn = stepReader(steps);
  for (let row = 0; row < fromNs.length; row++) {
    if (!isOfComponent(row)) continue;
    isIn(fromNs[row], (at) => {
      const own = counts[at];
      own.allocationCount++;
      own.allocatedBytes += sizeBytes[row];
      if (untilNs[row] !== Number.POSITIVE_INFINITY) return;
      own.neverFreedCount++;
      own.neverFreedBytes += sizeBytes[row];
    });
  }
  return counts;
}

/** Calls `visit` with the position of each step that has the instant. `steps` by start. */
function stepReader(steps: readonly HostStep[]): (ns: number, visit: (at: number) => void) => void {
  const starts = Float64Array.from(steps, ({ startNs }) => startNs);
  // The latest end of a step and all before it: further back than that nothing is looked for.
  let lastNs = Number.NEGATIVE_INFINITY;
  const latestEnd = Float64Array.from(steps, ({ endNs }) => {
    lastNs = Math.max(lastNs, endNs);
    return lastNs;
  });
  return (ns, visit) => {
    for (let at = upperBound(starts, ns) - 1; at >= 0 && latestEnd[at] >= ns; at--)
      if (steps[at].endNs >= ns) visit(at);
  };
}

function stepOf({ step, startNs, endNs }: HostStep, records: ComponentRecords, counts: StepCounts): MemoryStep {
  const { allocated } = records.values;
  return {
    step,
    startNs,
    endNs,
    peakBytes: peakBetween(records, allocated, startNs, endNs),
    endBytes: valueAt(records, allocated, endNs) ?? Number.NaN,
    ...counts,
  };
}

/** With what holds at the beginning. NaN: no sample tells. */
export function peakBetween(
  records: ComponentRecords,
  bytes: Float64Array | undefined,
  startNs: number,
  endNs: number,
): number {
  let peak = valueAt(records, bytes, startNs) ?? Number.NaN;
  if (!bytes || records.isTimeLost) return peak;
  const end = upperBound(records.timeNs, endNs);
  for (let at = lowerBound(records.timeNs, startNs); at < end; at++)
    if (!Number.isNaN(bytes[at]) && !(bytes[at] <= peak)) peak = bytes[at];
  return peak;
}

/** Exported for its test. */
export function trendOf(steps: readonly Pick<MemoryStep, 'endBytes' | 'peakBytes'>[]): GrowthTrend | undefined {
  const ends = steps.map(({ endBytes }) => endBytes).filter((bytes) => !Number.isNaN(bytes));
  if (ends.length < TREND_STEPS) return undefined;
  const count = ends.length;
  const { slope: bytesPerStep, fit } = lineFit(ends) ?? { slope: Number.NaN, fit: 0 };
  const risingSteps = ends.filter((bytes, i) => i > 0 && bytes > ends[i - 1]).length;
  const peak = Math.max(0, ...steps.map(({ peakBytes }) => peakBytes).filter((bytes) => !Number.isNaN(bytes)));
  const isLeakSuspected =
    count >= threshold('leak.steps') &&
    bytesPerStep > 0 &&
    risingSteps >= threshold('leak.rising-share') * (count - 1) &&
    fit >= threshold('leak.fit') &&
    bytesPerStep * (count - 1) >= threshold('leak.growth-of-peak') * peak;
  return { bytesPerStep, fit, risingSteps, isLeakSuspected };
}

function neverFreedOps(
  spans: readonly HostStep[],
  { fromNs, untilNs, sizeBytes, name }: Allocations,
  isOfComponent: (row: number) => boolean,
): StepGrowth['neverFreed'] {
  const ops = new Map<string, { count: number; bytes: number }>();
  const isIn = stepReader(spans);
  for (let row = 0; row < fromNs.length; row++) {
    if (untilNs[row] !== Number.POSITIVE_INFINITY || !isOfComponent(row)) continue;
    let isInStep = false;
    isIn(fromNs[row], () => {
      isInStep = true;
    });
    if (!isInStep) continue;
    const op = name.texts[name.codes[row]];
    const own = ops.get(op) ?? { count: 0, bytes: 0 };
    ops.set(op, own);
    own.count++;
    own.bytes += sizeBytes[row];
  }
  return [...ops].map(([op, sums]) => ({ name: op, ...sums })).sort((a, b) => b.bytes - a.bytes);
}

/** The framework's memory of one rank over the steps, as far as rules go by it. */
export interface MemoryGrowth extends GrowthTrend {
  readonly stepCount: number;
  readonly peakBytes: number;
  /** Whose memory stays, most first; `steps` are those that they were looked at in. */
  readonly ops: readonly { readonly name: string; readonly bytes: number; readonly steps: number }[];
}

/** Ops that a record names. */
const MAX_OPS = 3;

/** Undefined without records of memory or with too few steps. Asked of all ranks, whose tables nobody may ever look at. */
export async function frameworkGrowth(dump: DumpContext, rank: RankIndex): Promise<MemoryGrowth | undefined> {
  const growth = await withoutKeeping(dump, rank, async () => {
    const files = dump.rankAt(rank);
    const data = files && (await memoryOf(dump, files));
    const records = data && frameworkRecords(data);
    return records && stepGrowth(dump, { rank, component: records.id });
  });
  if (!growth?.trend) return undefined;
  const { steps, trend, neverFreed } = growth;
  const peakBytes = maxOf(steps.map((own) => own.peakBytes));
  // Where no op ran there is none to name.
  const named = neverFreed.filter(({ name }) => name !== '').slice(0, MAX_OPS);
  const ops = named.map(({ name, bytes }) => ({ name, bytes, steps: steps.length - 1 }));
  return { ...trend, stepCount: steps.length, peakBytes, ops };
}
