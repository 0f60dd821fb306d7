/**
 * `npm run scale-test [-- --ranks N] [-- --keep]`: generated ranks through a real Slurm array on this machine, three of its tasks
 * killed, the rest run again, reduced; the findings are those of `tracelane analyze` on the whole job. Installs Debian's Slurm where
 * it may; else says what it skips, and exits with 0.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildIfStale } from './lib/build.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { projectDir, requireNode, StepError } from './lib/project.mjs';
import { installSlurm, startSlurm } from './lib/slurm.mjs';

helpIfAsked(import.meta.url);

const args = process.argv.slice(2);
const rankCount = Number(args[args.indexOf('--ranks') + 1] ?? 64) || 64;
const isKept = args.includes('--keep');
/** Two arrays for 64 ranks: dividing them is part of what is tried. */
const MAX_ARRAY_SIZE = 41;
const KILLED = 3;
/** Of lost time, between summaries and the job itself. */
const MOST_DIFFERENCE = 0.01;
const program = join(projectDir, 'dist', 'node', 'cli.js');

try {
  requireNode([20, 19]);
  await scaleTest();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function scaleTest() {
  const why = installSlurm();
  if (why !== undefined) {
    console.log(`Skipped: the array through a real Slurm, killed tasks, running again, the reduce behind it. ${why}.`);
    return;
  }
  await buildIfStale(['node']);
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-scale-'));
  // Names that a script must not trip over.
  const work = join(folder, 'it\'s a "job" $(touch pwned) %a; x');
  mkdirSync(work);
  const slurm = await startSlurm(join(folder, 'slurm'), { maxArraySize: MAX_ARRAY_SIZE });
  try {
    await tryOut(work, slurm.env);
  } finally {
    await slurm.stop();
    if (isKept) console.log(`Kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} work
 * @param {NodeJS.ProcessEnv} slurmEnv
 */
async function tryOut(work, slurmEnv) {
  // Saved indexes and settings of whoever runs this are not touched.
  const env = { ...slurmEnv, XDG_CACHE_HOME: join(work, 'cache'), XDG_CONFIG_HOME: join(work, 'config') };
  const dump = join(work, 'dump');
  const out = join(work, 'scaled');
  const data = rankCount / 16;
  const shape = ['--ranks', String(rankCount), '--tp', '4', '--pp', '4', '--dp', String(data), '--events', '3000'];
  const faults = ['slow-rank:rank=37,factor=1.4', 'jit-compile:rank=5,calls=24,ms=1.2'].filter(
    (fault) => Number(/rank=(\d+)/.exec(fault)?.[1]) < rankCount,
  );
  await tracelane(env, 'demo', dump, ...shape, ...faults.flatMap((fault) => ['--fault', fault]));
  const scale = ['scale', dump, '--slurm', '--out', out, '--cpus', '1', '--limit', '8', '--partition', 'trial'];

  const firstMs = await timed(async () => {
    const first = start(env, scale);
    const killed = await killTasks(env, KILLED);
    const { code, stderr } = await first;
    check(code === 4, `the first run ends with 4, not ${code}: ${stderr}`);
    check(stderr.includes(`${KILLED} of ${rankCount} ranks missing`), `${KILLED} ranks are missing: ${stderr}`);
    console.log(
      `Killed ${killed.join(', ')}. What the first run says at its end:\n${stderr.trim().split('\n').slice(-4).join('\n')}`,
    );
  });
  const summaries = join(out, 'summaries');
  const before = new Map(filesOf(summaries).map((path) => [path, statSync(path).mtimeMs]));
  check(before.size === rankCount - KILLED, `${rankCount - KILLED} summaries are there, not ${before.size}`);
  const secondMs = await timed(async () => {
    const { code, stderr } = await start(env, scale);
    check(code === 0, `the second run ends with 0, not ${code}: ${stderr}`);
  });
  const list = readFileSync(join(out, 'runs', '2', 'tasks.jsonl'), 'utf8')
    .trim()
    .split('\n');
  check(list.length === KILLED, `the second run has ${KILLED} tasks, not ${list.length}`);
  for (const [path, madeMs] of before) check(statSync(path).mtimeMs === madeMs, `${path} was made once more`);
  const third = await start(env, scale);
  check(third.code === 0 && readdirSync(join(out, 'runs')).length === 2, 'a third run submits nothing');

  const scaled = await findings(env, join(out, 'job.parquet'));
  const direct = await findings(env, dump);
  compare(scaled, direct);
  const sizes = filesOf(summaries).map((path) => statSync(path).size);
  const meanKb = sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000;
  console.log(
    `${rankCount} ranks in ${readdirSync(join(out, 'runs', '1')).filter((name) => name.startsWith('map-')).length} arrays: ` +
      `${(firstMs / 1000).toFixed(1)} s, the ${KILLED} killed again ${(secondMs / 1000).toFixed(1)} s; ` +
      `summaries of ${meanKb.toFixed(1)} kB; ${direct.length} findings agree.`,
  );
  const stray = spawnSync('find', [work, '-name', 'pwned'], { encoding: 'utf8' }).stdout;
  check(stray === '', `nothing in a name was run: ${stray}`);
}

/**
 * Kills tasks that run, one after another, each of another rank.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {number} count
 */
async function killTasks(env, count) {
  /** @type {Set<string>} */
  const killed = new Set();
  const untilMs = Date.now() + 300_000;
  while (killed.size < count) {
    if (Date.now() > untilMs) throw new StepError('No task of the array ran within five minutes.');
    const format = ['--noheader', '--array', '--states=RUNNING', '--name=tracelane-map', '--format=%F_%K'];
    const { stdout } = await promisify(execFile)('squeue', format, { env });
    const [task] = stdout.split('\n').filter((own) => own !== '' && !killed.has(own));
    if (task !== undefined) {
      await promisify(execFile)('scancel', ['--signal=KILL', '--full', task], { env }).catch((error) => {
        // It may have ended just now: whether it was killed is looked at anyway.
        if (!/already|Invalid job/i.test(String(error.stderr))) throw error;
      });
      if (await wasKilled(env, task)) killed.add(task);
    }
    await setTimeout(50);
  }
  return [...killed];
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} task
 */
async function wasKilled(env, task) {
  for (let round = 0; round < 200; round++) {
    const { stdout } = await promisify(execFile)('scontrol', ['show', 'job', task], { env });
    const state = /JobState=(\w+)/.exec(stdout)?.[1];
    if (state === 'FAILED' || state === 'CANCELLED') return true;
    if (state === 'COMPLETED') return false;
    await setTimeout(50);
  }
  return false;
}

/**
 * The same findings, of the same ranks and causes; lost time within 1 %.
 *
 * @typedef {{ readonly id: string, readonly rank: number | null, readonly cause: { readonly id: string },
 *   readonly lostMsPerStep: number }} Told
 * @param {readonly Told[]} scaled
 * @param {readonly Told[]} direct
 */
function compare(scaled, direct) {
  check(direct.length > 0, 'the job has findings');
  const own = new Map(scaled.map((finding) => [finding.id, finding]));
  check(own.size === direct.length, `as many findings: ${[...own.keys()]} and ${direct.map(({ id }) => id)}`);
  for (const { id, rank, cause, lostMsPerStep } of direct) {
    const same = own.get(id);
    if (same === undefined) throw new StepError(`${id} is not found in the summaries.`);
    check(same.rank === rank, `${id}: rank ${same.rank}, not ${rank}`);
    check(cause.id !== '' && same.cause.id === cause.id, `${id}: cause ${same.cause.id}, not ${cause.id}`);
    const difference = Math.abs(same.lostMsPerStep - lostMsPerStep) / lostMsPerStep;
    check(difference <= MOST_DIFFERENCE, `${id}: ${same.lostMsPerStep} ms, not ${lostMsPerStep}`);
    console.log(`${id}: ${lostMsPerStep.toFixed(3)} ms a step, ${(difference * 100).toFixed(3)} % apart`);
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} path
 */
async function findings(env, path) {
  const report = JSON.parse(await tracelane(env, 'analyze', path, '--json'));
  return /** @type {readonly Told[]} */ (report.findings);
}

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => join(folder, name));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 * @returns {Promise<{ readonly code: number | null, readonly stderr: string }>}
 */
function start(env, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'inherit', 'pipe'] });
    /** @type {string[]} */
    const chunks = [];
    child.stderr.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stderr: chunks.join('') }));
  });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 */
async function tracelane(env, ...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env, maxBuffer: 256 << 20 });
  return stdout;
}

/** @param {() => Promise<void>} work */
async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/**
 * @param {boolean} holds
 * @param {string} what
 */
function check(holds, what) {
  if (!holds) throw new StepError(`Not so: ${what}`);
}
