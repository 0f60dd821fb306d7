/** The lanes of A and B one above the other, at one time. */
import type { RankIndex, Sides, SliceDetails, SliceRef } from '../../../src-contract';
import { type TimeRange, viewAround } from '../../base/timeRange';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { chooseClock } from '../clock/chooseClock';

/** Air at both ends, as a share of what is shown. */
const AIR = 0.05;

/** One rank cannot be moved against itself. */
export function canAlign({ store }: DumpSession): boolean {
  const { comparison, dump } = store.getState();
  return comparison !== undefined && comparison.a.rank !== comparison.b.rank && dump.clock !== undefined;
}

/** B’s step begins where A’s does. Without marked steps both recordings begin at once. */
export async function alignOnStep(session: DumpSession, shell: Pick<Shell, 'showTab'>): Promise<void> {
  const { comparison: sides, dump } = session.store.getState();
  if (!sides || !canAlign(session)) return;
  const places = await session.engine.ask(session.dumpId, 'compare.places', sides);
  const recording = (rank: RankIndex) => ({
    startNs: dump.ranks[rank]?.startNs ?? 0,
    endNs: dump.ranks[rank]?.endNs ?? 0,
    slices: [],
  });
  const [a, b] = places ? [places.a, places.b] : [recording(sides.a.rank), recording(sides.b.rank)];
  await moveB(session, sides, a.startNs - b.startNs);
  const again = places && (await session.engine.ask(session.dumpId, 'compare.places', sides));
  const shown: TimeRange = again?.a ?? a;
  const longest = Math.max(a.endNs - a.startNs, b.endNs - b.startNs);
  // The device's lanes, else the host's: stacks of Python are so high that one of them would hide the other.
  const slices = [a, b].flatMap(({ slices: [own] }) => own ?? []);
  await show(session, shell, sides, { startNs: shown.startNs, endNs: shown.startNs + longest }, slices);
}

/** The selected slice and its match begin at once. */
export async function alignOnSlice(session: DumpSession, shell: Pick<Shell, 'showTab'>): Promise<void> {
  const { comparison: sides, selectedDetails, match } = session.store.getState();
  if (!sides || !match || !selectedDetails || !canAlign(session)) return;
  const [a, b] = inOrder(sides, selectedDetails, match);
  await moveB(session, sides, a.startNs - b.startNs);
  const shown = await session.engine.slice(session.dumpId, a.ref);
  const startNs = shown?.startNs ?? a.startNs;
  const longest = Math.max(a.durationNs, b.durationNs);
  await show(session, shell, sides, { startNs: startNs - 2 * longest, endNs: startNs + 3 * longest }, [a.ref, b.ref]);
}

function inOrder(sides: Sides, own: SliceDetails, match: SliceDetails): readonly [SliceDetails, SliceDetails] {
  return own.ref.rank === sides.a.rank ? [own, match] : [match, own];
}

/** On top of how far it has been moved already. */
async function moveB(session: DumpSession, { b }: Sides, byNs: number): Promise<void> {
  const before = session.store.getState().dump.clock?.choice.moved;
  const sum = Math.round(byNs + (before?.rank === b.rank ? before.byNs : 0));
  await chooseClock(session, { moved: sum === 0 ? undefined : { rank: b.rank, byNs: sum } });
}

async function show(
  { engine, dumpId, actions }: DumpSession,
  shell: Pick<Shell, 'showTab'>,
  { a, b }: Sides,
  range: TimeRange,
  slices: readonly SliceRef[],
): Promise<void> {
  const found = await Promise.all(slices.map((own) => engine.slice(dumpId, own)));
  actions.openRanks([a.rank, b.rank]);
  actions.pinLanes([...new Set(found.flatMap((own) => (own ? [own.lane] : [])))]);
  actions.setView(viewAround(range, AIR), { remember: true });
  shell.showTab('timeline');
}

/** The lanes as before: by the clock alone, none above the others. */
export async function endAlignment(session: DumpSession): Promise<void> {
  session.actions.pinLanes([]);
  await chooseClock(session, { moved: undefined });
}
