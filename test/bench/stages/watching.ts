import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { byThreads } from '../../../src-main/watch/fileAccess';
import { Journal } from '../../../src-main/watch/journal';
import { Watcher } from '../../../src-main/watch/watcher';
import type { SavedWatch } from '../../../src-main/watch/watchOptions';
import { usualStall } from '../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../src-worker/model/stepSeries/kSigma';
import type { Measurement } from '../measurement';

/** A line of each rank comes so often. */
const STEP_MS = 5_000;
/** Of so many steps one is slow: it is told of, which shows when it has been read. */
const SPIKE_EVERY = 2;
/** What was written before it is watched. */
const STEPS_BEFORE = 50;
const WARM_MS = 12_000;
const MEASURED_MS = 40_000;

function isSpike(step: number): boolean {
  return step % SPIKE_EVERY === 0;
}

function logLine(step: number, ms: number): string {
  return ` [2024-04-06 02:59:36] iteration ${step}/ 100000 | consumed samples: 5504 | elapsed time per iteration (ms): ${ms} | learning rate: 8.600000E-06 |\n`;
}

/** The job, in a process of its own: a line of each rank in each step, spread over it; says when a step was written by all. */
const JOB = `
const { appendFileSync } = require('node:fs');
const line = ${logLine.toString()};
const [folder, ranks, from] = [process.argv[1], Number(process.argv[2]), Number(process.argv[3])];
const begun = Date.now();
let done = 0;
setInterval(() => {
  const wanted = Math.floor(((Date.now() - begun) / ${STEP_MS}) * ranks);
  for (; done < wanted; done++) {
    const step = from + Math.floor(done / ranks);
    appendFileSync(folder + '/rank_' + (done % ranks) + '.log', line(step, (step % ${SPIKE_EVERY} ? 4990 : 9000) + (done * 7919) % 20));
    if ((done + 1) % ranks === 0) process.send({ step, atMs: Date.now() });
  }
}, 20);`;

/**
 * A job of so many ranks, each with a log of its own, followed as `tracelane watch` does. `wallMs` is the time measured, `cpuMs`
 * what the watcher took of it; `events` are steps. `access`: "threads" reads as if the files lay on a server.
 * What is measured is the program as it is built, in a process that does nothing else.
 */
export async function measureWatching(ranks: string, access: string): Promise<Measurement> {
  const root = mkdtempSync(join(tmpdir(), 'tracelane-bench-watch-'));
  const logs = join(root, 'logs');
  mkdirSync(logs);
  for (let rank = 0; rank < Number(ranks); rank++) {
    const lines = Array.from({ length: STEPS_BEFORE }, (_, at) =>
      logLine(at + 1, 4990 + ((rank + 7 * at) % 20) + (at % 3)),
    );
    writeFileSync(join(logs, `rank_${rank}.log`), lines.join(''));
  }
  const job = spawn(process.execPath, ['-e', JOB, logs, ranks, String(STEPS_BEFORE + 1)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = new AbortController();
  try {
    return await follow(logs, root, access, job, stop);
  } finally {
    stop.abort();
    job.kill();
    rmSync(root, { recursive: true });
  }
}

/** Its processor time and memory, when it is asked: on any system, and of that process alone. */
const TELL_ABOUT_ITSELF = `
process.on('message', () => process.send({ cpu: process.cpuUsage(), peakKb: process.resourceUsage().maxRSS }));
process.channel.unref();`;

interface AboutItself {
  readonly cpu: NodeJS.CpuUsage;
  readonly peakKb: number;
}

/** The built program, as users start it; or the same watcher in a process of ours, which reads files as if a server held them. */
function startWatcher(logs: string, root: string, access: string): ChildProcess {
  const built = fileURLToPath(new URL('../../node/cli.js', import.meta.url));
  const own =
    access === 'threads'
      ? [process.argv[1], 'watch-by-threads', logs, root]
      : [built, 'watch', '--json', '--log', logs];
  return spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(TELL_ABOUT_ITSELF)}`, ...own],
    {
      env: { ...process.env, XDG_CONFIG_HOME: root, APPDATA: root, HOME: root },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
}

function aboutItself(watcher: ChildProcess): Promise<AboutItself> {
  return new Promise((resolve, reject) => {
    watcher.once('message', (told) => resolve(told as AboutItself));
    watcher.once('exit', (code) => reject(new Error(`The watcher has ended (${code}).`)));
    watcher.send('tell');
  });
}

async function follow(
  logs: string,
  root: string,
  access: string,
  job: ChildProcess,
  stop: AbortController,
): Promise<Measurement> {
  const watcher = startWatcher(logs, root, access);
  stop.signal.addEventListener('abort', () => watcher.kill());
  const told = new Map<number, number>();
  const lines = createInterface({ input: watcher.stdout as NodeJS.ReadableStream });
  lines.on('line', (line) => {
    const { kind, step } = JSON.parse(line) as { readonly kind: string; readonly step?: number };
    if (kind === 'crossing' && step !== undefined) told.set(step, Date.now());
  });
  const written = new Map<number, number>();
  job.on('message', (message) => {
    const { step, atMs } = message as { readonly step: number; readonly atMs: number };
    written.set(step, atMs);
  });
  await wait(WARM_MS);
  const before = await aboutItself(watcher);
  const beganMs = performance.now();
  told.clear();
  written.clear();
  let handles = 0;
  for (const end = Date.now() + MEASURED_MS; Date.now() < end; ) {
    await wait(1_000);
    if (process.platform === 'linux') handles = Math.max(handles, readdirSync(`/proc/${watcher.pid}/fd`).length);
  }
  const after = await aboutItself(watcher);
  const wallMs = performance.now() - beganMs;
  stop.abort();
  const spikes = [...written].filter(([step]) => told.has(step) && isSpike(step));
  if (spikes.length < MEASURED_MS / STEP_MS / SPIKE_EVERY - 2)
    throw new Error(`Only ${spikes.length} steps were told.`);
  const latestMs = Math.max(...spikes.map(([step, atMs]) => (told.get(step) ?? 0) - atMs));
  const cpuMs = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000;
  const corePercent = (100 * cpuMs) / wallMs;
  const peakBytes = after.peakKb * 1024;
  return { wallMs, cpuMs, peakBytes, sizeBytes: 0, events: written.size, details: { corePercent, latestMs, handles } };
}

/** The watcher alone, reading by threads. */
export async function watchByThreads(logs: string, root: string): Promise<never> {
  const watcher = new Watcher(
    {
      ...{ paths: [logs], form: { kind: 'log', preset: undefined }, limits: usualKSigma, stall: usualStall },
      ...{ limitsFile: undefined, journal: new Journal<SavedWatch>(join(root, 'journal.json')) },
      ...{ trigger: undefined, everyMs: 1_000, ways: { access: byThreads } },
    },
    {
      event: (event) => console.log(JSON.stringify(event)),
      file: () => {},
      trigger: () => {},
      state: () => {},
      problem: (problem) => console.error(problem),
    },
  );
  await watcher.run(new AbortController().signal);
  throw new Error('Nobody ends it but who started it.');
}
