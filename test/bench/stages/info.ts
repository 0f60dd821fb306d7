import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { userDirs } from '../../../src-main/engine/user/userDirs';
import { type Measurement, percentile } from '../measurement';

/** Fewer say little of what takes a quarter of a second. */
const RUNS = 9;

/** What a process has taken, written where the variable says when it ends. */
const TELL_AT_EXIT = `
const { writeFileSync } = require('node:fs');
process.on('exit', () => writeFileSync(process.env.TRACELANE_BENCH_USAGE, JSON.stringify(process.resourceUsage())));`;

interface Run {
  readonly wallMs: number;
  readonly usage: NodeJS.ResourceUsage;
  readonly events: number;
}

/**
 * `tracelane info` as it is built: whole processes from start to end, which keep no index. One more before those: what a
 * program keeps for its next start is there. `program`: where it is another than that of these sources.
 */
export async function measureInfo(
  path: string,
  program = fileURLToPath(new URL('../../node/cli.js', import.meta.url)),
): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'tracelane-bench-'));
  try {
    const tell = join(folder, 'tell.cjs');
    writeFileSync(tell, TELL_AT_EXIT);
    const env = environmentIn(folder);
    const once = () => infoOnce([process.execPath, '--require', tell, program, 'info', path], env);
    once();
    const runs = Array.from({ length: RUNS }, once);
    const middle = (of: (run: Run) => number) => percentile(runs.map(of), 0.5);
    return {
      wallMs: middle(({ wallMs }) => wallMs),
      cpuMs: middle(({ usage }) => (usage.userCPUTime + usage.systemCPUTime) / 1000),
      peakBytes: middle(({ usage }) => usage.maxRSS * 1024),
      sizeBytes: statSync(path).size,
      events: runs[0].events,
      details: {},
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of a user whose folders are all in this one, with settings that keep no index. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  const own = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, APPDATA: folder, LOCALAPPDATA: folder };
  const env = { ...process.env, ...own, TRACELANE_BENCH_USAGE: join(folder, 'usage.json') };
  const { configDir } = userDirs(process.platform, env, folder);
  mkdirSync(configDir, { recursive: true });
  writeFileSync(join(configDir, 'settings.json'), '{"cacheLimitBytes":0}');
  return env;
}

function infoOnce([node, ...args]: readonly string[], env: NodeJS.ProcessEnv): Run {
  const startMs = performance.now();
  const { status, stdout, stderr } = spawnSync(node, args, { env, encoding: 'utf8' });
  const wallMs = performance.now() - startMs;
  if (status !== 0) throw new Error(`tracelane info ended with ${status}: ${stderr}`);
  const usage = JSON.parse(readFileSync(String(env.TRACELANE_BENCH_USAGE), 'utf8')) as NodeJS.ResourceUsage;
  return { wallMs, usage, events: eventsIn(stdout) };
}

/** "  21,540 events: 10,000 X, …" of each rank. */
function eventsIn(text: string): number {
  const counts = [...text.matchAll(/^ {2}([\d,]+) events?\b/gm)].map(([, digits]) =>
    Number(digits.replaceAll(',', '')),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
