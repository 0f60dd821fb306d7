import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../../../../src-main/watch/fileAccess';
import type { LineForm } from '../../../../src-main/watch/readerOf';
import { WatchedFiles } from '../../../../src-main/watch/watchedFiles';
import { inTurn, JobSteps, type RankStep } from '../../../../src-watch/rule/jobSteps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { job, line, log, never } from './watchedJob';

const form: LineForm = { kind: 'log', preset: 'megatron' };
const STEPS = 600;
const LOOK_BYTES = 64 << 10;
/** Some 300 bytes more a line than a short one. */
const LONG = 'x'.repeat(300);

function steps(from: number, to: number, more = ''): string {
  return Array.from({ length: to - from }, (_, at) => `${more}${line(from + at + 1, 100 + (at % 3))}`).join('');
}

/** What all looks have answered until nothing is left, each. */
async function looks(files: WatchedFiles): Promise<(readonly (readonly RankStep[])[])[]> {
  const all: (readonly (readonly RankStep[])[])[] = [];
  do all.push((await files.look()).steps);
  while (files.unreadBytes > 0);
  return all;
}

test('of much that was written before each look reads a part, of all files the same; kept as data it goes on there', async () => {
  const folder = temporaryFolder();
  for (const rank of [0, 1, 2]) writeFileSync(join(folder, `rank_${rank}.log`), steps(0, STEPS, LONG));
  const files = new WatchedFiles([folder], form, undefined, atOnce, LOOK_BYTES);
  const [first, second] = [(await files.look()).steps, (await files.look()).steps];
  const counts = [first, second].map((own) => own.map(({ length }) => length));
  for (const count of counts.flat()) expect(count).toBeLessThan(STEPS / 3);
  expect(Math.max(...counts[0]) - Math.min(...counts[0])).toBeLessThan(3);
  expect(files.unreadBytes).toBeGreaterThan(LOOK_BYTES);
  const other = new WatchedFiles([folder], form, JSON.parse(JSON.stringify(files.save())), atOnce, LOOK_BYTES);
  const rest = await looks(other);
  expect(rest.length).toBeGreaterThan(1);
  for (const rank of [0, 1, 2]) {
    const told = [first, second, ...rest].flatMap((look) => look.flat().filter((own) => own.rank === rank));
    expect(told.map(({ step }) => step)).toEqual(Array.from({ length: STEPS }, (_, at) => at + 1));
  }
});

test('a new start of the job in the midst of it is one, though the files of ranks come to it in different looks', async () => {
  const folder = temporaryFolder();
  // Lines of the first start are longer in one of them: by its bytes it is elsewhere.
  const text = (more: string) => steps(0, STEPS, more) + steps(0, STEPS, more === '' ? LONG : '');
  for (const rank of [0, 1]) writeFileSync(join(folder, `rank_${rank}.log`), text(rank === 0 ? LONG : ''));
  const all = await looks(new WatchedFiles([folder], form, undefined, atOnce, LOOK_BYTES));
  expect(all.length).toBeGreaterThan(2);
  const told = new JobSteps();
  const restarts = all
    .flatMap((look) => inTurn(look).flatMap((own) => told.add(own, 0)))
    .filter(({ kind }) => kind === 'restart');
  expect(restarts).toEqual([{ kind: 'restart', step: 1, before: STEPS }]);
  for (const rank of [0, 1]) expect(all.flat(2).filter((own) => own.rank === rank)).toHaveLength(2 * STEPS);
});

test('while it is behind, it says so, misses no step, and what it reads is of long ago', async () => {
  const { folder, told, start } = job(log, { paths: [] });
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  writeFileSync(
    join(logs, 'train.log'),
    steps(0, 2 * STEPS, LONG) + [0, 1, 2, 3].map((at) => line(2 * STEPS + at + 1, 500)).join(''),
  );
  const watcher = await start({
    paths: [logs],
    ways: { access: atOnce, lookBytes: LOOK_BYTES },
    trigger: async () => async () => ({ said: { en: '', zh: '' }, processes: 0 }),
  });
  await watcher.round(0, never);
  // No step for an hour: what is still to be read has them.
  await watcher.round(3_600_000, never);
  expect(told.filter((own) => /stall|behind/.test(own))).toEqual(['behind']);
  let nowMs = 3_600_000;
  while ((watcher.source.unreadBytes ?? 0) > 0) await watcher.round(++nowMs, never);
  await watcher.settled();
  expect(watcher.job.lastStep).toBe(2 * STEPS + 4);
  // The last ones were written just now.
  expect(told.filter((own) => /alarm|asked|stall|behind/.test(own))).toEqual([
    'behind',
    `alarm ${2 * STEPS + 4}`,
    'asked 1',
  ]);
  appendFileSync(join(logs, 'train.log'), line(2 * STEPS + 5, 100));
  await watcher.round(++nowMs, never);
  expect(watcher.job.lastStep).toBe(2 * STEPS + 5);
});
