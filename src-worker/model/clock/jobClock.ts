import type { ClockMethod, JobClock, RankClock } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import type { DumpContext } from '../dumpContext';
import { recordedSteps } from '../hostSteps';
import type { TableRank } from '../tableRanks';
import { threshold } from '../thresholds';
import type { AlignmentLimits } from './alignmentLimits';
import { type Alignment, alignColumns, componentsOf } from './alignRanks';
import { type CallColumns, callColumns } from './callColumns';
import { type ClockPair, clockPairOf, pairErrorNs, pairOffsetNs } from './clockPairs';
import { type SharedCalls, sharedCalls } from './sharedCollectives';

interface ClockWish {
  /** The rank whose clock the others are told by; else the first of the largest piece. */
  readonly reference?: number;
  /** By first common steps alone, whatever else the dump has. */
  readonly bySteps?: boolean;
}

/** How the clocks of ranks stand to each other, of a job or of all that is open, from the best that the dump has. */
export function clockOf(dump: DumpContext, { reference, bySteps = false }: ClockWish = {}): Promise<JobClock> {
  const generations = generationsOf(dump);
  const make = async () => {
    const { made } = await beginAlignment(dump);
    const { ranks: aligned, usedCollectives, rejectedCollectives } = await made;
    const pieces = bySteps ? dump.ranks.map(alone) : piecesOf(dump.ranks, aligned);
    const [first, ...others] = pieces.toSorted((a, b) => weight(b, reference) - weight(a, reference));
    if (first) await joinPieces(dump, first, others, bySteps);
    const members = pieces.flatMap((piece) => piece.members);
    const known = new Map(members.map((own) => [own.rank.index, own]));
    const chosen = reference === undefined ? first?.members[0] : known.get(reference as TableRank['index']);
    const seen = chosen ? members.map((own) => seenFrom(chosen, own)) : members;
    const clocks = new Map(seen.map((own) => [own.rank.index, own]));
    const ranks = dump.ranks.map((rank): RankClock => {
      const { index, label } = rank;
      const { method, offsetNs, rate, aroundNs, rateError, errorNs } = clocks.get(index) ?? alone(rank).members[0];
      const { usedCount, rejectedCount } = aligned[index];
      const calls = { usedCalls: usedCount, rejectedCalls: rejectedCount };
      return {
        rank: index,
        label,
        method,
        offsetNs,
        rate,
        aroundNs: dump.toOwnNs(aroundNs),
        rateError,
        errorNs,
        ...calls,
      };
    });
    const isAligned = ranks.length > 1 && ranks.every(({ method }) => isKnown(method));
    return { ranks, usedCollectives, rejectedCollectives, isAligned };
  };
  return dump.memoOfJob(`clock ${reference} ${bySteps}`, make, generations);
}

/** Collectives and steps may come from timelines: what those tell changes with them. */
function generationsOf(dump: DumpContext): string {
  return dump.ranks.map(({ index }) => dump.generation(index) ?? '').join();
}

/** What aligns ranks by their calls; the columns may be given away. */
export type Aligner = (
  rankCount: number,
  calls: CallColumns,
  limits: AlignmentLimits,
) => Alignment | Promise<Alignment>;

const ALIGNER = 'aligner';

/** In another thread, in place of here. To be given before a clock is asked for. */
export function giveAligner(dump: DumpContext, aligner: Aligner): void {
  dump.memo(ALIGNER, () => aligner);
}

/**
 * Resolves when all calls are where they are aligned, which `made` tells the end of: whoever needs a clock later than something else lets another
 * thread, where there is one, do it meanwhile.
 */
export function beginAlignment(dump: DumpContext): Promise<{ readonly made: Promise<Alignment> }> {
  const begin = async () => {
    const align = dump.memo<Aligner>(ALIGNER, () => alignColumns);
    const made = Promise.resolve(alignByCalls(dump, await sharedCalls(dump), align));
    // Who has failed meanwhile never asks for it.
    made.catch(() => {});
    return { made };
  };
  return dump.memoOfJob('alignment', begin, generationsOf(dump));
}

/** The largest piece is what others are joined to, or the one that has the rank asked for. */
function weight({ members }: Piece, reference: number | undefined): number {
  return members.some(({ rank }) => rank.index === reference) ? Number.POSITIVE_INFINITY : members.length;
}

/**
 * The same by the clock of `chosen`. Both shifts go to the clock that they were told by; from that one, the way back leads
 * to `chosen`. What the two may be wrong by adds up.
 */
function seenFrom(chosen: Member, own: Member): Member {
  if (own === chosen) return { ...own, method: 'reference', offsetNs: 0, rate: 0, rateError: 0, errorNs: 0 };
  const apartNs = own.offsetNs - chosen.offsetNs - chosen.rate * (own.aroundNs - chosen.aroundNs);
  return {
    ...own,
    method: own.method === 'reference' ? chosen.method : own.method,
    offsetNs: apartNs / (1 - chosen.rate),
    rate: 1 - (1 - own.rate) / (1 - chosen.rate),
    rateError: own.rateError + chosen.rateError,
    errorNs: own.errorNs + chosen.errorNs,
  };
}

function isKnown(method: ClockMethod): boolean {
  return method !== 'first-step' && method !== 'none';
}

