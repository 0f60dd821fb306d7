import { expect, test } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { IndexJob } from '../../../../src-main/engine/opening/indexJob';
import type { ThreadPool } from '../../../../src-main/engine/threads/threadPool';

test('a snapshot that comes when its rank has failed is not shown: it would take the place of the error', async () => {
  const excerpt = { eventCount: 1 };
  let finishSnapshot: (built: object) => void = () => {};
  let failSecond: (error: Error) => void = () => {};
  let isSnapshotBegun = false;
  const segments = [0, 1].map(() => ({ kind: 'plain', file: 0, sizeBytes: 1000 }));
  const api = {
    planRank: async () => ({ importer: 'traceEvents', segments, baseUs: 0 }),
    readSegment: (_importer: string, segment: object) =>
      segment === segments[0]
        ? Promise.resolve({ result: { endsAtBoundary: true, baseUs: 0 }, excerpt })
        : new Promise((_resolve, reject) => {
            failSecond = reject;
          }),
    buildSnapshot: () =>
      new Promise((resolve) => {
        isSnapshotBegun = true;
        finishSnapshot = resolve;
      }),
  };
  const pool = { size: 2, isLineEmpty: true, run: (work: (given: typeof api) => Promise<unknown>) => work(api) };
  const shown: unknown[] = [];
  const job = new IndexJob(['/trace.json'], pool as unknown as ThreadPool, new Cancellation(), {
    started: () => {},
    snapshot: (built) => shown.push(built),
  });
  const failure = job.run().catch((error: Error) => error);
  await expect.poll(() => isSnapshotBegun).toBe(true);
  failSecond(new Error('The thread ended'));
  expect(await failure).toMatchObject({ message: 'The thread ended' });
  finishSnapshot({ laneIds: new Map() });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(shown).toEqual([]);
});
