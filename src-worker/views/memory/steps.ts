import type { GrowthTrend, MemoryQuestions, MemoryStep, RankGrowth, StepGrowth } from '../../../src-contract';
import type { DumpContext, TableRank } from '../../model/dumpContext';
import { lowerBound, type RankView, upperBound } from '../../query/rankView';
import { withDatabase } from '../../sqlite/database';
import { readProfilerSteps } from '../../sqlite/profilerDb';
import { numbersOf, textReader } from '../../tables/columnTable';
import { TableError } from '../../tables/tableError';
import { kernelTable } from '../operator/kernels';
import { valueAt } from './live';
import { type Allocations, belongsTo, type ComponentRecords, componentById } from './memoryData';
import { memoryOf } from './rankMemory';

/** A step by the clock of the host, counted from the base. */
interface StepSpan {
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** Fewer than this say nothing about growth. */
const TREND_STEPS = 3;
const LEAK = { minSteps: 4, risingShare: 0.8, fit: 0.9, growthOfPeak: 0.01 } as const;

export async function stepGrowth(
  dump: DumpContext,
  { rank: index, component }: MemoryQuestions['memory.steps']['question'],
): Promise<StepGrowth> {
  const rank = dump.ranks[index];
  const data = rank && (await memoryOf(dump, rank));
  const records = data && componentById(data, component);
  if (!records) return { steps: [], neverFreed: [] };
  const spans = await stepSpans(dump, rank);
  if (!spans) return { steps: [], neverFreed: [] };
  const isOfComponent = belongsTo(data.allocations, records);
  const steps = spans.steps.map((span) => stepOf(span, records, data.allocations, isOfComponent));
  const trend = trendOf(steps);
  return {
    stepsFrom: spans.from,
    steps: steps.map((step) => ({
      ...step,
      startNs: dump.toDumpNs(step.startNs),
      endNs: dump.toDumpNs(step.endNs),
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
  const growths: RankGrowth[] = [];
  for (const index of ranks) {
    const rank = dump.ranks[index];
    const data = rank && (await memoryOf(dump, rank));
    const records = data && (componentById(data, component) ?? data.components[0]);
    if (!records) continue;
    const { steps, trend } = await stepGrowth(dump, { rank: index, component: records.id });
    if (steps.length > 0) growths.push({ rank: index, stepCount: steps.length, ...(trend && { trend }) });
  }
  return growths;
}

interface Steps {
  readonly from: NonNullable<StepGrowth['stepsFrom']>;
  readonly steps: readonly StepSpan[];
}

async function stepSpans(dump: DumpContext, rank: TableRank): Promise<Steps | undefined> {
  const marked = dump.timelineMemo('memory steps', rank.index, (view) =>
    markedSteps(view, (ns) => dump.fromDumpNs(ns + view.offsetNs)),
  );
  if (marked && marked.length > 0) return { from: 'timeline', steps: marked };
  const recorded = databaseSteps(dump, rank);
  if (recorded.length > 0) return { from: 'database', steps: recorded };
  if (dump.paths(rank, 'kernels').length === 0) return undefined;
  const steps = kernelSteps(await kernelTable(dump, { ranks: [rank.index] }));
  return steps.length > 0 ? { from: 'kernels', steps } : undefined;
}

/** Slices "ProfilerStep#12" of the host; the trace of a GPU repeats them on the device. */
function markedSteps(view: RankView, toBaseNs: (ns: number) => number): StepSpan[] {
  const { slices, categories, names } = view.index;
  const stepOfName = new Map<number, number>();
  for (let name = 0; name < names.ends.length; name++) {
    const [, digits] = /^ProfilerStep#(\d+)$/.exec(view.nameText(name)) ?? [];
    if (digits !== undefined) stepOfName.set(name, Number(digits));
  }
  if (stepOfName.size === 0) return [];
  const spans = new Map<number, StepSpan>();
  for (let slice = 0; slice < slices.name.length; slice++) {
    const step = stepOfName.get(slices.name[slice]);
    if (step === undefined || categories[slices.category[slice]].startsWith('gpu')) continue;
    const span = { step, startNs: toBaseNs(slices.startNs[slice]), endNs: toBaseNs(slices.endNs[slice]) };
    const known = spans.get(step);
    if (!known || span.startNs < known.startNs) spans.set(step, span);
  }
  return byStart(spans.values());
}

/** STEP_TIME of the profiler's database, where there is one. */
function databaseSteps(dump: DumpContext, rank: TableRank): StepSpan[] {
  return dump.memo(`steps of the database of rank ${rank.index}`, () =>
    byStart(
      dump.paths(rank, 'profiler-db').flatMap((path) => {
        try {
          return withDatabase(path, (database) => readProfilerSteps(database, dump.baseNs));
        } catch (error) {
          if (!(error instanceof TableError)) throw error;
          dump.note(error.notice);
          return [];
        }
      }),
    ),
  );
}

/** From the first kernel's start to the last one's end: by the device's clock, so a step begins late. */
function kernelSteps(kernels: Awaited<ReturnType<typeof kernelTable>>): StepSpan[] {
  const stepOf = textReader(kernels, 'step');
  const starts = numbersOf(kernels, 'startNs');
  const durations = numbersOf(kernels, 'durationNs');
  if (!stepOf || !starts || !durations) return [];
  const spans = new Map<number, StepSpan>();
  for (let row = 0; row < kernels.rowCount; row++) {
    const text = stepOf(row);
    const [step, startNs, endNs] = [Number(text), starts[row], starts[row] + durations[row]];
    if (text === '' || Number.isNaN(step) || Number.isNaN(endNs)) continue;
    const known = spans.get(step) ?? { step, startNs, endNs };
    spans.set(step, { step, startNs: Math.min(known.startNs, startNs), endNs: Math.max(known.endNs, endNs) });
  }
  return byStart(spans.values());
}

function byStart(spans: Iterable<StepSpan>): StepSpan[] {
  return [...spans].sort((a, b) => a.startNs - b.startNs);
}

function stepOf(
  { step, startNs, endNs }: StepSpan,
  records: ComponentRecords,
  { fromNs, untilNs, sizeBytes }: Allocations,
  isOfComponent: (row: number) => boolean,
): MemoryStep {
  const counts = { allocationCount: 0, allocatedBytes: 0, neverFreedCount: 0, neverFreedBytes: 0 };
  for (let row = 0; row < fromNs.length; row++) {
    if (!(fromNs[row] >= startNs && fromNs[row] <= endNs) || !isOfComponent(row)) continue;
    counts.allocationCount++;
    counts.allocatedBytes += sizeBytes[row];
    if (untilNs[row] !== Number.POSITIVE_INFINITY) continue;
    counts.neverFreedCount++;
    counts.neverFreedBytes += sizeBytes[row];
  }
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

/** With what holds at the beginning. */
function peakBetween(
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
  const middle = (count - 1) / 2;
  const mean = ends.reduce((sum, bytes) => sum + bytes, 0) / count;
  let [covariance, spread, variance] = [0, 0, 0];
  ends.forEach((bytes, i) => {
    covariance += (i - middle) * (bytes - mean);
    spread += (i - middle) ** 2;
    variance += (bytes - mean) ** 2;
  });
  const bytesPerStep = covariance / spread;
  const fit = variance === 0 ? 0 : covariance ** 2 / (spread * variance);
  const risingSteps = ends.filter((bytes, i) => i > 0 && bytes > ends[i - 1]).length;
  const peak = Math.max(0, ...steps.map(({ peakBytes }) => peakBytes).filter((bytes) => !Number.isNaN(bytes)));
  const isLeakSuspected =
    count >= LEAK.minSteps &&
    bytesPerStep > 0 &&
    risingSteps >= LEAK.risingShare * (count - 1) &&
    fit >= LEAK.fit &&
    bytesPerStep * (count - 1) >= LEAK.growthOfPeak * peak;
  return { bytesPerStep, fit, risingSteps, isLeakSuspected };
}

function neverFreedOps(
  spans: readonly StepSpan[],
  { fromNs, untilNs, sizeBytes, name }: Allocations,
  isOfComponent: (row: number) => boolean,
): StepGrowth['neverFreed'] {
  const ops = new Map<string, { count: number; bytes: number }>();
  for (let row = 0; row < fromNs.length; row++) {
    if (untilNs[row] !== Number.POSITIVE_INFINITY || !isOfComponent(row)) continue;
    if (!spans.some(({ startNs, endNs }) => fromNs[row] >= startNs && fromNs[row] <= endNs)) continue;
    const op = name.texts[name.codes[row]];
    const own = ops.get(op) ?? { count: 0, bytes: 0 };
    ops.set(op, own);
    own.count++;
    own.bytes += sizeBytes[row];
  }
  return [...ops].map(([op, sums]) => ({ name: op, ...sums })).sort((a, b) => b.bytes - a.bytes);
}
