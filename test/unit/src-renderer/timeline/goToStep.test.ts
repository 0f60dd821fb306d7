import { afterEach, expect, test, vi } from 'vitest';
import type { RankIndex } from '../../../../src-contract';
import { createSession } from '../../../../src-renderer/session/createSession';
import type { DumpSession } from '../../../../src-renderer/session/session';
import { timesOf } from '../../../../src-renderer/session/times';
import { goToStep, goToStepAt } from '../../../../src-renderer/timeline/overview/goToStep';
import { dumpState, laneGroup, rankState, sliceLane } from '../../../fixtures/dumpState';
import { scriptedEngine } from '../../../fixtures/scriptedEngine';

const sessions: DumpSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

/** Three steps of 100 µs from 0 on, of which the window does not know yet. */
function open() {
  const { engine } = scriptedEngine();
  const dump = dumpState({ ranks: [rankState(0, { groups: [laneGroup(110, [sliceLane(111)])] })], endNs: 300_000 });
  const session = createSession({ engine, dump, onError: vi.fn(), watchRetryMs: 1 });
  sessions.push(session);
  const steps = [10, 11, 12].map((number, at) => ({ number, startNs: 100_000 * at, endNs: 100_000 * (at + 1) }));
  const none = new Uint8Array();
  const busy = { computing: none, communication: none, memory: none, idle: none, host: none };
  const range = { startNs: 0, endNs: 300_000 };
  return {
    session,
    learn: () => timesOf(session).show({ steps, busy, rank: 0 as RankIndex, range }),
    /** The step that the middle of the view is in, where the view is about as long as one. */
    shown: () => {
      const { startNs, endNs } = session.store.getState().view;
      return endNs - startNs < 150_000
        ? steps.find((step) => step.startNs <= (startNs + endNs) / 2 && (startNs + endNs) / 2 < step.endNs)?.number
        : undefined;
    },
  };
}

test('a step that is asked for before steps are known is shown once they are: the last one asked for, and once', () => {
  const { session, learn, shown } = open();
  goToStepAt(session, 50_000);
  goToStepAt(session, 150_000);
  expect(shown()).toBeUndefined();
  learn();
  expect(shown()).toBe(11);
  goToStepAt(session, 250_000);
  expect(shown()).toBe(12);
  learn();
  expect(shown()).toBe(12);
});

test('so is the next step', () => {
  const { session, learn, shown } = open();
  session.actions.setView({ startNs: 0, endNs: 20_000 });
  expect(goToStep({ session }, 'next')).toBe(true);
  learn();
  expect(shown()).toBe(11);
});

test('whoever has moved on meanwhile is left there', () => {
  const { session, learn } = open();
  goToStepAt(session, 150_000);
  session.actions.setView({ startNs: 10_000, endNs: 20_000 });
  const { view } = session.store.getState();
  learn();
  expect(session.store.getState().view).toEqual(view);
});

test('where there is no step nothing moves', () => {
  const { session, learn } = open();
  learn();
  const { view } = session.store.getState();
  expect(goToStepAt(session, 290_000_000)).toBe(false);
  expect(session.store.getState().view).toEqual(view);
});
