import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Newcomers, NewFiles } from '../../../../src-main/engine/opening/newFiles';
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
  const told: Newcomers[] = [];
  const now = { found: first, isGrowing: true, looks: 0, asked: 0 };
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
      tell: (news) => told.push(news),
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
  return { told, now, looks, newFiles };
}

test('ranks and files that come are told, once each, and that they are gone again', async () => {
  const first = dump(rank(a, 'trace_view.json'));
  const { told, now, looks } = looking(first);
  await looks(3);
  expect(told).toEqual([]);
  now.found = dump(rank(a, 'trace_view.json', 'kernel_details.csv'), rank(b, 'trace_view.json'));
  await looks(4);
  expect(told).toEqual([{ ranks: 1, files: [join(a, 'kernel_details.csv')] }]);
  now.found = first;
  await looks(3);
  expect(told.slice(1)).toEqual([{ ranks: 0, files: [] }]);
});

test('files that a rank goes on in are shown already', async () => {
  const { told, now, looks, newFiles } = looking(dump(rank(a, 'part1')));
  newFiles.known([join(a, 'part2')]);
  now.found = dump(rank(a, 'part1', 'part2'));
  await looks(3);
  expect(told).toEqual([]);
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
