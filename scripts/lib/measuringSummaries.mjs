/** What `npm run bench` measures of jobs that are larger than a machine: the reduce of ten thousand summaries, by the built command. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputDir } from './measuring.mjs';
import { problemsOfPlanted } from './plantedSummaries.mjs';
import { projectDir, StepError } from './project.mjs';
import { USAGE, usageIn } from './usage.mjs';

/** 10,000 ranks: eight of a host are a tensor group, in two stages. */
const SHAPE = ['--form', 'summaries', '--tp', '8', '--pp', '2', '--dp', '625'];
const RANKS = 10_000;

const cli = join(projectDir, 'dist', 'node', 'cli.js');

/**
 * The folder of summaries, made once: some minutes on two cores.
 *
 * @returns {string}
 */
export function summariesFolder() {
  const folder = join(inputDir(), `${RANKS}-summaries`);
  // It is written last.
  if (existsSync(join(folder, 'truth.json')) && isOfThisVersion(folder)) return folder;
  rmSync(folder, { recursive: true, force: true });
  console.error(`Generating ${RANKS} summaries…`);
  execFileSync(process.execPath, [cli, 'demo', folder, ...SHAPE], { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

/**
 * The format of summaries has versions, and a reduce takes its own alone.
 *
 * @param {string} folder
 */
function isOfThisVersion(folder) {
  const first = readdirSync(folder).find((name) => name.endsWith('.parquet'));
  if (first === undefined) return false;
  const alone = mkdtempSync(join(tmpdir(), 'tracelane-summary-'));
  try {
    copyFileSync(join(folder, first), join(alone, first));
    return spawnSync(process.execPath, [cli, 'reduce', alone, '--out', join(alone, 'job')]).status === 0;
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
}

/**
 * @typedef {{ readonly ranks: number, readonly wallMs: number, readonly cpuMs: number, readonly peakBytes: number }} Reduced
 *
 * @param {string} folder
 * @param {string} job to write
 * @returns {Reduced}
 */
export function measureReduce(folder, job) {
  const usage = `${job}.usage`;
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', USAGE, cli, 'reduce', folder, '--out', job], {
    env: { ...process.env, TRACELANE_USAGE: usage },
    encoding: 'utf8',
  });
  const wallMs = performance.now() - startMs;
  if (status !== 0) throw new StepError(`The reduce failed: ${stderr}`);
  const report = JSON.parse(
    execFileSync(process.execPath, [cli, 'analyze', job, '--json'], { encoding: 'utf8', maxBuffer: 256 << 20 }),
  );
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
  // How fast something else is found is worth nothing.
  const problems = problemsOfPlanted(truth, report);
  if (problems.length > 0) throw new StepError(`What was planted is not what was found: ${problems.join('; ')}`);
  const { processorMs, peakBytes } = usageIn(usage);
  return { ranks: truth.ranks.length, wallMs, cpuMs: processorMs, peakBytes };
}
