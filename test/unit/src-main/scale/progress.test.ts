/** How far a run is, from its folder and a stand-in for Slurm's programs. */
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { scaleProgress } from '../../../../src-main/scale/progress';
import { temporaryFolder } from '../../../fixtures/indexed';

afterEach(() => vi.unstubAllEnvs());

/** Programs that Slurm would have; each prints what the script does. */
function slurm(scripts: Readonly<Record<string, string>>): void {
  const bin = temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
}

const nameOf = (rank: number) => `rank-${String(rank).padStart(6, '0')}-0123456789.parquet`;

interface Run {
  /** Of each task the ranks. */
  readonly tasks: readonly (readonly number[])[];
  readonly logs?: Readonly<Record<string, string>>;
  readonly jobs?: string;
}

/** A folder as `tracelane scale` leaves it; answers the path of the last run's list. */
function scaled(done: readonly number[], runs: readonly Run[]): { root: string; list: string } {
  const root = temporaryFolder();
  mkdirSync(join(root, 'summaries'));
  for (const rank of done) writeFileSync(join(root, 'summaries', nameOf(rank)), '');
  let list = '';
  for (const [at, { tasks, logs = {}, jobs }] of runs.entries()) {
    const run = join(root, 'runs', String(at + 1));
    mkdirSync(join(run, 'logs'), { recursive: true });
    list = join(run, 'tasks.jsonl');
    const lines = tasks.map((ranks) => ({
      job: 'a job',
      folder: join(root, 'summaries'),
      ranks: ranks.map((rank) => ({ place: `/data/rank ${rank}`, name: nameOf(rank) })),
    }));
    writeFileSync(list, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    for (const [name, text] of Object.entries(logs)) writeFileSync(join(run, 'logs', name), text);
    if (jobs !== undefined) writeFileSync(join(run, 'jobs.json'), jobs);
  }
  return { root, list };
}

const jobs = JSON.stringify({
  arrays: [
    { id: '101', from: 0 },
    { id: '102', from: 2 },
  ],
  reduce: '103',
});

test('while it runs: summaries are counted, Slurm is asked for the jobs of the last run', async () => {
  slurm({ squeue: 'case "$*" in *--jobs=101,102,103*) echo RUNNING; echo PENDING; echo PENDING;; esac' });
  const { root, list } = scaled([0, 7], [{ tasks: [[0], [1], [2], [3]], jobs }]);
  expect(await scaleProgress(list, [])).toEqual({
    folder: root,
    rankCount: 4,
    doneCount: 1,
    queue: { running: 1, waiting: 2 },
    isReduced: false,
    reduceWords: '',
    missingCount: 3,
    missing: [1, 2, 3].map((rank) => ({ rank, place: `/data/rank ${rank}`, state: '', lastWords: '' })),
  });
});

test('when it has ended: how the tasks of missing ranks did, and what they said last, by the array that they were in', async () => {
  slurm({ squeue: 'exit 0', sacct: 'echo "101_1|TIMEOUT"; echo "102_1|OUT_OF_MEMORY"; echo "102_0|COMPLETED"' });
  const logs = {
    'map-0-1.log': 'begun\nstopped\n',
    'map-2-1.log': 'begun\nKilled',
    'map-2-0.log': '',
    'reduce.log': 'no job\n',
  };
  const { list } = scaled([0, 2], [{ tasks: [[0], [1], [2], [3, 4]], logs, jobs }]);
  expect(await scaleProgress(list, [])).toMatchObject({
    queue: { running: 0, waiting: 0 },
    reduceWords: 'no job',
    missing: [
      { rank: 1, state: 'TIMEOUT', lastWords: 'stopped' },
      { rank: 3, state: 'OUT_OF_MEMORY', lastWords: 'Killed' },
      { rank: 4, state: 'OUT_OF_MEMORY', lastWords: 'Killed' },
    ],
  });
});

test('of several runs all ranks count, each once, and the last run is the one that is told of', async () => {
  slurm({ squeue: 'case "$*" in *--jobs=7,8*) echo RUNNING;; esac' });
  const first = { tasks: [[0, 1], [2]], logs: { 'map-0-0.log': 'of the first run' }, jobs };
  const second = { tasks: [[1]], jobs: JSON.stringify({ arrays: [{ id: '7', from: 0 }], reduce: '8' }) };
  const { root, list } = scaled([0], [first, second]);
  const told = { rankCount: 3, doneCount: 1, queue: { running: 1, waiting: 0 } };
  const missing = [
    { rank: 1, lastWords: '' },
    { rank: 2, lastWords: '' },
  ];
  expect(await scaleProgress(list, [])).toMatchObject({ ...told, missing });
  // Who opened the folder during the first run hears of the second.
  expect(await scaleProgress(join(root, 'runs', '1', 'tasks.jsonl'), [])).toMatchObject({ ...told, missing });
});

test('a job is of the run if it was made after its list', async () => {
  const { root, list } = scaled([0], [{ tasks: [[0]] }]);
  const job = join(root, 'job.parquet');
  writeFileSync(job, '');
  utimesSync(job, 1000, 1000);
  expect(await scaleProgress(list, [])).toMatchObject({ isReduced: false, missingCount: 0 });
  utimesSync(job, Date.now() / 1000 + 10, Date.now() / 1000 + 10);
  const progress = await scaleProgress(list, []);
  expect(progress).toMatchObject({ isReduced: true });
  expect(progress).not.toHaveProperty('queue');
});

test('Slurm that does not answer, or is not there, is a sentence; a damaged note or line is done without', async () => {
  const { list } = scaled([], [{ tasks: [[0]], jobs }]);
  slurm({ squeue: 'echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1' });
  expect(await scaleProgress(list, [])).toMatchObject({
    queue: { silent: 'squeue does not answer: slurm_load_jobs error: Unable to contact slurm controller' },
  });
  vi.stubEnv('PATH', temporaryFolder());
  expect(await scaleProgress(list, [])).toMatchObject({
    queue: { silent: expect.stringContaining('squeue is not on') },
  });
  // What is no number never reaches a program.
  const bad = scaled(
    [],
    [{ tasks: [[0]], jobs: JSON.stringify({ arrays: [{ id: '--help', from: 0 }], reduce: '1' }) }],
  );
  writeFileSync(bad.list, 'not a task\n{"job":"x","folder":"/","ranks":[{"place":"/p","name":"../../etc/passwd"}]}\n');
  const progress = await scaleProgress(bad.list, []);
  expect(progress).toMatchObject({ rankCount: 0, missingCount: 0 });
  expect(progress).not.toHaveProperty('queue');
});

test('nothing outside of the roots is read: a log that is a link says nothing', async () => {
  const { root, list } = scaled([], [{ tasks: [[0]] }]);
  const secret = join(temporaryFolder(), 'secret');
  writeFileSync(secret, 'a secret');
  symlinkSync(secret, join(root, 'runs', '1', 'logs', 'map-0-0.log'));
  expect((await scaleProgress(list, [])).missing[0].lastWords).toBe('a secret');
  expect((await scaleProgress(list, [root])).missing[0].lastWords).toBe('');
  await expect(scaleProgress(list, [temporaryFolder()])).rejects.toThrow();
});

test('of ten thousand ranks the first are listed, and it takes no second', async () => {
  const tasks = Array.from({ length: 10_000 }, (_, rank) => [rank]);
  const { list } = scaled([0, 9_999], [{ tasks }]);
  // Processor time: by the clock it takes as long as others let it.
  const begun = process.cpuUsage();
  const progress = await scaleProgress(list, []);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1_000);
  expect(progress).toMatchObject({ rankCount: 10_000, doneCount: 2, missingCount: 9_998 });
  expect(progress.missing.map(({ rank }) => rank)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
});
