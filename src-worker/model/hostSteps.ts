/** The steps of a rank by the clock of its host, from the best of what it has: what allocations are held against. */
import type { StepGrowth } from '../../src-contract';
import { withDatabase } from '../sqlite/database';
import { readProfilerSteps } from '../sqlite/profilerDb';
import { numbersOf, textReader } from '../tables/columnTable';
import { TableError } from '../tables/tableError';
import type { DumpContext } from './dumpContext';
import { kernelTable } from './kernels/kernels';
import { stepsOfView } from './steps/steps';
import { isStepText } from './steps/timelineSteps';
import type { TableRank } from './tableRanks';

/** Times count from the base of the dump's tables. */
export interface HostStep {
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
}

export interface HostSteps {
  readonly from: NonNullable<StepGrowth['stepsFrom']>;
  /** By start; at least one. */
  readonly steps: readonly HostStep[];
}

/** The timeline's marks, else STEP_TIME of the profiler's database, else the steps that kernels are said to be in. */
export async function hostSteps(dump: DumpContext, rank: TableRank): Promise<HostSteps | undefined> {
  const recorded = await recordedSteps(dump, rank);
  if (recorded) return recorded;
  if (dump.paths(rank, 'kernels').length === 0) return undefined;
  const steps = kernelSteps(await kernelTable(dump, { ranks: [rank.index] }));
  return steps.length > 0 ? { from: 'kernels', steps } : undefined;
}

/** Without looking through the kernels, of which there may be millions in a file that nobody has asked for yet. */
export async function recordedSteps(dump: DumpContext, rank: TableRank): Promise<HostSteps | undefined> {
  const marked = await dump.ofTimeline(STEPS, rank.index, (view) => {
    const own = stepsOfView(dump, view);
    if (own.from === 'none') return [];
    return own.steps.map(({ number, hostStartNs, hostEndNs }) => ({
      step: number,
      startNs: dump.fromOwnNs(hostStartNs + view.offsetNs),
      endNs: dump.fromOwnNs(hostEndNs + view.offsetNs),
    }));
  });
  if (marked && marked.length > 0) return { from: 'timeline', steps: byStart(marked) };
  const ofDatabase = databaseSteps(dump, rank);
  return ofDatabase.length > 0 ? { from: 'database', steps: ofDatabase } : undefined;
}

/** Those of a rank whose files are not here. To be given before they are asked for. */
export function giveRecordedSteps(
  dump: DumpContext,
  { index }: Pick<TableRank, 'index'>,
  steps: readonly HostStep[],
): void {
  dump.giveOfTimeline(STEPS, index, steps);
  dump.memo(databaseKey({ index }), () => []);
}

const STEPS = 'steps of the host';

function databaseKey({ index }: Pick<TableRank, 'index'>): string {
  return `steps of the database of rank ${index}`;
}

/** STEP_TIME of the profiler's database, where there is one. */
function databaseSteps(dump: DumpContext, rank: TableRank): readonly HostStep[] {
  return dump.memo(databaseKey(rank), () =>
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
function kernelSteps(kernels: Awaited<ReturnType<typeof kernelTable>>): HostStep[] {
  const stepOf = textReader(kernels, 'step');
  const starts = numbersOf(kernels, 'startNs');
  const durations = numbersOf(kernels, 'durationNs');
  if (!stepOf || !starts || !durations) return [];
  const spans = new Map<number, HostStep>();
  for (let row = 0; row < kernels.rowCount; row++) {
    const text = stepOf(row);
    const [step, startNs, endNs] = [Number(text), starts[row], starts[row] + durations[row]];
    if (!isStepText(text) || Number.isNaN(step) || Number.isNaN(endNs)) continue;
    const known = spans.get(step) ?? { step, startNs, endNs };
    spans.set(step, { step, startNs: Math.min(known.startNs, startNs), endNs: Math.max(known.endNs, endNs) });
  }
  return byStart(spans.values());
}

function byStart(spans: Iterable<HostStep>): HostStep[] {
  return [...spans].sort((a, b) => a.startNs - b.startNs);
}
