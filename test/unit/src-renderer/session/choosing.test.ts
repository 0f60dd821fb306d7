import { afterEach, expect, it, vi } from 'vitest';
import type { ChosenSlice, SliceDetails, SliceSource } from '../../../../src-contract';
import { MOST_CHOSEN } from '../../../../src-renderer/session/choosing';
import { createSession } from '../../../../src-renderer/session/createSession';
import type { DumpSession } from '../../../../src-renderer/session/session';
import { dumpState, rankState, sliceDetails, sliceRef } from '../../../fixtures/dumpState';
import { scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

const sessions: DumpSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

const ref = (slice: number, generation = 1) => sliceRef(0, slice, generation);
const details = (slice: number, generation = 1): SliceDetails => ({
  ...sliceDetails(ref(slice, generation), { startNs: 100 * slice, durationNs: 30 }),
  source: `event ${slice}` as SliceSource,
});

/** A session whose engine knows all slices; `gone`: not after reading again. */
function open(gone = -1) {
  const script = scriptedEngine();
  const { engine } = script;
  vi.spyOn(engine, 'slice').mockImplementation(async (_dump, own) => details(own.slice, own.generation));
  const ask = vi.spyOn(engine, 'ask').mockImplementation((async (_dump: unknown, name: string, question: never) => {
    if (name === 'timeline.run') {
      const { from, to } = question as { from: { slice: number }; to: { slice: number } };
      if (to.slice > 1_000_000) return undefined;
      const count = Math.abs(to.slice - from.slice) + 1;
      const first = Math.min(from.slice, to.slice);
      return {
        count,
        slices: count > MOST_CHOSEN ? [] : Array.from({ length: count }, (_, at) => details(first + at)),
      };
    }
    const { sources } = question as { sources: readonly string[] };
    return sources.map((source) => Number(source.slice(6))).map((own) => (own === gone ? undefined : details(own, 2)));
  }) as never);
  const ranks = [rankState(0, { generation: 1 })];
  const session = createSession({ engine, dump: dumpState({ ranks }), onError: vi.fn(), watchRetryMs: 1 });
  sessions.push(session);
  const chosen = () => session.store.getState().chosenSlices.map((own: ChosenSlice) => own.ref.slice);
  const selected = () => session.store.getState().selectedSlice?.slice;
  return { ...script, ask, session, actions: session.actions, chosen, selected };
}

it('one more and one less; of two one less is one, which is selected alone; each is taken back and done again', async () => {
  const { actions, chosen, selected } = open();
  actions.selectSlice(ref(3));
  await actions.toggleSlice(ref(7));
  await actions.toggleSlice(ref(5));
  expect([chosen(), selected()]).toEqual([[3, 7, 5], 5]);
  await actions.toggleSlice(ref(7));
  await actions.toggleSlice(ref(5));
  expect([chosen(), selected()]).toEqual([[], 3]);
  const past = [1, 2, 3, 4].map(() => {
    actions.go('undo');
    return chosen();
  });
  expect(past).toEqual([[3, 5], [3, 7, 5], [3, 7], []]);
  actions.go('redo');
  actions.go('redo');
  expect([chosen(), selected()]).toEqual([[3, 7, 5], 5]);
  actions.selectSlice(ref(9));
  expect([chosen(), selected()]).toEqual([[], 9]);
});

it('clicks that come faster than their answers are all taken', async () => {
  const { actions, chosen } = open();
  await Promise.all([actions.toggleSlice(ref(3)), actions.toggleSlice(ref(7)), actions.toggleSlice(ref(5))]);
  expect(chosen()).toEqual([3, 7, 5]);
});

it('what is selected when its rank has just been read again is found again before another is added to it', async () => {
  const { actions, session, chosen, watches, sources } = open();
  actions.selectSlice(ref(3));
  await settled();
  watches[0]!.answer(dumpState({ revision: 2, ranks: [rankState(0, { generation: 2 })] }));
  await settled();
  const added = actions.toggleSlice(ref(7, 2));
  await settled();
  expect(chosen()).toEqual([]);
  sources[0]!.answer(ref(13, 2));
  await added;
  expect(session.store.getState().chosenSlices.map((own) => [own.ref.slice, own.ref.generation])).toEqual([
    [13, 2],
    [7, 2],
  ]);
});

it('all of the row up to there, once each; elsewhere that one; too many are none', async () => {
  const { actions, chosen, selected } = open();
  actions.selectSlice(ref(8));
  await actions.toggleSlice(ref(3));
  expect(await actions.selectUpTo(ref(6))).toBeUndefined();
  expect([[...chosen()].sort((a, b) => a - b), selected()]).toEqual([[3, 4, 5, 6, 8], 6]);
  await actions.selectUpTo(ref(2_000_000));
  expect([chosen().length, selected()]).toEqual([6, 2_000_000]);
  actions.selectSlice(ref(1));
  expect([await actions.selectUpTo(ref(MOST_CHOSEN + 5)), chosen(), selected()]).toEqual([MOST_CHOSEN + 5, [], 1]);
});

it('a selected region takes their place; a jump to one of them leaves them', async () => {
  const { actions, chosen, selected } = open();
  await actions.toggleSlice(ref(3));
  await actions.toggleSlice(ref(4));
  actions.jumpTo(details(3));
  expect([chosen(), selected()]).toEqual([[3, 4], 3]);
  actions.selectRange({ startNs: 0, endNs: 50 });
  expect(chosen()).toEqual([]);
  actions.go('undo');
  expect(chosen()).toEqual([3, 4]);
});

it('they are found again where their rank has been read again, as far as they are there', async () => {
  const { actions, session, watches, ask } = open(4);
  for (const slice of [3, 4, 5]) await actions.toggleSlice(ref(slice));
  watches[0]!.answer(dumpState({ revision: 2, ranks: [rankState(0, { generation: 2 })] }));
  await settled();
  await settled();
  expect(session.store.getState().chosenSlices.map((own) => [own.ref.slice, own.ref.generation])).toEqual([
    [3, 2],
    [5, 2],
  ]);
  expect(ask).toHaveBeenCalledWith(session.dumpId, 'timeline.bySource', {
    rank: 0,
    sources: ['event 3', 'event 4', 'event 5'],
  });
});

it('what is asked of the selected slice before its details are there is done when they come, of that slice alone', async () => {
  const { actions, session } = open();
  const done: number[] = [];
  const act = ({ ref: own }: SliceDetails) => done.push(own.slice);
  expect(actions.withSelected(act)).toBe(false);
  actions.selectSlice(ref(3));
  expect([actions.withSelected(act), done]).toEqual([true, []]);
  await settled();
  expect(done).toEqual([3]);
  expect([actions.withSelected(act), done]).toEqual([true, [3, 3]]);
  actions.selectSlice(ref(5));
  actions.withSelected(act);
  actions.selectSlice(ref(6));
  actions.withSelected(act);
  await settled();
  expect(done).toEqual([3, 3, 6]);
  expect(session.store.getState().selectedDetails?.ref.slice).toBe(6);
});
