import type { RankIndex, StepTrace, StepTraceQuestion, StepTraceSource, TableKind } from '../../../src-contract';
import { toJobNs } from '../../base/clockShift';
import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import { unlessBroken } from '../rankJson';
import { stepsOfView } from '../steps/steps';
import type { TableRank } from '../tableRanks';
import { opNames, stepsBetween } from './chosenOps';
import { readIterations } from './iterationTable';
import { readRawFile } from './rawFile';
import { stepTraceOfLanes } from './stepTraceLane';
import { type ChainedStep, chained, meanStep, shownStep, type TracedStep } from './tracedStep';

interface Found {
  readonly source: StepTraceSource;
  /** At least one, by number. */
  readonly steps: readonly ChainedStep[];
  /** Makes the job's time of their instants; absent where they are none of it. */
  readonly jobNs?: (ns: number) => number;
}

/** Undefined: nothing tells of phases, or the chosen ops are in none of the steps. */
export async function stepTrace(dump: DumpContext, question: StepTraceQuestion): Promise<StepTrace | undefined> {
  const found = await find(dump, question);
  if (!found) return undefined;
  const { source, steps, jobNs } = found;
  const asked = steps.find(({ number }) => number === question.step);
  const column = (of: (step: ChainedStep, at: number) => number) => Float64Array.from(steps, of);
  return {
    source,
    steps: column(({ number }) => number),
    totalNs: column(({ startNs, endNs }) => endNs - startNs),
    intervalNs: column(({ startNs, forwardNs, isAfterOther }, at) =>
      isAfterOther || at === 0 ? forwardNs - startNs : Number.NaN,
    ),
    forwardBackwardNs: column(({ forwardNs, backwardNs }) => backwardNs - forwardNs),
    tailNs: column(({ backwardNs, endNs }) => endNs - backwardNs),
    shown: asked ? shownStep(asked, jobNs) : meanStep(steps),
  };
}

/** Empty where the rank has no timeline. */
export async function stepTraceOps(dump: DumpContext, rank: RankIndex): Promise<readonly string[]> {
  return (await dump.ofTimeline('ops of a step', rank, (view) => opNames(view, stepsOfView(dump, view)))) ?? [];
}

async function find(dump: DumpContext, { rank: index, ops }: StepTraceQuestion): Promise<Found | undefined> {
  const rank = dump.rankAt(index);
  if (!rank) return undefined;
  if (ops) {
    const make = (view: RankView) => stepsBetween(view, stepsOfView(dump, view), ops);
    return fromTimeline(dump, index, 'chosen-ops', JSON.stringify(ops), make);
  }
  return (
    (await fromFiles(dump, rank, 'step-trace-raw', 'step-trace-raw', readRawFile)) ??
    (await fromFiles(dump, rank, 'iterations', 'step-trace-table', readIterations)) ??
    fromTimeline(dump, index, 'timeline', 'of lanes', stepTraceOfLanes)
  );
}

/** Files of one rank tell of the same steps, or each of some: of a step that two have, the first counts. */
async function fromFiles(
  dump: DumpContext,
  rank: TableRank,
  kind: TableKind,
  source: StepTraceSource,
  read: (dump: DumpContext, path: string) => Promise<readonly TracedStep[]>,
): Promise<Found | undefined> {
  const byNumber = new Map<number, TracedStep>();
  for (const path of dump.paths(rank, kind)) {
    const steps = await dump.memo(`steps of ${path}`, () => unlessBroken(dump, path, (own) => read(dump, own)));
    for (const step of steps ?? []) if (!byNumber.has(step.number)) byNumber.set(step.number, step);
  }
  if (byNumber.size === 0) return undefined;
  const isOfDump = source === 'step-trace-table';
  return {
    source,
    steps: chained([...byNumber.values()]),
    ...(isOfDump && { jobNs: (ns: number) => dump.toJobNs(rank.index, ns) }),
  };
}

async function fromTimeline(
  dump: DumpContext,
  rank: RankIndex,
  source: StepTraceSource,
  key: string,
  make: (view: RankView) => readonly TracedStep[],
): Promise<Found | undefined> {
  const found = await dump.ofTimeline(`step trace ${key}`, rank, (view) => {
    return { steps: chained(make(view)), offsetNs: view.offsetNs };
  });
  if (!found) return undefined;
  const { steps, offsetNs } = found;
  const hasPhases = steps.some(({ forwardNs, backwardNs }) => !Number.isNaN(forwardNs + backwardNs));
  return hasPhases ? { source, steps, jobNs: (ns) => toJobNs(dump.shiftOf(rank), ns + offsetNs) } : undefined;
}
