import type { CompareSide, DumpId, DumpState, Engine, RankIndex } from '../../../src-contract';
import type { CompareArguments, Step } from './compareArguments';

/** The dump that a side is of. */
export interface SideOf {
  readonly dump: DumpId;
  readonly state: DumpState;
}

interface WantedSides extends Pick<CompareArguments, 'steps'> {
  readonly ranks: readonly [number | undefined, number | undefined] | undefined;
  /** What ranks and steps are chosen with, for sentences. */
  readonly words: { readonly ranks: string; readonly steps: string };
}

interface WantedSide extends Pick<WantedSides, 'words'> {
  readonly rank: number | undefined;
  readonly step: Step;
}

/** A sentence where a side is not to be had. */
export async function sidesOf(
  engine: Engine,
  first: SideOf,
  second: SideOf,
  { ranks, steps = ['all', 'all'], words }: WantedSides,
): Promise<{ readonly a: CompareSide; readonly b: CompareSide } | string> {
  const a = await sideOf(engine, first, { rank: ranks?.[0], step: steps[0], words });
  if (typeof a === 'string') return a;
  const isKnown = ({ state }: SideOf) => state.ranks.some((own) => numberOf(own) === a.rank);
  const rank = ranks?.[1] ?? (isKnown(second) ? a.rank : undefined);
  const b = await sideOf(engine, second, { rank, step: steps[1], words });
  return typeof b === 'string' ? b : { a, b };
}

async function sideOf(
  engine: Engine,
  { dump, state }: SideOf,
  { rank: wanted, step, words }: WantedSide,
): Promise<CompareSide | string> {
  const rank = wanted ?? (await longestRank(engine, dump)) ?? numberOf(state.ranks[0]);
  const own = state.ranks.find((one) => numberOf(one) === rank);
  const numbers = state.ranks.map(numberOf).join(', ');
  if (!own) return `${state.title} has no rank ${rank}; it has ${numbers}. Choose with ${words.ranks}.`;
  const side = await engine.ask(dump, 'compare.side', { rank: own.index, step });
  if (side) return side;
  const all = step === 'all' ? undefined : await engine.ask(dump, 'compare.side', { rank: own.index, step: 'all' });
  return all
    ? `${own.label} of ${state.title} has no step ${step}; it has ${[...all.steps].join(', ')}. Choose with ${words.steps}.`
    : `Nothing tells where the steps of ${own.label} of ${state.title} went: it has neither a step file nor a timeline with device tasks.`;
}

/** What everybody waits for. */
async function longestRank(engine: Engine, dump: DumpId): Promise<number | undefined> {
  const { ranks } = await engine.ask(dump, 'summary.overview', {});
  const { computing, notOverlapped, free } = await engine.ask(dump, 'summary.split', { step: 'all' });
  let longest: number | undefined;
  let mostNs = 0;
  for (const [at, { rank, index }] of ranks.entries()) {
    const ns = computing[at] + notOverlapped[at] + free[at];
    if (index === undefined || !(ns > mostNs)) continue;
    longest = rank;
    mostNs = ns;
  }
  return longest;
}

function numberOf(own: { readonly rank?: number; readonly index: RankIndex }): number {
  return own.rank ?? own.index;
}
