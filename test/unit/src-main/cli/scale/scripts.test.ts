import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { taskArrays } from '../../../../../src-main/cli/scale/arrays';
import { manifest, mapJob, reduceJob, secondsOf } from '../../../../../src-main/cli/scale/kubernetes';
import { scaleArguments } from '../../../../../src-main/cli/scale/scaleArguments';
import { shellWords } from '../../../../../src-main/cli/scale/shellText';
import { mapArguments, mapScript, reduceScript } from '../../../../../src-main/cli/scale/slurmScripts';
import { newRun, rankTasks, readTask, taskLines } from '../../../../../src-main/cli/scale/tasks';
import { taskArguments } from '../../../../../src-main/cli/summaries/summaryArguments';
import { scaleFolder } from '../../../../../src-worker/discovery/scaleFolder';
import { temporaryFolder } from '../../../../fixtures/indexed';

const evil = [
  "it's",
  'a "b"',
  'x; touch pwned',
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME %a %%',
  'a\\',
  '-rf',
  'line\ntouch pwned',
  '&& touch pwned #',
  '汉字 é',
  "'; touch pwned; '",
];

test.each(evil)('a program in a folder called %j is called, and nothing else', (name) => {
  const home = temporaryFolder();
  const run = join(home, 'run');
  const folder = join(home, name);
  mkdirSync(run);
  mkdirSync(folder);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n');
  chmodSync(program, 0o755);
  for (const [script, words] of [
    [
      mapScript([program], 1000),
      ['summarize', '--list', 'tasks.jsonl', '--task', 'SLURM_ARRAY_TASK_ID', '--from', '1000'],
    ],
    [reduceScript([program]), ['reduce', '../../summaries', '--out', '../../job.parquet']],
  ] as const) {
    const path = join(run, 'script.sh');
    writeFileSync(path, script);
    expect(spawnSync('bash', ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    const made = spawnSync('sh', [path], {
      cwd: run,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: '/nowhere' },
    });
    expect(made).toMatchObject({ status: 0, stderr: '', stdout: `${[program, ...words].join('\n')}\n` });
  }
  expect([...readdirSync(home), ...readdirSync(run), ...readdirSync(folder)].sort()).toEqual(
    ['program', 'run', 'script.sh', name].sort(),
  );
});

test('words of a shell stay what they are', () => {
  const printed = spawnSync('bash', ['-c', `printf '%s\\0' ${shellWords(['', ...evil])}`], { encoding: 'utf8' });
  expect(printed.stdout.split('\0').slice(0, -1)).toEqual(['', ...evil]);
});

test('a list gives back places with anything in their names', () => {
  const folder = scaleFolder(join(temporaryFolder(), 'out'));
  const tasks = rankTasks(evil.map((name, rank) => ({ place: `/data/${name}`, rank })));
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(evil.length);
  const run = newRun(folder, taskLines(tasks, folder, { jobName: 'a\nb', ranksPerTask: 5 }));
  const list = join(run, 'tasks.jsonl');
  const places = [0, 1, 2].flatMap((task) => readTask(list, task).ranks.map(({ place }) => place));
  expect(places).toEqual(evil.map((name) => `/data/${name}`));
  expect(readTask(list, 1)).toMatchObject({ job: 'a\nb', folder: folder.summaries });
  expect(() => readTask(list, 3)).toThrow('has no task 3.');
  // Whoever can write to the list can't have files written elsewhere by it.
  writeFileSync(list, readFileSync(list, 'utf8').replace(/rank-000000-\w+/, '../../x'));
  expect(() => readTask(list, 0)).toThrow('is no task of tracelane scale.');
  expect(newRun(folder, [])).toBe(join(folder.runs, '2'));
});

test('a rank has the same summary whatever others there are', () => {
  const [, alone] = rankTasks([
    { place: '/a', rank: 0 },
    { place: '/b', rank: 1 },
  ]);
  expect(rankTasks([{ place: '/b', rank: 1 }])).toEqual([alone]);
});

test('arrays are divided by the scheduler’s limit, and share the user’s', () => {
  expect(taskArrays(0, 1001, 8)).toEqual([]);
  expect(taskArrays(5, 1001, undefined)).toEqual([{ from: 0, count: 5, limit: undefined, isAfterPrevious: false }]);
  const three = taskArrays(2500, 1000, 200);
  expect(three.map(({ from, count, limit }) => [from, count, limit])).toEqual([
    [0, 1000, 67],
    [1000, 1000, 67],
    [2000, 500, 66],
  ]);
  expect(taskArrays(2500, 1000, 2).map(({ limit, isAfterPrevious }) => [limit, isAfterPrevious])).toEqual([
    [2, false],
    [2, true],
    [2, true],
  ]);
});

test('what sbatch is called with', () => {
  const { scheduler: choice, needs } = scaleArguments(['/d'], {
    ...{ out: '/o', slurm: true, limit: '8', partition: 'gpu', account: 'a b', time: '1:30:00', mem: '4G', cpus: '2' },
    option: ['--qos=low'],
  });
  if (choice.kind !== 'slurm') throw new Error('not Slurm');
  const array = { from: 1000, count: 10, limit: 8, isAfterPrevious: false };
  expect(mapArguments({ choice, needs, runFolder: "/o' %a/runs/1" }, array, ['7', '8'])).toEqual([
    ...['--parsable', '--job-name=tracelane-map', "--chdir=/o' %a/runs/1"],
    ...["--output=/o' %%a/runs/1/logs/map-1000-%a.log"],
    ...['--dependency=afterany:7:8', '--partition=gpu', '--account=a b', '--array=0-9%8', '--time=1:30:00'],
    ...['--mem=4G', '--cpus-per-task=2', '--qos=low', 'map-1000.sh'],
  ]);
  expect(() => mapArguments({ choice, needs, runFolder: '/a\\b' }, array, [])).toThrow(
    'there is a backslash in its name.',
  );
});

test('manifests: an index each, sizes, and no name that Kubernetes would replace', () => {
  const { scheduler: choice, needs } = scaleArguments(['/d'], {
    ...{ out: '/o', kubernetes: true, image: 'registry/tracelane:1', mem: '4G', cpus: '2', time: '1-2' },
    ...{ volume: ['dumps:/data'], namespace: 'training' },
  });
  if (choice.kind !== 'kubernetes') throw new Error('not Kubernetes');
  const pod = { choice, needs, program: ['/opt/$(HOME)/tracelane'], runFolder: '/data/$(JOB)/runs/1' };
  const { items } = JSON.parse(
    manifest([mapJob(pod, { from: 3, count: 7, limit: 2, isAfterPrevious: false }), reduceJob(pod)]),
  );
  const size = { cpu: '2', memory: '4Gi' };
  expect(items[0]).toMatchObject({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: expect.stringMatching(/^tracelane-[0-9a-f]{8}-map-3$/), namespace: 'training' },
    spec: { completions: 7, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 },
  });
  expect(items[0].spec.template.spec).toMatchObject({
    restartPolicy: 'Never',
    activeDeadlineSeconds: 93_600,
    volumes: [{ name: 'volume-0', persistentVolumeClaim: { claimName: 'dumps' } }],
    containers: [
      {
        command: ['/opt/$$(HOME)/tracelane'],
        args: ['summarize', '--list', 'tasks.jsonl', '--task', 'JOB_COMPLETION_INDEX', '--from', '3'],
        workingDir: '/data/$(JOB)/runs/1',
        resources: { requests: size, limits: size },
        volumeMounts: [{ name: 'volume-0', mountPath: '/data' }],
      },
    ],
  });
  expect(items[1].spec.template.spec.containers[0].args[0]).toBe('reduce');
});

