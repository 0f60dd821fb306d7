/** Which table of the comparison is shown; what is held against what is the session’s (`SessionState.comparison`). */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RankIndex, SideChoice, Sides, SummaryOverview } from '../../../../src-contract';
import type { DumpSession } from '../../../session/session';

export type CompareTable = 'kernels' | 'names' | 'ops';

export interface CompareChoices {
  readonly table: CompareTable;
}

export type CompareStore = StoreApi<CompareChoices>;

export function compareStore(session: DumpSession): CompareStore {
  return session.viewState('summary.compare', () => createStore<CompareChoices>()(() => ({ table: 'kernels' })));
}

/** The first ranks of the dump, or the first and last step of its only one. Undefined: the dump has no two sides. */
export function usualSides({ ranks, steps }: Pick<SummaryOverview, 'ranks' | 'steps'>): Sides | undefined {
  const [first, second = first] = comparableRanks(ranks);
  if (first === undefined || second === undefined || (first === second && steps.length < 2)) return undefined;
  const areSteps = first === second;
  const usual = (rank: RankIndex, step: number | undefined): SideChoice => ({
    rank,
    step: areSteps && step !== undefined ? step : 'all',
  });
  return { a: usual(first, steps[0]), b: usual(second, steps.at(-1)) };
}

/** Ranks with a split that have a place in the dump, each once. */
export function comparableRanks(ranks: SummaryOverview['ranks']): readonly RankIndex[] {
  const known = ranks.filter(({ splitSource }) => splitSource !== undefined);
  return [...new Set(known.flatMap(({ index }) => index ?? []))];
}
