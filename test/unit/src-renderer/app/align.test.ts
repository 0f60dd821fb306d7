import { describe, expect, test, vi } from 'vitest';
import type { ClockChoice, RankIndex, SliceDetails } from '../../../../src-contract';
import { alignOnCall, alignOnShownStep, alignWithAnchor } from '../../../../src-renderer/app/align/moveRanks';
import { movedFurther, movedNsOf } from '../../../../src-renderer/session/alignment';
import { createSession } from '../../../../src-renderer/session/createSession';
import { timesOf } from '../../../../src-renderer/session/times';
import { dumpState, rankState, sliceDetails, sliceRef } from '../../../fixtures/dumpState';
import { scriptedEngine } from '../../../fixtures/scriptedEngine';

const rank = (index: number) => index as RankIndex;

test('ranks are moved further than they are, and one that is back is moved no more', () => {
  const moved = movedFurther(
    [{ rank: rank(1), byNs: 5 }],
    [
      { rank: rank(2), byNs: -3.4 },
      { rank: rank(1), byNs: 2 },
    ],
  );
  expect(moved).toEqual([
    { rank: 1, byNs: 7 },
    { rank: 2, byNs: -3 },
  ]);
  expect(
    movedFurther(moved!, [
      { rank: rank(1), byNs: -7 },
      { rank: rank(2), byNs: 3 },
    ]),
  ).toBeUndefined();
  expect(movedNsOf({}, 1)).toBe(0);
});

describe('aligning', () => {
  const clock = { revision: 1, mode: 'clocks', rankCounts: {}, errorNs: 0, hasDrift: false } as const;
  const slice = (of: number, startNs: number, durationNs: number): SliceDetails => ({
    ...sliceDetails(sliceRef(of, startNs)),
    ...{ startNs, durationNs },
  });

  function open(own: SliceDetails | undefined, anchor: SliceDetails | undefined, choice: ClockChoice = {}) {
    const dump = dumpState({ ranks: [0, 1, 2].map((at) => rankState(at)), clock: { ...clock, choice } });
    const setClock = vi.fn(async () => undefined);
    const ask = vi.fn();
    const engine = Object.assign(Object.create(scriptedEngine().engine), {
      setClock,
      ask,
      slice: async (_: unknown, ref: unknown) => [own, anchor].find((one) => one?.ref === ref),
    });
    const session = createSession({ engine, dump, onError: vi.fn() });
    session.store.setState({ selectedSlice: own?.ref, selectedDetails: own, anchor });
    const said: string[] = [];
    const shell = { say: ({ message }: { readonly message: string }) => void said.push(message) };
    const chosen = () => setClock.mock.calls.map((call: unknown[]) => (call[1] as ClockChoice).moved);
    return { session, shell, said, ask, chosen };
  }

  test('two chosen slices begin, or end, at once: the rank of the later chosen one is moved, on top of what it is', async () => {
    const [first, second] = [slice(0, 1_000, 50), slice(1, 1_400, 20)];
    const left = open(second, first);
    await alignWithAnchor(left.session, left.shell, 'left');
    expect(left.chosen()).toEqual([[{ rank: 1, byNs: -400 }]]);
    const right = open(second, first, {
      moved: [
        { rank: rank(1), byNs: 100 },
        { rank: rank(2), byNs: 9 },
      ],
    });
    await alignWithAnchor(right.session, right.shell, 'right');
    // 1,050 − 1,420, and 100 before.
    expect(right.chosen()).toEqual([
      [
        { rank: 1, byNs: -270 },
        { rank: 2, byNs: 9 },
      ],
    ]);
    for (const { session } of [left, right]) session.dispose();
  });

  test('what the store has of a slice is of before the last move, or not there yet: what counts is where it is shown now', async () => {
    const [first, second] = [slice(0, 1_000, 50), slice(1, 1_400, 20)];
    for (const selectedDetails of [{ ...second, startNs: 1_900 }, undefined]) {
      const { session, shell, said, chosen } = open(second, first);
      session.store.setState({ selectedDetails });
      await alignWithAnchor(session, shell, 'left');
      expect(chosen()).toEqual([[{ rank: 1, byNs: -400 }]]);
      expect(said).toEqual([]);
      session.dispose();
    }
  });

  test('it is said what to choose', async () => {
    const none = open(slice(1, 5, 5), undefined);
    await alignWithAnchor(none.session, none.shell, 'left');
    const same = open(slice(1, 5, 5), slice(1, 50, 5));
    await alignWithAnchor(same.session, same.shell, 'left');
    expect([...none.said, ...same.said]).toEqual([
      'Select a slice, then one of another rank: that rank is moved to where the first one is.',
      'Both slices are of Rank 1. Select slices of two ranks to align them.',
    ]);
    expect([...none.chosen(), ...same.chosen()]).toEqual([]);
    for (const { session } of [none, same]) session.dispose();
  });

  test('all ranks on the same call, by its start or its end; those without it stay', async () => {
    const own = slice(1, 1_000, 100);
    const calls = {
      nth: 2,
      ranks: [
        { rank: 0, count: 3, slice: slice(0, 900, 250) },
        { rank: 1, count: 2 },
        { rank: 2, count: 1 },
      ],
    };
    for (const [edge, byNs] of [
      ['left', 100],
      ['right', -50],
    ] as const) {
      const opened = open(own, undefined);
      opened.ask.mockResolvedValue(calls);
      await alignOnCall(opened.session, opened.shell, edge);
      expect(opened.chosen()).toEqual([[{ rank: 0, byNs }]]);
      opened.session.dispose();
    }
  });

  test('all ranks on the step in the middle of the view', async () => {
    const opened = open(undefined, undefined);
    const { session, shell, ask, chosen } = opened;
    const busy = {} as never;
    const steps = [
      { number: 7, startNs: 0, endNs: 400_000 },
      { number: 8, startNs: 400_000, endNs: 900_000 },
    ];
    await alignOnShownStep(session, shell);
    expect(opened.said).toHaveLength(1);
    timesOf(session).show({ steps, busy, rank: rank(0), range: { startNs: 0, endNs: 1_000_000 } });
    ask.mockImplementation(async (_dump: unknown, _name: unknown, question: { readonly rank: number }) => ({
      busy,
      steps: question.rank === 1 ? [{ number: 8, startNs: 430_000, endNs: 1_000_000 }] : [],
    }));
    await alignOnShownStep(session, shell);
    expect(chosen()).toEqual([[{ rank: 1, byNs: -30_000 }]]);
    session.dispose();
  });
});