test.each([
  ['30', 1800],
  ['1:30', 90],
  ['1:30:00', 5400],
  ['2-00', 172_800],
  ['1-2:03:04', 93_784],
])('a time of Slurm’s: %s', (time, seconds) => expect(secondsOf(time)).toBe(seconds));

test.each([
  [{}, 'needs one of --slurm, --kubernetes and --local.'],
  [{ slurm: true, local: true, out: 'o' }, '--slurm and --local exclude each other.'],
  [{ local: true }, 'needs --out DIR'],
  [{ local: true, out: 'o', partition: 'p' }, '--partition is not for --local.'],
  [{ slurm: true, out: 'o', image: 'i' }, '--image is not for --slurm.'],
  [{ slurm: true, out: 'o', mem: '4 GB' }, '--mem is a size such as 4G'],
  [{ slurm: true, out: 'o', time: 'soon' }, '--time is a time'],
  [{ slurm: true, out: 'o', limit: '0' }, '--limit is a whole number from 1'],
  [{ slurm: true, out: 'o', option: ['-p x'] }, '--option is one of sbatch’s'],
  [{ kubernetes: true, out: 'o' }, '--kubernetes needs --image IMAGE'],
  [{ kubernetes: true, out: 'o', image: 'i', volume: ['Bad_Name'] }, '--volume is CLAIM:/PATH'],
])('wrong arguments: %j', (values, sentence) => {
  expect(() => scaleArguments(['/d'], values)).toThrow(sentence);
});

test('which task: a number, or the variable that has it', () => {
  expect(taskArguments([], { list: 'l', task: '3', from: '1000' }, {})).toEqual({ list: 'l', task: 1003 });
  expect(taskArguments([], { list: 'l', task: 'INDEX' }, { INDEX: '4' })).toEqual({ list: 'l', task: 4 });
  expect(() => taskArguments([], { list: 'l', task: 'INDEX' }, {})).toThrow('INDEX is a whole number');
  expect(() => taskArguments([], { list: 'l' }, {})).toThrow('--list needs --task');
  expect(() => taskArguments(['r'], { list: 'l', task: '0' }, {})).toThrow('stand in the list');
});
