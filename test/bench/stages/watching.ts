import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { byThreads } from '../../../src-main/watch/fileAccess';
import { Journal } from '../../../src-main/watch/journal';
import { type SavedWatch, Watcher } from '../../../src-main/watch/watcher';
import { usualStall } from '../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../src-worker/model/stepSeries/kSigma';
import { type Measurement, startStopwatch } from '../measurement';

/** A line of each rank comes so often. */
const STEP_MS = 5_000;
/** What was written before it is watched. */
const STEPS_BEFORE = 50;
const WARM_MS = 12_000;
const MEASURED_MS = 40_000;

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
    appendFileSync(folder + '/rank_' + (done % ranks) + '.log', line(step, 4990 + (done * 7919) % 20));
    if ((done + 1) % ranks === 0) process.send({ step, atMs: Date.now() });
  }
}, 20);`;

/**
 * A job of so many ranks, each with a log of its own, followed as `tracelane watch` does. `wallMs` is the time measured, `cpuMs`
 * what the watcher took of it; `events` are steps. `access`: "threads" reads as if the files lay on a server.
 */
export async function measureWatching(ranks: string, access: string): Promise<Measurement> {
  const root = mkdtempSync(join(tmpdir(), 'tracelane-bench-watch-'));
  const logs = join(root, 'logs');
  mkdirSync(logs);
  for (let rank = 0; rank < Number(ranks); rank++) {
    const lines = Array.from({ length: STEPS_BEFORE }, (_, at) => logLine(at + 1, 4990 + ((rank + at) % 20)));
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

async function follow(
  logs: string,
  root: string,
  access: string,
  job: ChildProcess,
  stop: AbortController,
): Promise<Measurement> {
  const watcher = new Watcher(
    {
      ...{ paths: [logs], form: { kind: 'log', preset: undefined }, limits: usualKSigma, stall: usualStall },
      ...{ limitsFile: undefined, journal: new Journal<SavedWatch>(join(root, 'journal.json')) },
      ...{ trigger: undefined, everyMs: 1_000, ...(access === 'threads' && { ways: { access: byThreads } }) },
    },
    {
      event: () => {},
      file: () => {},
      trigger: () => {},
      state: () => {},
      problem: (problem) => console.error(problem),
    },
  );
  const running = watcher.run(stop.signal);
  const written: { readonly step: number; readonly atMs: number }[] = [];
  job.on('message', (told) => written.push(told as (typeof written)[number]));
  await wait(WARM_MS);
  const watch = startStopwatch();
  const before = watcher.job.lastStep ?? 0;
  let latestMs = 0;
  let handles = 0;
  written.length = 0;
  for (const end = Date.now() + MEASURED_MS; Date.now() < end; ) {
    await wait(100);
    const [oldest] = written;
    if (oldest && (watcher.job.lastStep ?? 0) >= oldest.step) {
      latestMs = Math.max(latestMs, Date.now() - oldest.atMs);
      written.shift();
    }
    if (process.platform === 'linux') handles = Math.max(handles, readdirSync('/proc/self/fd').length);
  }
  const measured = watch.read();
  const steps = (watcher.job.lastStep ?? 0) - before;
  stop.abort();
  await running;
  if (steps < MEASURED_MS / STEP_MS - 2) throw new Error(`Only ${steps} steps were told.`);
  const corePercent = (100 * measured.cpuMs) / measured.wallMs;
  return { ...measured, sizeBytes: 0, events: steps, details: { corePercent, latestMs, handles } };
}
