/** The lanes of A and B one above the other, at one time. */
import type { LaneId, RankIndex, SideChoice, SidePlace, Sides, SliceDetails, SliceRef } from '../../../src-contract';
import { type TimeRange, viewAround } from '../../base/timeRange';
import { copyStep, isAligned, movedFurther } from '../../session/alignment';
import { chooseClock } from '../../session/chooseClock';
import type { DumpSession } from '../../session/session';
import type { SessionState } from '../../session/sessionState';
import type { Shell } from '../../session/shell';

/** Air at both ends, as a share of what is shown. */
const AIR = 0.05;
/** Lanes of a step and their copies; more, or taller ones, would leave no room for those below. */
const MOST_PAIRS = 4;
const MOST_ROWS = 8;

type AlignShell = Pick<Shell, 'showTab' | 'say'>;

/** A rank is moved by its clock; of one rank a step is shown once more, beside another. */
export function canAlign({ comparison, dump }: Pick<SessionState, 'comparison' | 'dump'>): boolean {
  if (!comparison) return false;
  return isOneRank(comparison) ? stepsOf(comparison) !== undefined : dump.clock !== undefined;
}

function isOneRank({ a, b }: Sides): boolean {
  return a.rank === b.rank;
}

/** Undefined: a side is all steps, or both are the same one. */
function stepsOf({ a, b }: Sides): { readonly a: number; readonly b: number } | undefined {
  return a.step === 'all' || b.step === 'all' || a.step === b.step ? undefined : { a: a.step, b: b.step };
}

/** B’s step begins where A’s does. Without marked steps both recordings begin at once. */
export async function alignOnStep(session: DumpSession, shell: AlignShell): Promise<void> {
  const { comparison: sides, dump } = session.store.getState();
  if (!sides || !canAlign(session.store.getState())) return;
  const places = await session.engine.ask(session.dumpId, 'compare.places', sides);
  if (isOneRank(sides)) {
    if (!places) return sayMissingStep(session, shell, sides, 'align-no-step');
    const { a, b } = places;
    const range = { startNs: a.startNs, endNs: a.startNs + longestOf(a, b) };
    await copyB(session, shell, sides, places, a.startNs - b.startNs, range);
    return;
  }
  const recording = (rank: RankIndex) => ({
    startNs: dump.ranks[rank]?.startNs ?? 0,
    endNs: dump.ranks[rank]?.endNs ?? 0,
    slices: [],
  });
  const [a, b] = places ? [places.a, places.b] : [recording(sides.a.rank), recording(sides.b.rank)];
  await moveB(session, sides, a.startNs - b.startNs);
  const again = places && (await session.engine.ask(session.dumpId, 'compare.places', sides));
  const shown: TimeRange = again?.a ?? a;
  // The device's lanes, else the host's: stacks of Python are so high that one of them would hide the other.
  const slices = [a, b].flatMap(({ slices: [own] }) => own ?? []);
  await show(session, shell, sides, { startNs: shown.startNs, endNs: shown.startNs + longestOf(a, b) }, slices);
  if (!places) await sayMissingStep(session, shell, sides, 'align-recordings');
}

const sentences = {
  'align-no-step': 'The timeline of {rank} marks no step {step}, so there is nothing to align A and B on.',
  'align-recordings':
    'The timeline of {rank} marks no step {step}: A and B begin at once instead, as they were recorded.',
  'align-empty-step':
    'In the timeline of {rank} nothing begins within step {step}, so there is nothing to show beside A.',
} as const;

/** Nothing is said where all steps are compared: then the timelines mark none at all. */
async function sayMissingStep(
  { engine, dumpId, store }: DumpSession,
  shell: AlignShell,
  { a, b }: Sides,
  code: keyof typeof sentences,
): Promise<void> {
  for (const side of [a, b]) {
    const isMarked = side.step === 'all' || (await engine.ask(dumpId, 'compare.places', { a: side, b: side }));
    if (isMarked) continue;
    say(shell, code, store.getState().dump.ranks[side.rank]?.label ?? '', side.step);
    return;
  }
}

function say(shell: AlignShell, code: keyof typeof sentences, rank: string, step: SideChoice['step']): void {
  const message = sentences[code].replace('{rank}', () => rank).replace('{step}', String(step));
  shell.say({ code, message, params: { rank, step: String(step) } });
}

/** The selected slice and its match begin at once. */
export async function alignOnSlice(session: DumpSession, shell: AlignShell): Promise<void> {
  const { comparison: sides, selectedDetails, match } = session.store.getState();
  if (!sides || !match || !selectedDetails || !canAlign(session.store.getState())) return;
  if (isOneRank(sides))
    return alignStepsOnSlice(session, shell, sides, selectedDetails.standsFor ?? selectedDetails.ref);
  const [a, b] = inOrder(sides, selectedDetails, match);
  await moveB(session, sides, a.startNs - b.startNs);
  const shown = await session.engine.slice(session.dumpId, a.ref);
  const startNs = shown?.startNs ?? a.startNs;
  await show(session, shell, sides, around({ ...a, startNs }, b), [a.ref, b.ref]);
}