/** Sends and receives join only what collectives leave apart, as the stages of a pipeline. */
function alignByCalls(
  dump: DumpContext,
  { collectives, pairs }: SharedCalls,
  align: Aligner,
): Alignment | Promise<Alignment> {
  // Calls have the ranks' places in the dump, of which a job has some.
  const rankCount = dump.placeCount;
  const limits = alignmentLimits();
  const component = componentsOf(rankCount, collectives);
  const joining = pairs.filter(({ calls: [one, other] }) => component[one.rank] !== component[other.rank]);
  const all = joining.length === 0 ? collectives : [...collectives, ...joining];
  return align(rankCount, callColumns(rankCount, all), limits);
}

export function alignmentLimits(): AlignmentLimits {
  return {
    outlierDeviations: threshold('clock.outlier'),
    endSkewNs: threshold('clock.end-skew'),
    driftLeastNs: threshold('clock.drift-least'),
    driftMost: threshold('clock.drift-most'),
  };
}

/** Ranks whose offsets to each other are known. */
interface Piece {
  readonly members: Member[];
}

interface Member {
  readonly rank: TableRank;
  method: ClockMethod;
  /** Against the piece's first rank, until it is joined to the reference. */
  offsetNs: number;
  errorNs: number;
  readonly rate: number;
  readonly aroundNs: number;
  readonly rateError: number;
}

function alone(rank: TableRank): Piece {
  const nothing = { offsetNs: 0, errorNs: 0, rate: 0, aroundNs: 0, rateError: Number.NaN };
  return { members: [{ rank, method: 'reference', ...nothing }] };
}

/** A rank all of whose calls were left out is a piece by itself. */
function piecesOf(ranks: readonly TableRank[], aligned: Alignment['ranks']): Piece[] {
  const pieces = groupBy(ranks, ({ index }) => {
    const { component, errorNs } = aligned[index];
    return Number.isFinite(errorNs) ? `${component}` : `alone ${index}`;
  });
  return [...pieces.values()].map((own) => {
    if (own.length === 1) return alone(own[0]);
    return {
      members: own.map((rank, i): Member => {
        const { offsetNs, errorNs, rate, aroundNs, rateError } = aligned[rank.index];
        const method = i === 0 ? 'reference' : 'collectives';
        return { rank, method, offsetNs, errorNs, rate, aroundNs, rateError };
      }),
    };
  });
}

/** Of its shift at an instant of its own clock, from the base. */
function shiftAt({ offsetNs, rate, aroundNs }: Member, ns: number): number {
  return offsetNs + rate * (ns - aroundNs);
}

async function joinPieces(
  dump: DumpContext,
  reference: Piece,
  others: readonly Piece[],
  bySteps: boolean,
): Promise<void> {
  if (others.length === 0) return;
  const pairs = new Map<Member, ClockPair>();
  for (const member of bySteps ? [] : [reference, ...others].flatMap(({ members }) => members)) {
    const pair = await clockPairOf(dump, member.rank);
    if (pair) pairs.set(member, pair);
  }
  // A piece may be on the host of another that has been joined just now.
  let waiting = [...others];
  for (let known = [reference]; known.length > 0; ) {
    const anchors = known.flatMap(({ members }) => members);
    known = waiting.filter((piece) => joinByPair(dump, piece, anchors, pairs));
    const joined = new Set(known);
    waiting = waiting.filter((piece) => !joined.has(piece));
  }
  for (const piece of waiting) await joinByFirstStep(dump, piece, reference);
}

/** Over the two ranks, one on each side, that leave the least error. */
function joinByPair(
  dump: DumpContext,
  piece: Piece,
  anchors: readonly Member[],
  pairs: ReadonlyMap<Member, ClockPair>,
): boolean {
  let best: { readonly shiftNs: number; readonly errorNs: number } | undefined;
  for (const own of piece.members) {
    const ownPair = pairs.get(own);
    if (!ownPair) continue;
    for (const anchor of anchors) {
      const anchorPair = pairs.get(anchor);
      const offsetNs = anchorPair && pairOffsetNs(anchorPair, ownPair);
      const errorNs = anchor.errorNs + own.errorNs + pairErrorNs();
      if (!anchorPair || offsetNs === undefined || errorNs >= (best?.errorNs ?? Number.POSITIVE_INFINITY)) continue;
      const baseNs = Number(dump.baseNs);
      const anchorNs = shiftAt(anchor, anchorPair.wallNs - baseNs);
      best = { shiftNs: anchorNs + offsetNs - shiftAt(own, ownPair.wallNs - baseNs), errorNs };
    }
  }
  if (!best) return false;
  for (const member of piece.members) {
    member.method = 'clock-pair';
    member.offsetNs += best.shiftNs;
    member.errorNs += best.errorNs;
  }
  return true;
}

async function joinByFirstStep(dump: DumpContext, piece: Piece, { members: [reference] }: Piece): Promise<void> {
  const shiftNs = await firstCommonStepNs(dump, reference.rank, piece.members[0].rank);
  for (const member of piece.members) {
    member.method = shiftNs === undefined ? 'none' : 'first-step';
    member.offsetNs = shiftNs === undefined ? Number.NaN : member.offsetNs + shiftNs;
    member.errorNs = Number.NaN;
  }
}

/** How much later `other` has begun it, by its clock. */
async function firstCommonStepNs(dump: DumpContext, one: TableRank, other: TableRank): Promise<number | undefined> {
  const own = (await recordedSteps(dump, one))?.steps ?? [];
  const starts = new Map(((await recordedSteps(dump, other))?.steps ?? []).map(({ step, startNs }) => [step, startNs]));
  const common = own.find(({ step }) => starts.has(step));
  const otherNs = common && starts.get(common.step);
  return common === undefined || otherNs === undefined ? undefined : otherNs - common.startNs;
}
