/**
 * `node scripts/planted-faults.mjs [WORD…] [--write]`: plants the faults of which the job's name has every WORD (all of them
 * without), analyses, and prints how what is found compares with what was planted; the same of jobs without faults ("healthy"), which must
 * have none. `--write` puts the tables into docs/findings.md; with WORDs the rows of these jobs, in place of what they were. Exits with 1
 * where one is not as it must be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import {
  healthOf,
  healthTable,
  healthyJobs,
  mergedTable,
  plantedJobs,
  verdictsOf,
  verdictTable,
} from './lib/plantedFaults.mjs';
import { projectDir, requireNode } from './lib/project.mjs';

const BEGIN = '<!-- planted faults: written by scripts/planted-faults.mjs -->';
const END = '<!-- end of planted faults -->';
const HEALTHY_BEGIN = '<!-- healthy jobs: written by scripts/planted-faults.mjs -->';
const HEALTHY_END = '<!-- end of healthy jobs -->';

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const isWritten = args.includes('--write');
const usage = `node scripts/planted-faults.mjs [WORD…] [--write]

Jobs: ${[...plantedJobs(), ...healthyJobs()].map(({ name }) => name).join('; ')}
Without WORDs all of them, with WORDs those whose names have each WORD. --write puts their rows into docs/findings.md.`;
if (args.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
const isKnown = args.every((arg) => arg === '--write' || !arg.startsWith('--'));
if (!isKnown || ![...plantedJobs(), ...healthyJobs()].some(isMeant)) {
  console.error(usage);
  process.exit(2);
}
requireNode([20, 19]);
await buildIfStale(['node']);

/** @param {{ readonly name: string }} job */
function isMeant({ name }) {
  return words.every((word) => name.includes(word));
}

/**
 * Those that were asked for, one after another, with a line of each.
 *
 * @template {{ readonly name: string }} J
 * @template {{ readonly problems: readonly string[] }} R
 * @param {readonly J[]} jobs
 * @param {(job: J) => Promise<readonly R[]>} resultsOf
 */
async function run(jobs, resultsOf) {
  /** @type {R[]} */
  const results = [];
  for (const job of jobs) {
    if (!isMeant(job)) continue;
    const from = performance.now();
    const own = await resultsOf(job);
    const problems = own.reduce((sum, { problems }) => sum + problems.length, 0);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    process.stderr.write(`${job.name}: ${problems === 0 ? 'as it must be' : `${problems} problems`}, ${seconds} s\n`);
    results.push(...own);
  }
  return results;
}

/** @param {string} text @param {string} begin @param {string} end @param {string} table @param {readonly string[]} order Jobs. */
function withTable(text, begin, end, table, order) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/findings.md has no place for the table: ${begin} … ${end}`);
  const before = text.slice(from + begin.length, to).trim();
  const own = words.length === 0 ? table : mergedTable(before, table, order);
  return `${text.slice(0, from + begin.length)}\n\n${own}\n\n${text.slice(to)}`;
}

/** @type {Map<string, Promise<any>>} */
const healthyReports = new Map();
const verdicts = await run(plantedJobs(), (job) => verdictsOf(job, healthyReports));
const health = await run(healthyJobs(), async (job) => [await healthOf(job)]);
const [table, healthy] = [verdictTable(verdicts), healthTable(health)];
if (verdicts.length > 0) console.log(table);
if (health.length > 0) console.log(healthy);
if (isWritten) {
  const path = join(projectDir, 'docs', 'findings.md');
  const text = await readFile(path, 'utf8');
  const planted = withTable(
    text,
    BEGIN,
    END,
    table,
    plantedJobs().map(({ name }) => name),
  );
  const shapes = healthyJobs().map(({ shape }) => shape);
  await writeFile(path, withTable(planted, HEALTHY_BEGIN, HEALTHY_END, healthy, shapes));
}
process.exitCode = [...verdicts, ...health].some(({ problems }) => problems.length > 0) ? 1 : 0;
