import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atOnce } from '../../../../src-main/watch/fileAccess';
import { WatchedFiles } from '../../../../src-main/watch/watchedFiles';
import { inTurn, JobSteps, type RankStep } from '../../../../src-watch/rule/jobSteps';
import { temporaryFolder } from '../../../fixtures/indexed';
import { job, never } from './watchedJob';

/** Ten kernels of 5 ms and a collective of 30 ms in each step of 100 ms, then its marker. */
function linesOfStep(step: number): string {
  const at = (ms: number): bigint => 1_726_000_000_000_000_000n + BigInt(step) * 100_000_000n + BigInt(ms) * 1_000_000n;
  const activity = (kind: string, fromMs: number, ms: number): string =>
    `{"kind":"${kind}","name":"x","startNs":${at(fromMs)},"endNs":${at(fromMs + ms)},"deviceId":0,"streamId":1,"correlationId":1}\n`;
  const kernels = Array.from({ length: 10 }, (_, n) => activity('Kernel', 6 * n, 5)).join('');
  const marker = `{"kind":"Marker","sourceKind":"Host","name":"step ${step}","startNs":${at(0)},"endNs":${at(99)},"domain":"default","processId":1,"threadId":2,"id":${step}}\n`;
  return kernels + activity('Communication', 65, 30) + marker;
}

const LINES_A_PART = 50;

/** As msMonitor writes them: another file after so many lines, in the midst of a step as a rule. */
function writeParts(folder: string, process: number, rank: number, steps: number, fromMs = 0): string[] {
  const lines = Array.from({ length: steps }, (_, at) => linesOfStep(at + 1))
    .join('')
    .split('\n')
    .filter((line) => line !== '');
  const names: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_A_PART) {
    const name = `msmonitor_${process}_${20_250_912_133_501_000 + fromMs + at}_${rank}.jsonl`;
    writeFileSync(
      join(folder, name),
      lines
        .slice(at, at + LINES_A_PART)
        .map((line) => `${line}\n`)
        .join(''),
    );
    names.push(name);
  }
  return names;
}

const monitored = (folder: string, saved?: unknown, lookBytes?: number) =>
  new WatchedFiles([folder], { kind: 'monitor' }, saved as never, atOnce, lookBytes);

/** What all looks answer until nothing is left, as a job takes it. */
async function told(files: WatchedFiles, into = new JobSteps()) {
  const all: RankStep[] = [];
  const events: string[] = [];
  let looks = 0;
  do {
    expect(looks++).toBeLessThan(1_000);
    const steps = inTurn((await files.look()).steps);
    all.push(...steps);
    for (const own of steps.flatMap((step) => into.add(step, 0))) events.push(`${own.kind} ${own.step}`);
  } while (files.unreadBytes > 0);
  return { all, events };
}

test.each([
  ['at once', undefined],
  ['some of it a look', 8 << 10],
])(
  'many parts that were written before, %s: each step once, no new start, and one file is followed',
  async (_, lookBytes) => {
    const folder = temporaryFolder();
    for (const rank of [0, 1]) writeParts(folder, 70 + rank, rank, 200);
    const files = monitored(folder, undefined, lookBytes);
    const { all, events } = await told(files);
    for (const rank of [0, 1])
      expect(all.filter((own) => own.rank === rank).map(({ step }) => step)).toEqual(
        Array.from({ length: 200 }, (__, at) => at + 1),
      );
    expect(events.filter((own) => own.startsWith('restart'))).toEqual([]);
    expect(files.count).toBe(2);
    expect(files.save().files).toHaveLength(2);
    // A step that goes from one part into the next is made of what stands in both.
    const light = all.flatMap((own) => own.light ?? []);
    expect(light.length).toBeGreaterThan(380);
    for (const own of light) expect([own.computeNs, own.communicationNs]).toEqual([50e6, 30e6]);
  },
);

test('taken up by another watcher wherever the first one was: no step is lost, none comes twice', async () => {
  const folder = temporaryFolder();
  writeParts(folder, 70, 0, 60);
  let saved: unknown;
  const steps: number[] = [];
  for (let more = true; more; ) {
    const files = monitored(folder, saved && JSON.parse(JSON.stringify(saved)), 4 << 10);
    steps.push(...(await files.look()).steps.flat().map(({ step }) => step));
    saved = files.save();
    more = files.unreadBytes > 0;
  }
  expect(steps).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
});

test('while it is written: the next part behind the end of the one before, the oldest deleted meanwhile, and nothing is wrong', async () => {
  const whole = temporaryFolder();
  const names = writeParts(whole, 70, 3, 120);
  const { folder, told: said, start } = job({ kind: 'monitor' });
  const own = join(folder, 'monitor');
  mkdirSync(own);
  const watcher = await start({ paths: [own], ways: { access: atOnce } });
  let nowMs = 0;
  for (const [at, name] of names.entries()) {
    renameSync(join(whole, name), join(own, name));
    nowMs += 20_000;
    await watcher.round(nowMs, never);
    if (at >= 3) rmSync(join(own, names[at - 3]));
  }
  expect(readdirSync(own)).toHaveLength(3);
  nowMs += 20_000;
  await watcher.round(nowMs, never);
  expect(watcher.job.lastStep).toBe(120);
  expect(watcher.source.count).toBe(1);
  expect(said).toEqual(['baseline']);
});

test('parts that were deleted before they were read are passed over; a folder that is away for a while loses nothing', async () => {
  const folder = join(temporaryFolder(), 'monitor');
  mkdirSync(folder);
  const names = writeParts(folder, 70, 0, 60);
  const files = monitored(folder, undefined, 4 << 10);
  await files.look();
  const deleted = names.slice(2, 5);
  for (const name of deleted) rmSync(join(folder, name));
  renameSync(folder, `${folder}-away`);
  for (let look = 0; look < 3; look++) expect((await files.look()).steps).toEqual([]);
  // Nobody looks over and over for what is not there.
  expect(files.unreadBytes).toBe(0);
  renameSync(`${folder}-away`, folder);
  const { all } = await told(files);
  const last = all.slice(-20).map(({ step }) => step);
  expect(last).toEqual(Array.from({ length: 20 }, (_, at) => at + 41));
});

test('a process that was started anew comes behind the one before, of all ranks; what has been deleted of that is forgotten', async () => {
  const folder = temporaryFolder();
  const old = [0, 1].flatMap((rank) => writeParts(folder, 90 + rank, rank, 80));
  for (const rank of [0, 1]) writeParts(folder, 10 + rank, rank, 30, 3_600_000);
  const files = monitored(folder, undefined, 8 << 10);
  const { events } = await told(files);
  expect(events.filter((own) => own.startsWith('restart'))).toEqual(['restart 1']);
  const steps = events.map((own) => Number(own.split(' ')[1]));
  expect(steps.slice(0, 80)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1));
  expect(files.count).toBe(4);
  for (const name of old) rmSync(join(folder, name));
  await files.look();
  expect(files.status.map(({ path, state }) => [path.includes('msmonitor_1'), state])).toEqual([
    [true, 'following'],
    [true, 'following'],
  ]);
});

test('a line that its part ends with and has no end is one', async () => {
  const folder = temporaryFolder();
  const [first] = writeParts(folder, 70, 0, 2);
  const marker = linesOfStep(3).trim();
  appendFileSync(join(folder, first), marker);
  writeFileSync(join(folder, 'msmonitor_70_20250912143501000_0.jsonl'), linesOfStep(4));
  const { all } = await told(monitored(folder));
  expect(all.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
});
