/** What the user has chosen in the Summary tab. Lives with the session: the tab is taken away when another is in front. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParallelLayout, ParallelSizes, PhaseOps, RankIndex, SplitPart, SummaryStep } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

export const summarySections = [
  'split',
  'steps',
  'compare',
  'trace',
  'parallel',
  'pipeline',
  'experts',
  'data',
  'devices',
  'job',
] as const;
export type SummarySection = (typeof summarySections)[number];

/** What the cells of the parallel map are coloured by. */
export type MapMetric = SplitPart | 'step' | 'relative';

/** What is chosen of a job: another has other steps, ranks and sizes. */
export interface ChosenOfJob {
  /** Undefined: the only step, or the median of several. */
  readonly step: SummaryStep | undefined;
  /** Position in `SummaryOverview.ranks`. */
  readonly rank: number | undefined;
  /** Undefined: as the dump tells. */
  readonly layout: ParallelLayout | undefined;
  readonly sizes: ParallelSizes | undefined;
  /** Micro-batches in a step, where the user has told. */
  readonly microBatches: number | undefined;
  /** Kernels that the phases of a step are cut at; with both of them the step trace goes by them. */
  readonly phaseOps: Partial<PhaseOps>;
}

export interface SummaryChoices extends ChosenOfJob {
  /** Of several jobs the one that all this is chosen of (`session/shownJob`); what was chosen of the others. */
  readonly job: string | undefined;
  readonly ofOthers: ReadonlyMap<string | undefined, ChosenOfJob>;
  readonly section: SummarySection;
  readonly areFindingsShown: boolean;
  readonly orderBy: string;
  /** Bars shown; undefined: all. */
  readonly top: number | undefined;
  /** Undefined: computing against the peers, where ranks have peers. */
  readonly metric: MapMetric | undefined;
  /** What was last taken over from the rest of the window: the rank of the selected slice, the rank of `focusRanks`. */
  readonly followedSlice: RankIndex | undefined;
  readonly followedFocus: RankIndex | undefined;
}

export type SummaryStore = StoreApi<SummaryChoices>;

export function summaryStore(session: DumpSession): SummaryStore {
  return session.viewState('summary', () =>
    createStore<SummaryChoices>()(() => ({
      ...nothingChosen,
      job: undefined,
      ofOthers: new Map(),
      areFindingsShown: true,
      section: 'split',
      orderBy: 'given',
      top: undefined,
      metric: undefined,
      followedSlice: undefined,
      followedFocus: undefined,
    })),
  );
}

const nothingChosen: ChosenOfJob = {
  step: undefined,
  rank: undefined,
  layout: undefined,
  sizes: undefined,
  microBatches: undefined,
  phaseOps: {},
};

/** From now on all is about this job, as it was left. */
export function turnToJob(store: SummaryStore, job: string | undefined): void {
  const { job: before, ofOthers, step, rank, layout, sizes, microBatches, phaseOps } = store.getState();
  const left = new Map(ofOthers).set(before, { step, rank, layout, sizes, microBatches, phaseOps });
  store.setState({ ...(left.get(job) ?? nothingChosen), job, ofOthers: left });
}
