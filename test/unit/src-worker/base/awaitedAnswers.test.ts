import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { addAwaited, areAwaited, awaitedAnswers, letAnswersFirst } from '../../../../src-worker/base/awaitedAnswers';

function msOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

test('where no answer is awaited, or none any more, nothing waits', () => {
  const awaited = awaitedAnswers();
  for (const isUsed of [false, true]) {
    if (isUsed) {
      addAwaited(awaited, 1);
      addAwaited(awaited, -1);
    }
    expect(areAwaited(awaited)).toBe(false);
    const waitedMs = msOf(() => {
      for (let i = 0; i < 1000; i++) letAnswersFirst(awaited);
    });
    expect(waitedMs).toBeLessThan(500);
  }
});

test('one that does not come is waited for so long in all, whoever waits; the next one anew', () => {
  const awaited = awaitedAnswers();
  for (let round = 0; round < 2; round++) {
    addAwaited(awaited, 1);
    expect(msOf(() => letAnswersFirst(awaited, 400))).toBeGreaterThan(350);
    const othersMs = msOf(() => {
      for (let i = 0; i < 100; i++) letAnswersFirst(awaited, 400);
    });
    expect(othersMs).toBeLessThan(300);
    addAwaited(awaited, -1);
  }
});

test('goes on as soon as the last of several has come', async () => {
  const awaited = awaitedAnswers();
  addAwaited(awaited, 1);
  addAwaited(awaited, 1);
  // Both come from another thread, one after the other, while this one sleeps.
  const answers = new Worker(
    `const { workerData } = require('node:worker_threads');
    const come = () => { Atomics.add(workerData, 0, -1); Atomics.notify(workerData, 0); };
    setTimeout(come, 50);
    setTimeout(come, 200);`,
    { eval: true, workerData: awaited },
  );
  await new Promise((resolve) => answers.once('online', resolve));
  const waitedMs = msOf(() => letAnswersFirst(awaited, 60_000));
  expect(areAwaited(awaited)).toBe(false);
  expect(waitedMs).toBeGreaterThan(100);
  expect(waitedMs).toBeLessThan(30_000);
  await answers.terminate();
});
