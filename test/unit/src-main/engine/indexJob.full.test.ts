/** Indexing of files of the size that users have. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BuiltIndex } from '../../../../src-worker/index/buildIndex';
import { builtWorker } from '../../../fixtures/builtWorker';
import { sharedJob } from '../../../fixtures/sharedJob';
import { expectSameOnThreads, missingFrom, slicesOf, snapshotsOf } from './indexJobs';

const worker = builtWorker();

test('what the stages make on several threads is what one thread makes of it all', () =>
  expectSameOnThreads(worker.url, 100_000));

test('while a rank is read more and more of its slices are shown, all of which stay', async () => {
  const { folder } = await sharedJob({ ranks: 1, steps: 4, eventsPerRank: 960_000, seed: 5 });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const path = join(folder, files.find((name) => name.endsWith('trace_view.json')) ?? '');
  const sizes = { firstBytes: 1 << 17, furtherBytes: 1 << 20 };
  const { snapshots, result } = await snapshotsOf(path, sizes, false);
  const shown = [...snapshots.map(slicesOf), slicesOf(result)];
  const counts = shown.map(({ size }) => size);
  expect(counts.length).toBeGreaterThan(10);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(10);
  // An excerpt: enough to fill a window, and far less than all.
  const [before, all] = counts.slice(-2);
  expect(before).toBeGreaterThan(15_000);
  expect(before).toBeLessThan(all / 2);
  for (const [i, slices] of shown.slice(0, -1).entries()) {
    expect(missingFrom(shown[i + 1], slices), `snapshot ${i} and what follows`).toEqual([]);
    expect(missingFrom(shown[shown.length - 1], slices), `snapshot ${i} and the whole`).toEqual([]);
  }
  // From everywhere in the file after a few segments, not from its beginning on.
  const lengthNs = ({ index }: BuiltIndex) => index.endNs - index.startNs;
  expect(lengthNs(snapshots[4])).toBeGreaterThan(0.5 * lengthNs(result));
  for (const { summary } of snapshots) {
    expect(summary.notices).toEqual([]);
    expect(summary.lanes.filter(({ isComputed }) => isComputed)).toEqual([]);
  }
});
