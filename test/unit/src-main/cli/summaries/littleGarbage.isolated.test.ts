import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { keepGarbageSmall } from '../../../../../src-main/cli/summaries/littleGarbage';

/** Some 8 MB that live, of which each part is replaced some times: the most that the heap, and its young space, came to meanwhile. */
const work = `
  const { parentPort } = require('node:worker_threads');
  const { getHeapSpaceStatistics } = require('node:v8');
  const live = Array.from({ length: 2_000 }, () => new Array(500).fill(0.5));
  let [youngBytes, heapBytes] = [0, 0];
  for (let at = 0; at < 20_000; at++) {
    live[(at * 7919) % live.length] = new Array(500).fill(at + 0.5);
    if (at % 100 !== 0) continue;
    const sizeOf = Object.fromEntries(getHeapSpaceStatistics().map((space) => [space.space_name, space.space_size]));
    youngBytes = Math.max(youngBytes, sizeOf.new_space);
    heapBytes = Math.max(heapBytes, sizeOf.new_space + sizeOf.old_space);
  }
  parentPort.postMessage({ youngBytes, heapBytes });
`;

function heapOfThread(): Promise<{ readonly youngBytes: number; readonly heapBytes: number }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

test('threads that start afterwards have a small young space, and collect before much garbage has come together', async () => {
  const before = await heapOfThread();
  keepGarbageSmall();
  const after = await heapOfThread();
  expect(after.youngBytes).toBeLessThan(before.youngBytes / 2);
  expect(after.heapBytes).toBeLessThan(0.75 * before.heapBytes);
});
