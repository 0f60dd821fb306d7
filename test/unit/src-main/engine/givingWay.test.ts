import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { Thread } from '../../../../src-main/engine/threads/thread';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { builtWorker } from '../../../fixtures/builtWorker';

const { url } = builtWorker();

/** How many threads of this process give way; with those that another test has not ended yet. */
function countGivingWay(): number {
  return readdirSync('/proc/self/task').filter(
    (thread) => getPriority(Number(thread)) === constants.priority.PRIORITY_BELOW_NORMAL,
  ).length;
}

test.runIf(process.platform === 'linux')('a thread gives way where it is told to, and no other one does', async () => {
  const program = new ThreadProgram(url);
  const start = { readableRoots: [] };
  const before = countGivingWay();
  const plain = new Thread(program, start);
  onTestFinished(() => plain.stop());
  await plain.call((api) => api.discover([], []));
  expect(countGivingWay()).toBe(before);
  const giving = new Thread(program, { ...start, givesWay: true });
  onTestFinished(() => giving.stop());
  await giving.call((api) => api.discover([], []));
  expect(countGivingWay()).toBe(before + 1);
});
