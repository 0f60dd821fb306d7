import { appendFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Cancellation } from '../../../../src-main/engine/opening/cancellation';
import { Growth, type GrowthEvents } from '../../../../src-main/engine/opening/growth';
import type { ThreadPool } from '../../../../src-main/engine/threads/threadPool';
import { discoverDump } from '../../../../src-worker/discovery/discover';
import type { DiscoveredRank } from '../../../../src-worker/discovery/discoveredDump';
import { IndexingApi } from '../../../../src-worker/indexingApi';
import { builtInCollectives } from '../../../../src-worker/names/collectiveNames';
import { createWasmTokenizer } from '../../../../src-worker/tokenizer/wasmTokenizer';
import { temporaryFile, temporaryFolder } from '../../../fixtures/indexed';
import { tokenizerModule } from '../../../fixtures/tokenizerPair';

const event = (at: number) => `{"ph":"X","pid":1,"tid":1,"ts":${1_000_000 + at * 10},"dur":8,"name":"op"}`;
const events = (from: number, count: number) => Array.from({ length: count }, (_, at) => event(from + at)).join(',\n');

async function followed(path: string) {
  const shown: { readonly events: number; readonly isLast: boolean }[] = [];
  const growing: boolean[] = [];
  const again: boolean[] = [];
  const api = new IndexingApi((baseUs) => {
    const tokenizer = createWasmTokenizer(tokenizerModule());
    tokenizer.reset(baseUs);
    return tokenizer;
  }, builtInCollectives);
  const pool = { run: (work: (own: IndexingApi) => Promise<unknown>) => work(api) } as unknown as ThreadPool;
  const failed = vi.fn();
  const files: number[] = [];
  const told: GrowthEvents = {
    found: (_rank, { timelinePaths }) => files.push(timelinePaths.length),
    async show(_rank, _found, read, isLast) {
      shown.push({ events: read.results.reduce((sum, { events }) => sum + events.eventCount, 0), isLast });
    },
    async readAgain(_rank, _found, isNew) {
      again.push(isNew);
    },
    growing: (_rank, isGrowing) => growing.push(isGrowing),
    failed,
  };
  const found = (await discoverDump([path], { without: [] })).ranks[0] as DiscoveredRank;
  const growth = new Growth(pool, new Cancellation(), told, [path], 5, 60);
  onTestFinished(() => growth.end());
  await growth.follow(0, found);
  return { shown, growing, again, failed, growth, files };
}

test('what is written to a file is shown as it comes, and once more when it stands still', async () => {
  const path = temporaryFile('trace.json', `[${events(0, 3_000)}`);
  const { shown, growing, failed } = await followed(path);
  appendFileSync(path, `,\n${events(3_000, 2_000)}`);
  await vi.waitFor(() => expect(shown.at(-1)?.events).toBe(5_000));
  expect(growing).toEqual([true]);
  appendFileSync(path, `,\n${events(5_000, 1_000)}]`);
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ events: 6_000, isLast: true }));
  expect(growing).toEqual([true, false]);
  expect(shown.filter(({ isLast }) => isLast)).toHaveLength(1);
  // It goes on where it is written to once more.
  appendFileSync(path, `\n[${events(6_000, 10)}]`);
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ events: 6_010, isLast: true }));
  expect(failed).not.toHaveBeenCalled();
});

test('a file that is written anew is read from its beginning, and that is told', async () => {
  const path = temporaryFile('trace.json', `[${events(0, 6_000)}`);
  const { again, shown } = await followed(path);
  appendFileSync(path, `,\n${events(6_000, 10)}`);
  await vi.waitFor(() => expect(shown).not.toEqual([]));
  writeFileSync(path, `[${events(100_000, 5_000)}]`);
  await vi.waitFor(() => expect(again).toEqual([true]));
});

test('lines of msMonitor go on in the next part, which was begun since', async () => {
  const folder = temporaryFolder();
  const part = (at: number) => join(folder, `msmonitor_77_2025091213350${at}000_3.jsonl`);
  const kernel = (at: number) =>
    `{"kind":"Kernel","name":"k","startNs":${1_726_000_000_000_000_000n + BigInt(at) * 1000n},"endNs":${1_726_000_000_000_000_500n + BigInt(at) * 1000n},"deviceId":0,"streamId":1,"type":"x","correlationId":${at}}\n`;
  const kernels = (from: number, count: number) => Array.from({ length: count }, (_, at) => kernel(from + at)).join('');
  writeFileSync(part(1), kernels(0, 100));
  const { shown, files, failed, growing } = await followed(folder);
  appendFileSync(part(1), kernels(100, 20));
  await vi.waitFor(() => expect(shown.at(-1)?.events).toBe(120));
  writeFileSync(part(2), kernels(120, 30));
  // Of another process, and of another rank.
  writeFileSync(join(folder, 'msmonitor_78_20250912133502000_3.jsonl'), kernels(0, 5));
  writeFileSync(join(folder, 'msmonitor_77_20250912133502000_4.jsonl'), kernels(0, 5));
  await vi.waitFor(() => expect(shown.at(-1)?.events).toBe(150));
  appendFileSync(part(2), kernels(150, 10));
  writeFileSync(part(3), kernels(160, 40));
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ events: 200, isLast: true }));
  expect(files).toEqual([2, 3]);
  expect(growing.at(-1)).toBe(false);
  expect(failed).not.toHaveBeenCalled();
});

test('one that stood still before it was opened is not looked at, and one that goes away is forgotten', async () => {
  const old = temporaryFile('trace.json', `[${events(0, 10)}]`);
  utimesSync(old, new Date(), new Date(Date.now() - 3_600_000));
  const still = await followed(old);
  appendFileSync(old, ' ');
  const gone = temporaryFile('trace.json', `[${events(0, 10)}`);
  const going = await followed(gone);
  rmSync(gone);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([still.shown, going.shown, going.failed.mock.calls]).toEqual([[], [], []]);
  expect(statSync(old).size).toBeGreaterThan(0);
});
