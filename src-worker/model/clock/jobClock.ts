import type { ClockMethod, JobClock, RankClock } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import type { DumpContext, TableRank } from '../dumpContext';
import { hostSteps } from '../hostSteps';
import { threshold } from '../thresholds';
import { type Alignment, alignRanks } from './alignRanks';
import { type ClockPair, clockPairOf, pairErrorNs, pairOffsetNs } from './clockPairs';
import { type SharedCalls, sharedCalls } from './sharedCollectives';

/** How the clocks of the dump's ranks stand to each other, from the best that the dump has. */
export function clockOf(dump: DumpContext): Promise<JobClock> {
  // Collectives and steps may come from timelines: what those tell changes with them.
  const generations = dump.ranks.map(({ index }) => dump.generation(index) ?? '').join();
  const make = async () => {
    const alignment = alignByCalls(dump.ranks.length, await sharedCalls(dump));
    const pieces = piecesOf(dump.ranks, alignment);
    const [reference, ...others] = pieces.toSorted((a, b) => b.members.length - a.members.length);
    if (reference) await joinPieces(dump, reference, others);
    const clocks = new Map(pieces.flatMap(({ members }) => members.map((own) => [own.rank.index, own])));
    const ranks = dump.ranks.map(({ index, label }, i): RankClock => {
      const { method, offsetNs, errorNs } = clocks.get(index) ?? UNKNOWN;
      const { usedCount, rejectedCount } = alignment.ranks[i];
      return { rank: index, label, method, offsetNs, errorNs, usedCalls: usedCount, rejectedCalls: rejectedCount };
    });
    const { usedCollectives, rejectedCollectives } = alignment;
    const isAligned = ranks.length > 1 && ranks.every(({ method }) => isKnown(method));
    return { ranks, usedCollectives, rejectedCollectives, isAligned };
  };
  return dump.memo('clock', make, generations);
}

const UNKNOWN = { method: 'none', offsetNs: Number.NaN, errorNs: Number.NaN } as const;

function isKnown(method: ClockMethod): boolean {
  return method !== 'first-step' && method !== 'none';
}

/** Sends and receives join only what collectives leave apart, as the stages of a pipeline. */
function alignByCalls(rankCount: number, { collectives, pairs }: SharedCalls): Alignment {
  const limits = { outlierDeviations: threshold('clock.outlier'), endSkewNs: threshold('clock.end-skew') };
  const alignment = alignRanks(rankCount, collectives, limits);
  const componentOf = (rank: number) => alignment.ranks[rank].component;
  const joining = pairs.filter(({ calls: [one, other] }) => componentOf(one.rank) !== componentOf(other.rank));
  return joining.length === 0 ? alignment : alignRanks(rankCount, [...collectives, ...joining], limits);
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
}

/** A rank all of whose calls were left out is a piece by itself. */
function piecesOf(ranks: readonly TableRank[], alignment: Alignment): Piece[] {
  const pieces = groupBy(ranks, ({ index }) => {
    const { component, errorNs } = alignment.ranks[index];
    return Number.isFinite(errorNs) ? `${component}` : `alone ${index}`;
  });
  return [...pieces.values()].map((own) => ({
    members: own.map((rank, i): Member => {
      const { offsetNs, errorNs } = alignment.ranks[rank.index];
      const isAlone = own.length === 1;
      const method = i === 0 ? 'reference' : 'collectives';
      return { rank, method, offsetNs: isAlone ? 0 : offsetNs, errorNs: isAlone ? 0 : errorNs };
    }),
  }));
}

async function joinPieces(dump: DumpContext, reference: Piece, others: readonly Piece[]): Promise<void> {
  if (others.length === 0) return;
  const pairs = new Map<Member, ClockPair>();
  for (const member of [reference, ...others].flatMap(({ members }) => members)) {
    const pair = await clockPairOf(dump, member.rank);
    if (pair) pairs.set(member, pair);
  }
  // A piece may be on the host of another that has been joined just now.
  let waiting = [...others];
  for (let known = [reference]; known.length > 0; ) {
    const anchors = known.flatMap(({ members }) => members);
    known = waiting.filter((piece) => joinByPair(piece, anchors, pairs));
    const joined = new Set(known);
    waiting = waiting.filter((piece) => !joined.has(piece));
  }
  for (const piece of waiting) await joinByFirstStep(dump, piece, reference);
}

/** Over the two ranks, one on each side, that leave the least error. */
function joinByPair(piece: Piece, anchors: readonly Member[], pairs: ReadonlyMap<Member, ClockPair>): boolean {
  let best: { readonly shiftNs: number; readonly errorNs: number } | undefined;
  for (const own of piece.members) {
    const ownPair = pairs.get(own);
    if (!ownPair) continue;
    for (const anchor of anchors) {
      const anchorPair = pairs.get(anchor);
      const offsetNs = anchorPair && pairOffsetNs(anchorPair, ownPair);
      const errorNs = anchor.errorNs + own.errorNs + pairErrorNs();
      if (offsetNs === undefined || errorNs >= (best?.errorNs ?? Number.POSITIVE_INFINITY)) continue;
      best = { shiftNs: anchor.offsetNs + offsetNs - own.offsetNs, errorNs };
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
  const own = (await hostSteps(dump, one))?.steps ?? [];
  const starts = new Map(((await hostSteps(dump, other))?.steps ?? []).map(({ step, startNs }) => [step, startNs]));
  const common = own.find(({ step }) => starts.has(step));
  const otherNs = common && starts.get(common.step);
  return common === undefined || otherNs === undefined ? undefined : otherNs - common.startNs;
}
