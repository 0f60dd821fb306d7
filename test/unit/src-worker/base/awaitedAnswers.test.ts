import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { addAwaited, awaitedAnswers, LetsAnswersFirst } from '../../../../src-worker/base/awaitedAnswers';

test('where no answer is awaited, or nobody tells of them, nothing waits', () => {
  const startMs = performance.now();
  const known = new LetsAnswersFirst(awaitedAnswers());
  const unknown = new LetsAnswersFirst(undefined);
  for (let i = 0; i < 1000; i++) {
    known.step();
    unknown.step();
  }
  expect(performance.now() - startMs).toBeLessThan(500);
});

test('one that never comes is waited for so long in all, not so long each time', () => {
  const awaited = awaitedAnswers();
  addAwaited(awaited, 1);
  const first = new LetsAnswersFirst(awaited, 300);
  const startMs = performance.now();
  first.step();
  const waitedMs = performance.now() - startMs;
  expect(waitedMs).toBeGreaterThan(290);
  for (let i = 0; i < 100; i++) first.step();
  expect(performance.now() - startMs - waitedMs).toBeLessThan(300);
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
  const startMs = performance.now();
  new LetsAnswersFirst(awaited, 60_000).step();
  const waitedMs = performance.now() - startMs;
  expect(Atomics.load(awaited, 0)).toBe(0);
  expect(waitedMs).toBeGreaterThan(100);
  expect(waitedMs).toBeLessThan(30_000);
  await answers.terminate();
});
