/** Moves ranks on top of their clocks, so that what is to be compared stands one above the other. */
import type { MovedRank, SliceDetails, SliceSummary } from '../../../src-contract';
import { stepAt } from '../../base/timeScale';
import { movedFurther } from '../../session/alignment';
import { chooseClock } from '../../session/chooseClock';
import type { DumpSession } from '../../session/session';
import type { Shell } from '../../session/shell';
import { timesOf } from '../../session/times';

type Edge = 'left' | 'right';
type Told = Pick<Shell, 'say'>;

const messages = {
  'align-two-slices': 'Select a slice, then one of another rank: that rank is moved to where the first one is.',
  'align-one-rank': 'Both slices are of {rank}. Select slices of two ranks to align them.',
  'align-no-call': 'No other rank that is read has this call.',
  'align-no-steps': 'The timeline marks no step in the middle of the view, so there is nothing to align on.',
} as const;

/** On top of how far they have been moved already. */
export async function moveRanks(session: DumpSession, further: readonly MovedRank[]): Promise<void> {
  const before = session.store.getState().dump.clock?.choice.moved ?? [];
  await chooseClock(session, { moved: movedFurther(before, further) });
}

/** The rank of the selected slice is moved so that it begins, or ends, with the slice that was selected before. */
export async function alignWithAnchor(session: DumpSession, shell: Told, edge: Edge): Promise<void> {
  const { selectedSlice, anchor, dump } = session.store.getState();
  // By what they are shown at now: a rank may have been moved since, and what the store has of them may not be there again yet.
  const [own, other] = await Promise.all(
    [selectedSlice, anchor?.ref].map((ref) => ref && session.engine.slice(session.dumpId, ref)),
  );
  if (!own || !other) return say(shell, 'align-two-slices');
  if (own.ref.rank === other.ref.rank)
    return say(shell, 'align-one-rank', { rank: dump.ranks[own.ref.rank]?.label ?? '' });
  await moveRanks(session, [{ rank: own.ref.rank, byNs: edgeOf(other, edge) - edgeOf(own, edge) }]);
}

/** All ranks are moved so that their call of the selected slice's name, the n-th of the step, begins or ends with it. */
export async function alignOnCall(session: DumpSession, shell: Told, edge: Edge): Promise<void> {
  const { selectedSlice } = session.store.getState();
  const own = selectedSlice && (await session.engine.slice(session.dumpId, selectedSlice));
  if (!own) return say(shell, 'align-two-slices');
  const calls = await session.engine.ask(session.dumpId, 'timeline.sameCall', { slice: own.ref });
  const moved = (calls?.ranks ?? []).flatMap(({ rank, slice }) =>
    slice && rank !== own.ref.rank ? [{ rank, byNs: edgeOf(own, edge) - edgeOf(slice, edge) }] : [],
  );
  if (moved.length === 0) return say(shell, 'align-no-call');
  await moveRanks(session, moved);
}

/** All ranks are moved so that they begin the step in the middle of the view with the rank whose steps are shown. */
export async function alignOnShownStep(session: DumpSession, shell: Told): Promise<void> {
  const { view, dump } = session.store.getState();
  const { overview } = timesOf(session).store.getState();
  const step = overview && stepAt(overview.steps, (view.startNs + view.endNs) / 2);
  if (!overview || !step) return say(shell, 'align-no-steps');
  const { startNs, endNs } = dump;
  const others = dump.ranks.filter(({ index, status }) => index !== overview.rank && status === 'ready');
  const moved = await Promise.all(
    others.map(async ({ index: rank }): Promise<readonly MovedRank[]> => {
      const question = { rank, startNs, endNs, columns: 1 };
      const own = await session.engine.ask(session.dumpId, 'timeline.overview', question);
      const same = own?.steps.find(({ number }) => number === step.number);
      return same ? [{ rank, byNs: step.startNs - same.startNs }] : [];
    }),
  );
  await moveRanks(session, moved.flat());
}

function edgeOf({ startNs, durationNs }: SliceDetails | SliceSummary, edge: Edge): number {
  return edge === 'left' ? startNs : startNs + durationNs;
}

function say(shell: Told, code: keyof typeof messages, params: Readonly<Record<string, string>> = {}): void {
  const message = messages[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  shell.say({ code, message, params });
}
