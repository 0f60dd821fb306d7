import { expect, test } from 'vitest';
import type { DumpId } from '../../../../src-contract';
import type { QuestionThread } from '../../../../src-main/engine/questions/questionThread';
import { TableThreads } from '../../../../src-main/engine/questions/tableQuestions';
import { byHand } from '../../../fixtures/byHand';

const dump = 'd' as DumpId;

/** Threads that are only told apart; what is asked of them is answered by hand. */
function tableThreads(mostThreads?: number) {
  const made: QuestionThread[] = [];
  const givingWay: number[] = [];
  const started: number[] = [];
  const threads = new TableThreads((givesWay) => {
    const number = made.length;
    const thread = { number, start: () => started.push(number) } as unknown as QuestionThread;
    if (givesWay) givingWay.push(made.length);
    made.push(thread);
    return thread;
  }, mostThreads);
  const ask = (view: string, hasShortRanks = true) => {
    const { promise, resolve, reject } = byHand<string>();
    const own = {
      thread: -1,
      answer: resolve,
      fail: reject,
      over: Promise.resolve(''),
    };
    own.over = threads.ask(dump, view, hasShortRanks, (thread) => {
      own.thread = made.indexOf(thread);
      return promise;
    });
    return own;
  };
  return { threads, ask, givingWay, started };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a view stays with its thread, and goes to another while that is at work for another view', async () => {
  const { ask } = tableThreads();
  const summary = ask('summary');
  const operator = ask('operator');
  const more = ask('summary');
  expect([summary.thread, operator.thread, more.thread]).toEqual([0, 1, 0]);
  for (const own of [summary, operator, more]) own.answer('done');
  expect(await Promise.all([summary.over, operator.over, more.over])).toEqual(['done', 'done', 'done']);
  expect([ask('operator').thread, ask('memory').thread]).toEqual([1, 0]);
});

test('findings of short ranks wait for what the first thread is at, and views are answered beside them', async () => {
  const { threads, ask } = tableThreads();
  const summary = ask('summary');
  const findings = ask('findings');
  await turn();
  expect(findings.thread).toBe(-1);
  // A question that fails holds them up no longer than one that is answered.
  summary.fail(new Error('damaged'));
  await expect(summary.over).rejects.toThrow('damaged');
  await turn();
  expect(findings.thread).toBe(0);
  expect([ask('summary').thread, ask('operator').thread]).toEqual([0, 1]);
  expect(threads.threads).toHaveLength(2);
  findings.answer('report');
  expect(await findings.over).toBe('report');
});

test('findings of long ranks have a thread of their own, which nothing else is asked of', () => {
  const { ask, givingWay } = tableThreads(2);
  const findings = ask('findings', false);
  const views = ['summary', 'operator', 'memory'].map((view) => ask(view, false).thread);
  expect(views).not.toContain(findings.thread);
  expect(ask('findings', false).thread).toBe(findings.thread);
  // Nobody waits for it as for a view.
  expect(givingWay[0]).toBe(findings.thread);
});

test('both threads that long ranks are found out with start with the question', () => {
  const { threads, ask, givingWay, started } = tableThreads();
  expect(started).toEqual([]);
  const findings = ask('findings', false);
  const [first, second] = givingWay;
  expect(findings.thread).toBe(first);
  expect(started).toEqual([second]);
  let part = -1;
  void threads.askPart(dump, async (thread) => {
    part = (thread as unknown as { readonly number: number }).number;
  });
  expect(part).toBe(second);
  ask('findings', false);
  expect(givingWay).toEqual([first, second]);
});