function inOrder(sides: Sides, own: SliceDetails, match: SliceDetails): readonly [SliceDetails, SliceDetails] {
  return own.ref.rank === sides.a.rank ? [own, match] : [match, own];
}

/** Room for A’s slice and B’s on both sides. */
function around(a: SliceDetails, b: SliceDetails): TimeRange {
  const longest = Math.max(a.durationNs, b.durationNs);
  return { startNs: a.startNs - 2 * longest, endNs: a.startNs + 3 * longest };
}

async function alignStepsOnSlice(
  session: DumpSession,
  shell: AlignShell,
  sides: Sides,
  slice: SliceRef,
): Promise<void> {
  const { engine, dumpId } = session;
  const places = await engine.ask(dumpId, 'compare.places', sides);
  const found = places && (await engine.ask(dumpId, 'compare.match', { ...sides, slice }));
  if (!found) return;
  const [refA, refB] = found.otherSide === 'b' ? [found.own, found.other] : [found.other, found.own];
  const [a, b] = [await engine.slice(dumpId, refA), await engine.slice(dumpId, refB)];
  if (a && b) await copyB(session, shell, sides, places, a.startNs - b.startNs, around(a, b), b.lane);
}

/** On top of how far it has been moved already. */
async function moveB(session: DumpSession, { b }: Sides, byNs: number): Promise<void> {
  const before = session.store.getState().dump.clock?.choice.moved ?? [];
  await chooseClock(session, { moved: movedFurther(before, [{ rank: b.rank, byNs }]) });
}

/**
 * The device's lanes of B’s step once more, `byNs` later, each below the lane of A’s step that it is of. `wanted`: a lane that is
 * to be among those in sight.
 */
async function copyB(
  session: DumpSession,
  shell: AlignShell,
  sides: Sides,
  { a, b }: { readonly a: SidePlace; readonly b: SidePlace },
  byNs: number,
  range: TimeRange,
  wanted?: LaneId,
): Promise<void> {
  const { engine, dumpId, actions, store } = session;
  const steps = stepsOf(sides);
  if (!steps) return;
  const found = await Promise.all(a.slices.map((own) => engine.slice(dumpId, own)));
  const seen = [wanted, ...found.map((own) => own?.lane)].filter((lane) => lane !== undefined);
  const rank = store.getState().dump.ranks[sides.b.rank];
  const copies = rank && (await copyStep(engine, dumpId, { rank, step: steps.b, byNs }, b, seen));
  if (!copies) return say(shell, 'align-empty-step', rank?.label ?? '', steps.b);
  const rows = new Map(rank.groups.flatMap((group) => group.lanes.map((lane) => [lane.id, lane] as const)));
  const heightOf = (lane: LaneId) => {
    const own = rows.get(lane);
    return own?.kind === 'slices' ? own.rowCount : 1;
  };
  // Low lanes first; a stack of Python would hide all below.
  const inSight = copies
    .slice()
    .sort((one, other) => heightOf(one.of) - heightOf(other.of))
    .filter(({ of }, at) => at === 0 || of === wanted || (at < MOST_PAIRS && heightOf(of) <= MOST_ROWS));
  actions.openRanks([sides.a.rank]);
  actions.pinLanes(inSight.flatMap(({ of, lane }) => [of, lane]));
  actions.setView(viewAround(range, AIR), { isJump: true });
  shell.showTab('timeline');
}

function longestOf(a: TimeRange, b: TimeRange): number {
  return Math.max(a.endNs - a.startNs, b.endNs - b.startNs);
}

async function show(
  { engine, dumpId, actions }: DumpSession,
  shell: AlignShell,
  { a, b }: Sides,
  range: TimeRange,
  slices: readonly SliceRef[],
): Promise<void> {
  const found = await Promise.all(slices.map((own) => engine.slice(dumpId, own)));
  actions.openRanks([a.rank, b.rank]);
  actions.pinLanes([...new Set(found.flatMap((own) => (own ? [own.lane] : [])))]);
  actions.setView(viewAround(range, AIR), { isJump: true });
  shell.showTab('timeline');
}

/** A and B are compared no more, and stand as before. */
export async function endComparison(session: DumpSession): Promise<void> {
  session.actions.compare(undefined);
  if (isAligned(session.store.getState().dump)) await endAlignment(session);
}

/** The lanes as before: by the clock alone, none above the others. */
export async function endAlignment(session: DumpSession): Promise<void> {
  session.actions.pinLanes([]);
  await session.engine.removeCopies(session.dumpId);
  if (session.store.getState().dump.clock?.choice.moved) await chooseClock(session, { moved: undefined });
}
