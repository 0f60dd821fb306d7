/** The command with programs that stand in for Slurm's: what it does where they fail, and that it does nothing twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { builtWorker } from '../../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { sharedJob } from '../../../../fixtures/sharedJob';

const { programPath } = builtWorker();

/** Each is a script; `calls` has what they were called with. */
function standIns(scripts: Readonly<Record<string, string>>) {
  const home = temporaryFolder();
  const bin = join(home, 'bin');
  const calls = join(home, 'calls');
  mkdirSync(bin);
  writeFileSync(calls, '');
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(bin, name);
    writeFileSync(path, `#!/bin/bash\necho "${name} $*" >> '${calls}'\n${script}\n`);
    chmodSync(path, 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HERE: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
  };
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [programPath, 'scale', ...args], { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    const ended = once(child, 'close').then(([status]) => ({ status: status as number, stdout, stderr }));
    return { child, ended, said: () => stderr };
  };
  const callsOf = (name: string) =>
    readFileSync(calls, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${name} `));
  return { home, start, run: (...args: readonly string[]) => start(...args).ended, callsOf };
}

const config = 'echo "MaxArraySize            = 2"';
/** Runs what it is given at once, in the folder it is told, and answers with the next number. */
const sbatch = `
for word; do case "$word" in --chdir=*) folder=\${word#--chdir=};; --array=*) tasks=\${word#--array=};; esac; done
id=$(( $(cat "$HERE/id" 2>/dev/null || echo 100) + 1 )); echo $id > "$HERE/id"
cd "$folder" || exit 1
last=\${tasks%%%*}; last=\${last#0-}
for index in $(seq 0 \${last:-0}); do SLURM_ARRAY_TASK_ID=$index sh "./\${!#}" > "$HERE/log" 2>&1; done
echo $id`;

const job = () => sharedJob({ ranks: 3, steps: 2, eventsPerRank: 800, seed: 5 });

test('arrays of what is missing, the reduce behind them, and nothing a second time', async () => {
  const { folder } = await job();
  const { home, run, callsOf } = standIns({ sbatch, scontrol: config, squeue: 'exit 0', sacct: 'exit 1', scancel: '' });
  const out = join(home, 'out');
  const args = [folder, '--slurm', '--out', out, '--limit', '3', '--partition', 'p q'];
  expect(await run(...args)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Submitted jobs 101, 102, 103.'),
  });
  const [first, second, reduce] = callsOf('sbatch');
  expect(first).toContain('--partition=p q --array=0-1%2 map-0.sh');
  expect(second).toContain('--array=0-0%1 map-2.sh');
  expect(reduce).toContain('--dependency=afterany:101:102');
  expect(await run(...args)).toMatchObject({ status: 0, stdout: expect.stringContaining('is made of all ranks.') });
  expect(callsOf('sbatch')).toHaveLength(3);
  // Of homes nothing is used.
  expect(readdirSync(home).sort()).toEqual(['bin', 'calls', 'id', 'log', 'out']);

  const summaries = join(out, 'summaries');
  const [cut, gone, kept] = readdirSync(summaries)
    .sort()
    .map((name) => join(summaries, name));
  const keptMs = statSync(kept).mtimeMs;
  writeFileSync(cut, readFileSync(cut).subarray(0, -20));
  rmSync(gone);
  expect(await run(...args)).toMatchObject({ status: 0, stderr: expect.stringContaining('3 ranks, 1 of them done.') });
  expect(callsOf('sbatch').slice(3).join()).toContain('--array=0-1%3 map-0.sh');
  expect(statSync(kept).mtimeMs).toBe(keptMs);
  expect(existsSync(gone)).toBe(true);
}, 120_000);

test('a rank that fails is named with why, the job is made without it, and the code says so', async () => {
  const { folder, truth } = await job();
  const state = 'for n in 0 1 2; do echo "101_$n|OUT_OF_MEMORY"; done';
  const fails = sbatch.replace('SLURM_ARRAY_TASK_ID=$index sh', '[ "$index" = 1 ] || SLURM_ARRAY_TASK_ID=$index sh');
  const { home, run } = standIns({ sbatch: fails, scontrol: 'echo', squeue: 'exit 0', sacct: state, scancel: '' });
  const made = await run(folder, '--slurm', '--out', join(home, 'out'));
  expect(made.status).toBe(4);
  expect(made.stderr).toContain(`Rank 1 (${join(folder, truth.ranks[1].folder)}) is missing: OUT_OF_MEMORY`);
  expect(made.stderr).toContain('1 of 3 ranks missing. The same command does them again.');
}, 120_000);

test('what Slurm says where it refuses', async () => {
  const { folder } = await job();
  const out = (home: string) => ['--slurm', '--out', join(home, 'out')] as const;
  const none = standIns({
    sbatch: 'echo "sbatch: error: invalid partition specified: x" >&2; exit 1',
    scontrol: config,
  });
  expect(await none.run(folder, ...out(none.home))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('sbatch refused it: sbatch: error: invalid partition specified: x'),
  });
  const down = standIns({
    scontrol: 'echo "slurm_load_ctl_conf error: Unable to contact slurm controller" >&2; exit 1',
  });
  expect(await down.run(folder, ...out(down.home))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Slurm does not answer: slurm_load_ctl_conf error: Unable to contact'),
  });
  // The first array is taken, the second is one too many: the job is made of what there is.
  const limited = standIns({
    sbatch: `case "$*" in *map-2.sh) echo "sbatch: error: QOSMaxSubmitJobPerUserLimit" >&2; exit 1;; esac\n${sbatch}`,
    ...{ scontrol: config, squeue: 'exit 0', sacct: 'exit 1', scancel: '' },
  });
  expect(await limited.run(folder, ...out(limited.home))).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('1 of 2 arrays are submitted. sbatch refused it: sbatch: error: QOSMax'),
  });
  // Nobody would know of what runs without a reduce.
  const noReduce = standIns({
    sbatch: `case "$*" in *reduce.sh) echo "no more" >&2; exit 1;; esac\n${sbatch}`,
    ...{ scontrol: config, squeue: 'exit 0', sacct: 'exit 1', scancel: '' },
  });
  expect(await noReduce.run(folder, ...out(noReduce.home))).toMatchObject({ status: 1 });
  expect(noReduce.callsOf('scancel')).toEqual(['scancel 101 102']);
}, 120_000);

test('jobs of a run before are followed, not submitted again; Ctrl+C cancels them', async () => {
  const { folder } = await job();
  const queue = 'if [ -e "$HERE/over" ]; then exit 0; else echo RUNNING; echo PENDING; fi';
  const lazy = 'id=$(( $(cat "$HERE/id" 2>/dev/null || echo 100) + 1 )); echo $id > "$HERE/id"; echo $id';
  const own = standIns({
    sbatch: lazy,
    scontrol: config,
    squeue: queue,
    sacct: 'exit 1',
    scancel: 'touch "$HERE/over"',
  });
  const args = [folder, '--slurm', '--out', join(own.home, 'out')];
  expect(await own.run(...args, '--no-wait')).toMatchObject({ status: 0 });
  expect(own.callsOf('sbatch')).toHaveLength(3);
  const { child, ended, said } = own.start(...args);
  for (const until = Date.now() + 30_000; !said().includes('1 running, 1 waiting') && Date.now() < until; )
    await setTimeout(20);
  expect(said()).toContain('2 tasks of the run before are in the queue still: nothing is submitted.');
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ status: 130 });
  expect(own.callsOf('sbatch')).toHaveLength(3);
  expect(own.callsOf('scancel')).toEqual(['scancel 101 102 103']);
}, 120_000);

test('on this machine: whole, dry, of a folder without ranks, and cancelled', async () => {
  const { folder } = await job();
  const { home, run, start } = standIns({});
  const out = join(home, 'out');
  const dry = await run(folder, '--local', '--out', out, '--dry-run');
  expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('3 tasks for 3 ranks') });
  expect(existsSync(out)).toBe(false);
  const { child, ended, said } = start(folder, '--local', '--out', out, '--limit', '1');
  for (const until = Date.now() + 30_000; !said().includes('1 running') && Date.now() < until; ) await setTimeout(5);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ status: 130, stderr: expect.stringContaining('What is done stays') });
  expect(await run(folder, '--local', '--out', out)).toMatchObject({ status: 0 });
  expect(existsSync(join(out, 'job.parquet'))).toBe(true);
  const empty = join(home, 'empty');
  mkdirSync(empty);
  expect(await run(empty, '--local', '--out', out)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no rank'),
  });
  expect(await run(folder, '--local', '--out', join(folder, 'x'))).toMatchObject({ status: 2 });
}, 120_000);
