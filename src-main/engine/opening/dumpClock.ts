import type {
  ClockChoice,
  ClockMethod,
  DumpClock,
  JobClock,
  RankClock,
  RankIndex,
  ShownClock,
} from '../../../src-contract';
import { type ClockShift, NO_SHIFT } from '../../../src-worker/base/clockShift';
import { type Recording, recordingsApartNs } from '../../../src-worker/model/clock/recordingsApart';

/** What the worker is asked about the ranks' clocks. */
export type AskClock = (wish: { readonly reference?: RankIndex; readonly bySteps?: boolean }) => Promise<JobClock>;

/** What a choice comes to. */
export interface ClockDecision {
  readonly mode: DumpClock['mode'];
  /** Undefined: every rank by its own clock. */
  readonly clock: JobClock | undefined;
  readonly apartNs?: number;
}

export const UNDECIDED: ClockDecision = { mode: 'measuring', clock: undefined };

/** Asks for no more than the choice needs. Rejects as `ask` does. */
export async function decideClock(
  { mode, reference }: ClockChoice,
  recordings: readonly Recording[],
  ask: AskClock,
): Promise<ClockDecision> {
  if (mode === 'off') return { mode, clock: undefined };
  const wish = reference === undefined ? {} : { reference };
  const bySteps = () => ask({ ...wish, bySteps: true });
  if (mode === 'steps') return { mode, clock: await bySteps() };
  const clock = await ask(wish);
  const apartNs = recordingsApartNs(recordings, clock);
  if (mode === undefined && apartNs !== undefined) return { mode: 'steps', clock: await bySteps(), apartNs };
  const { collectives = 0, 'clock-pair': pairs = 0 } = rankCounts(clock.ranks);
  return { mode: collectives + pairs > 0 ? 'clocks' : 'steps', clock, ...(apartNs === undefined ? {} : { apartNs }) };
}

/** Of each rank. */
export function shiftsOf(
  { clock }: ClockDecision,
  rankCount: number,
  moved: ClockChoice['moved'] = [],
): readonly ClockShift[] {
  return Array.from({ length: rankCount }, (_, rank) => {
    const own = clock?.ranks[rank];
    const shift =
      !own || Number.isNaN(own.offsetNs)
        ? NO_SHIFT
        : { offsetNs: own.offsetNs, rate: own.rate, aroundNs: own.aroundNs };
    const byNs = moved.find((own) => own.rank === rank)?.byNs ?? 0;
    return byNs === 0 ? shift : { ...shift, offsetNs: shift.offsetNs - byNs };
  });
}

/** What the window is told with every state of the dump. */
export function dumpClock({ mode, clock, apartNs }: ClockDecision, choice: ClockChoice, revision: number): DumpClock {
  const ranks = clock?.ranks ?? [];
  const reference = ranks.find(({ method }) => method === 'reference')?.rank;
  return {
    revision,
    choice,
    mode,
    ...(reference === undefined ? {} : { reference }),
    rankCounts: rankCounts(ranks),
    errorNs: largestErrorNs(ranks),
    hasDrift: ranks.some(({ rate }) => rate !== 0),
    ...(apartNs === undefined ? {} : { apartNs }),
  };
}

/** The same with each rank's part in it; of ranks that nothing is told of, their names. */
export function shownClock(
  shown: DumpClock,
  { clock }: ClockDecision,
  ranks: readonly { readonly index: RankIndex; readonly label: string }[],
): ShownClock {
  const { usedCollectives, rejectedCollectives, isAligned } = clock ?? NOTHING;
  // Labels may have become known since.
  const own = ranks.map(({ index, label }): RankClock => ({ ...(clock?.ranks[index] ?? unknown), rank: index, label }));
  return { ...shown, ranks: own, usedCollectives, rejectedCollectives, isAligned };
}

const NOTHING = { usedCollectives: 0, rejectedCollectives: 0, isAligned: false };
const unknown = {
  method: 'none',
  offsetNs: Number.NaN,
  rate: 0,
  aroundNs: 0,
  rateError: Number.NaN,
  errorNs: Number.NaN,
  usedCalls: 0,
  rejectedCalls: 0,
} as const;

function largestErrorNs(ranks: readonly RankClock[]): number {
  const known = ranks.filter(({ method, errorNs }) => method !== 'reference' && !Number.isNaN(errorNs));
  return known.reduce((most, { errorNs }) => Math.max(most, errorNs), known.length > 0 ? 0 : Number.NaN);
}

function rankCounts(ranks: readonly RankClock[]): Partial<Record<ClockMethod, number>> {
  const counts: Partial<Record<ClockMethod, number>> = {};
  for (const { method } of ranks) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}
