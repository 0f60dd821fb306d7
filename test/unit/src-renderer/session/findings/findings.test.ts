import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine, FindingsReport, QuestionId } from '../../../../../src-contract';
import { RENEW_MS } from '../../../../../src-renderer/base/latestAnswer';
import { createSession } from '../../../../../src-renderer/session/createSession';
import { findingsOf } from '../../../../../src-renderer/session/findings/findings';
import { dumpState, rankState } from '../../../../fixtures/dumpState';
import { madeFinding, madeReport } from '../../../../fixtures/findings';
import { scriptedEngine } from '../../../../fixtures/scriptedEngine';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly limits: unknown;
  answer(report: FindingsReport): void;
}

function open(dump = dumpState()) {
  const script = scriptedEngine();
  const asked: Asked[] = [];
  const cancelled: QuestionId[] = [];
  const changes: unknown[] = [];
  const engine: Engine = Object.assign(Object.create(script.engine), {
    settings: async () => ({ cacheLimitBytes: 0, memoryBudgetBytes: 0, thresholds: { 'free.share': 0.2 } }),
    mutedFindings: async () => [{ finding: 'a', reason: 'known' }],
    muteFinding: async (_dump: unknown, finding: string, reason?: string) =>
      reason === undefined ? [] : [{ finding, reason }],
    changeSettings: async (change: unknown) => {
      changes.push(change);
    },
    ask: (_dump: unknown, name: string, question: { readonly limits: unknown }) =>
      new Promise((resolve) => {
        if (name === 'findings.report') asked.push({ limits: question.limits, answer: resolve });
      }),
    questionProgress: async () => undefined,
    cancelQuestion: async (id: QuestionId) => {
      cancelled.push(id);
    },
  });
  const session = createSession({ engine, dump, onError: () => {}, watchRetryMs: 1_000_000 });
  const findings = findingsOf(session);
  const state = () => findings.store.getState();
  return { ...script, session, findings, state, asked, cancelled, changes };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('it is asked for when the dump has been read, with the user’s limits, and again when more of it has been', async () => {
  const reading = dumpState({ status: 'indexing', ranks: [rankState(0, { generation: 1 })] });
  const { watches, findings, state, asked, session } = open(reading);
  const stop = findings.follow();
  await pass(5_000);
  expect(asked).toEqual([]);
  watches[0].answer({ ...reading, status: 'ready', revision: 2 });
  await pass(1_000);
  expect(asked.map(({ limits }) => limits)).toEqual([{ 'free.share': 0.2 }]);
  const report = madeReport({ findings: [madeFinding('a')] });
  asked[0].answer(report);
  await pass(0);
  expect(state()).toMatchObject({ report, isAsking: false, muted: [{ finding: 'a', reason: 'known' }] });
  watches[1].answer({ ...reading, status: 'ready', revision: 3, ranks: [rankState(0, { generation: 2 })] });
  await pass(RENEW_MS + 1);
  expect(asked).toHaveLength(2);
  expect(state().report).toBe(report);
  stop();
  session.dispose();
});

test('a mute is taken back and made once more, with the reason it had', async () => {
  const { findings, state, session } = open();
  const stop = findings.follow();
  await pass(0);
  expect([findings.canGo('undo'), findings.canGo('redo')]).toEqual([false, false]);
  await findings.mute('a', undefined);
  await findings.go('undo');
  expect(state().muted).toEqual([{ finding: 'a', reason: 'known' }]);
  await findings.go('redo');
  expect(state().muted).toEqual([]);
  expect([findings.canGo('undo'), findings.canGo('redo')]).toEqual([true, false]);
  await findings.go('undo');
  await findings.mute('b', '');
  expect(findings.canGo('redo')).toBe(false);
  stop();
  session.dispose();
});

test('another limit asks at once and is kept; the usual ones again are kept as none', async () => {
  const { findings, state, asked, changes, session } = open();
  findings.follow();
  await pass(1_000);
  asked[0].answer(madeReport());
  await pass(0);
  await findings.setLimit('exposed.share', 0.05);
  expect(asked[1].limits).toEqual({ 'free.share': 0.2, 'exposed.share': 0.05 });
  expect(changes).toEqual([{ thresholds: { 'free.share': 0.2, 'exposed.share': 0.05 } }]);
  asked[1].answer(madeReport());
  await pass(0);
  await findings.resetLimits();
  expect(state().limits).toEqual({});
  expect(asked[2].limits).toEqual({});
  session.dispose();
});

test('who looks no more has the question stopped, and hears of no answer', async () => {
  const { findings, state, asked, cancelled, session } = open();
  const stop = findings.follow();
  await pass(1_000);
  stop();
  expect(cancelled).toHaveLength(1);
  asked[0].answer(madeReport());
  await pass(0);
  expect(state().report).toBeUndefined();
  session.dispose();
});
