import { expect, onTestFinished, test, vi } from 'vitest';
import type { SideChoice } from '../../../../../src-contract';
import { alignOnStep } from '../../../../../src-renderer/app/compare/align';
import { createSession } from '../../../../../src-renderer/session/createSession';
import { dumpState, rankState } from '../../../../fixtures/dumpState';
import { scriptedEngine } from '../../../../fixtures/scriptedEngine';

const clock = { revision: 1, choice: {}, mode: 'clocks', rankCounts: {}, errorNs: 0, hasDrift: false } as const;
const ranks = [rankState(0), rankState(1)];
const [first, second] = ranks.map(({ index }) => index);
const shell = () => ({ showTab: vi.fn(), say: vi.fn() });

/** `marked`: the steps that each rank's timeline has. */
function aligning(a: SideChoice, b: SideChoice, marked: readonly (readonly number[])[]) {
  const { engine } = scriptedEngine();
  const session = createSession({ engine, dump: dumpState({ ranks, clock }), onError: vi.fn() });
  onTestFinished(() => session.dispose());
  session.actions.compare({ a, b });
  const has = ({ rank, step }: SideChoice) => (step === 'all' ? marked[rank].length > 0 : marked[rank].includes(step));
  const place = { startNs: 0, endNs: 100, slices: [] };
  vi.spyOn(engine, 'ask').mockImplementation((async (
    _dump: unknown,
    _name: unknown,
    sides: { a: SideChoice; b: SideChoice },
  ) => (has(sides.a) && has(sides.b) ? { a: place, b: place } : undefined)) as never);
  const setClock = vi.spyOn(engine, 'setClock').mockResolvedValue();
  const copyLanes = vi.spyOn(engine, 'copyLanes').mockResolvedValue(undefined);
  return { session, setClock, copyLanes };
}

test('a step of the same rank that its timeline lacks is said, and nothing else is done', async () => {
  const { session, copyLanes } = aligning({ rank: first, step: 1 }, { rank: first, step: 7 }, [[1, 2], []]);
  const own = shell();
  await alignOnStep(session, own);
  expect(own.say.mock.calls).toEqual([
    [
      {
        code: 'align-no-step',
        message: 'The timeline of Rank 0 marks no step 7, so there is nothing to align A and B on.',
        params: { rank: 'Rank 0', step: '7' },
      },
    ],
  ]);
  expect([copyLanes.mock.calls.length, own.showTab.mock.calls.length]).toEqual([0, 0]);
});

test('a step that another rank lacks: both recordings begin at once, which is said', async () => {
  const { session, setClock } = aligning({ rank: first, step: 1 }, { rank: second, step: 1 }, [[1], []]);
  const own = shell();
  await alignOnStep(session, own);
  expect(own.say.mock.calls[0][0]).toMatchObject({ code: 'align-recordings', params: { rank: 'Rank 1', step: '1' } });
  expect([setClock.mock.calls.length, own.showTab.mock.calls]).toEqual([1, [['timeline']]]);
});

test('where all steps are compared and none is marked nothing is missed', async () => {
  const { session } = aligning({ rank: first, step: 'all' }, { rank: second, step: 'all' }, [[], []]);
  const own = shell();
  await alignOnStep(session, own);
  expect([own.say.mock.calls, own.showTab.mock.calls]).toEqual([[], [['timeline']]]);
});

test('a step in which nothing begins is said', async () => {
  const { session, copyLanes } = aligning({ rank: first, step: 1 }, { rank: first, step: 2 }, [[1, 2], []]);
  const own = shell();
  await alignOnStep(session, own);
  expect(own.say.mock.calls[0][0]).toMatchObject({ code: 'align-empty-step', params: { rank: 'Rank 0', step: '2' } });
  expect([copyLanes.mock.calls.length, own.showTab.mock.calls.length]).toEqual([1, 0]);
});
