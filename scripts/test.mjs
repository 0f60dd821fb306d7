/**
 * `npm test [-- --slowest] [-- --screenshots]`: installs what is missing, builds what is stale, then type check, lint
 * and unit tests, end-to-end tests. `npm run test:full`: the long tests that these leave out. Of both the last line is
 * "N passed, N failed, N skipped"; before it stands what failed (also in test-results/failures-*.txt). `--slowest` lists where
 * the time went, `--screenshots` has the end-to-end tests take pictures (test-results/screenshots).
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allParts, buildIfStale } from './lib/build.mjs';
import { findOrFetchChromium } from './lib/chromium.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { installIfMissing } from './lib/install.mjs';
import { projectDir, requireNode, run, runModule, StepError } from './lib/project.mjs';
import { addTally, emptyTally, failuresText, readPlaywrightReport, readVitestReport } from './lib/testReports.mjs';
import { partsTable, slowestTable } from './lib/testTimes.mjs';

helpIfAsked(import.meta.url);

const args = process.argv.slice(2);
const isFull = args.includes('--full');
const which = isFull ? 'full' : 'quick';
/** What each part may take on two cores that do nothing else, once all is installed, s: less than five minutes together. */
const budgets = isFull
  ? { Build: 15, 'Checks and unit tests': 360, 'End-to-end tests': 360 }
  : { Build: 15, 'Checks and unit tests': 125, 'End-to-end tests': 150 };

const resultsDir = join(projectDir, 'test-results');
const total = emptyTally();
/** @type {string[]} */
const skippedTitles = [];
/** @type {import('./lib/testReports.mjs').Failure[]} */
const failures = [];
/** @type {import('./lib/testTimes.mjs').PartTime[]} */
const parts = [];
/** @type {import('./lib/testReports.mjs').TestTime[]} */
const times = [];

await mkdir(resultsDir, { recursive: true });
try {
  requireNode([20, 19]);
  await installIfMissing();
  const isBuilt = await timed('Build', checkBuild);
  // Side by side: unit tests leave cores idle where they wait for threads and processes of theirs.
  await timed('Checks and unit tests', () => Promise.all([unitTests(), checks()]));
  await timed('End-to-end tests', () => endToEndTests(isBuilt));
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  fail('before the tests', error.message);
}
if (args.includes('--slowest')) console.log(slowestTable(times));
console.log(partsTable(parts));
for (const title of skippedTitles) console.log(`skipped: ${title}`);
const failed = failuresText(failures);
if (failed !== '') console.log(failed);
await writeFile(join(resultsDir, `failures-${which}.txt`), failed);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** One after the other, beside the unit tests. */
async function checks() {
  // What `npm test` has checked need not be checked again by the long tests that follow it.
  if (isFull) return;
  await check('Layers', () => run(process.execPath, ['scripts/check-layers.mjs'], { isQuiet: true }));
  await check('Format and lint', () => runModule('@biomejs/biome/bin/biome', ['check', '.'], { isQuiet: true }));
  await checkTypes('Types', 'tsconfig.node.json');
  await checkTypes('Types of the window', 'tsconfig.web.json');
}

/**
 * @param {string} name
 * @param {string} project
 */
function checkTypes(name, project) {
  return check(name, () => runModule('typescript/bin/tsc', ['-p', project], { isQuiet: true }));
}

/**
 * One check that passes or fails as a whole.
 *
 * @param {string} name
 * @param {() => Promise<{ readonly code: number, readonly output: string }>} work
 */
async function check(name, work) {
  const startMs = performance.now();
  const { code, output } = await work();
  report(name, code === 0, startMs);
  if (code === 0) total.passed++;
  else fail(name, output);
}

/** @returns {Promise<boolean>} whether there is a build to test */
async function checkBuild() {
  const startMs = performance.now();
  try {
    await buildIfStale(allParts);
    report('Build', true, startMs);
    total.passed++;
    return true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    report('Build', false, startMs);
    fail('Build', error.message);
    return false;
  }
}

async function unitTests() {
  const path = join(resultsDir, `unit-${which}.json`);
  await rm(path, { force: true });
  const config = isFull ? ['-c', 'vitest.full.config.ts'] : [];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  await runModule('vitest/vitest.mjs', ['run', ...config, ...reporters]);
  await addReport('Unit tests', path, (report) => readVitestReport(report, join(projectDir, 'test')));
}

/** @param {boolean} isBuilt */
async function endToEndTests(isBuilt) {
  const chromium = isBuilt ? await findOrFetchChromium() : { problem: 'the build failed' };
  if ('problem' in chromium) {
    total.skipped++;
    skippedTitles.push(`all end-to-end tests: ${chromium.problem}`);
    return;
  }
  console.log(`End-to-end tests in ${chromium.path} (${chromium.origin})`);
  const path = join(resultsDir, `e2e-${which}.json`);
  await rm(path, { force: true });
  const env = {
    TRACELANE_CHROMIUM: chromium.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    ...(args.includes('--screenshots') && { TRACELANE_SCREENSHOTS: '1' }),
  };
  const config = isFull ? ['-c', 'playwright.full.config.ts'] : [];
  await runModule('@playwright/test/cli.js', ['test', ...config, '--reporter=list,json'], { env });
  await addReport('End-to-end tests', path, readPlaywrightReport);
}

/**
 * @template T
 * @param {string} name
 * @param {string} path of the runner's JSON report; its absence means that the runner itself failed
 * @param {(report: T) => import('./lib/testReports.mjs').Report} read
 */
async function addReport(name, path, read) {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    fail(name, 'the runner ended without a report');
    return;
  }
  const { tally, skippedTitles: titles, failures: failedTests, times: own } = read(JSON.parse(text));
  addTally(total, tally);
  skippedTitles.push(...titles);
  failures.push(...failedTests);
  times.push(...own);
}

/**
 * @template T
 * @param {keyof typeof budgets} name
 * @param {() => Promise<T>} work
 */
async function timed(name, work) {
  const startMs = performance.now();
  const result = await work();
  parts.push({ name, seconds: (performance.now() - startMs) / 1000, budgetSeconds: budgets[name] });
  return result;
}

/**
 * What failed beside the tests themselves.
 *
 * @param {string} part
 * @param {string} message
 */
function fail(part, message) {
  total.failed++;
  failures.push({ file: 'npm test', title: part, message });
}

/**
 * @param {string} name
 * @param {boolean} isGood
 * @param {number} startMs
 */
function report(name, isGood, startMs) {
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
}
