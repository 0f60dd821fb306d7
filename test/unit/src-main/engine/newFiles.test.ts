import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { NewFiles } from '../../../../src-main/engine/opening/newFiles';
import type { DiscoveredDump, DiscoveredRank } from '../../../../src-worker/discovery/discoveredDump';

const root = mkdtempSync(join(tmpdir(), 'tracelane-new-files-'));
afterAll(() => rmSync(root, { recursive: true }));
const [a, b] = [join(root, 'a'), join(root, 'b')];
for (const folder of [a, b]) mkdirSync(folder);
let clock = 1_700_000_000;
/** As if something had been made in it. */
const touch = (folder: string) => utimesSync(folder, ++clock, clock);

const rank = (place: string, ...names: readonly string[]): DiscoveredRank => ({
  ...{ rank: 0, place, folder: place, hostName: undefined, notices: [], timelinePaths: [`${place}/trace_view.json`] },
  files: names.map((name) => ({ path: `${place}/${name}`, sizeBytes: 1, role: 'table' as const })),
});
const dump = (...ranks: readonly DiscoveredRank[]): DiscoveredDump => ({
  ...{ ranks, clusterFiles: [], notices: [], isCut: false },
});

function looking(first: DiscoveredDump) {
  const taken: { readonly found: DiscoveredDump; readonly still: readonly string[] }[] = [];
  const now = { found: first, isGrowing: true, isAll: true, looks: 0, asked: 0 };
  const newFiles = new NewFiles(
    {
      discover: async () => {
        now.looks++;
        return now.found;
      },
      isGrowing: () => {
        now.asked++;
        return now.isGrowing;
      },
      take: (found, isStill) => {
        const files = found.ranks.flatMap(({ files }) => files);
        taken.push({ found, still: files.filter(isStill).map(({ path }) => path) });
        return now.isAll;
      },
    },
    5,
  );
  onTestFinished(() => newFiles.end());
  newFiles.begin(first);
  /** So many times something has been made in the folder. */
  const looks = async (count: number) => {
    for (let left = count; left > 0; left--) {
      const before = now.looks;
      touch(a);
      await vi.waitFor(() => expect(now.looks).toBeGreaterThan(before));
    }
  };
  return { taken, now, looks, newFiles };
}

test('what is found is given with what stands still: files that were as large the time before', async () => {
  const { taken, now, looks } = looking(dump(rank(a, 'x.csv')));
  await looks(2);
  expect(taken.at(-1)?.still).toEqual([join(a, 'x.csv')]);
  const grown = { ...rank(a, 'x.csv'), files: [{ path: join(a, 'x.csv'), sizeBytes: 2, role: 'table' as const }] };
  now.found = dump(grown, rank(b, 'y.csv'));
  const before = taken.length;
  await looks(1);
  expect(taken[before].still).toEqual([]);
  await looks(1);
  expect(taken.at(-1)?.still).toEqual([join(a, 'x.csv'), join(b, 'y.csv')]);
});

test('while files are being written it looks on, though no folder changes; new folders are looked at as well', async () => {
  const { now, looks } = looking(dump(rank(a)));
  now.isAll = false;
  await looks(1);
  const { looks: before } = now;
  await vi.waitFor(() => expect(now.looks).toBeGreaterThan(before + 2));
  now.isAll = true;
  now.found = dump(rank(a), rank(b));
  await looks(2);
  const { looks: rested } = now;
  touch(b);
  await vi.waitFor(() => expect(now.looks).toBeGreaterThan(rested));
});

test('what was opened is looked through where a folder has changed, and not otherwise', async () => {
  const { now, looks } = looking(dump(rank(a)));
  await looks(2);
  const { looks: before } = now;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(now.looks).toBe(before);
});

test('nobody looks where nothing is written, any more, or when it is closed', async () => {
  const { now, looks, newFiles } = looking(dump(rank(a)));
  await looks(1);
  now.isGrowing = false;
  const { asked, looks: before } = now;
  // The look that was to come already: behind it nobody waits for another.
  await vi.waitFor(() => expect(now.asked).toBeGreaterThan(asked));
  now.isGrowing = true;
  touch(a);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(now.looks).toBe(before);
  newFiles.begin(now.found);
  newFiles.end();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(now.looks).toBe(before);
});
