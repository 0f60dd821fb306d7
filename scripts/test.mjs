/**
 * `npm test`: everything that can be checked here — installs what is missing, builds what is stale, then type check, lint,
 * unit tests, end-to-end tests. The last line is "N passed, N failed, N skipped".
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { findOrFetchChromium } from './lib/chromium.mjs';
import { installIfMissing } from './lib/install.mjs';
import { projectDir, requireNode, run, runModule, StepError } from './lib/project.mjs';
import { addTally, emptyTally, readPlaywrightReport, readVitestReport } from './lib/testReports.mjs';

const resultsDir = join(projectDir, 'test-results');
const total = emptyTally();
/** @type {string[]} */
const skippedTitles = [];

try {
  requireNode([20, 19]);
  await installIfMissing();
  await mkdir(resultsDir, { recursive: true });
  await check('Types', () => runModule('typescript/bin/tsc', ['-p', 'tsconfig.node.json'], { isQuiet: true }));
  await check('Types of the window', () =>
    runModule('typescript/bin/tsc', ['-p', 'tsconfig.web.json'], { isQuiet: true }),
  );
  await check('Format and lint', () => runModule('@biomejs/biome/bin/biome', ['check', '.'], { isQuiet: true }));
  await check('Layers', () => run(process.execPath, ['scripts/check-layers.mjs'], { isQuiet: true }));
  const isBuilt = await checkBuild();
  await unitTests();
  await endToEndTests(isBuilt);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  total.failed++;
}
for (const title of skippedTitles) console.log(`skipped: ${title}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

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
  else {
    total.failed++;
    console.log(output);
  }
}

async function checkBuild() {
  const startMs = performance.now();
  try {
    await buildIfStale();
    report('Build', true, startMs);
    total.passed++;
    return true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    report('Build', false, startMs);
    console.log(error.message);
    total.failed++;
    return false;
  }
}

async function unitTests() {
  const path = join(resultsDir, 'unit.json');
  await rm(path, { force: true });
  await runModule('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]);
  await addReport('Unit tests', path, readVitestReport);
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
  const path = join(resultsDir, 'e2e.json');
  await rm(path, { force: true });
  const env = { TRACELANE_CHROMIUM: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: path };
  await runModule('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env });
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
    console.log(`${name}: the runner ended without a report.`);
    total.failed++;
    return;
  }
  const { tally, skippedTitles: titles } = read(JSON.parse(text));
  addTally(total, tally);
  skippedTitles.push(...titles);
}

/**
 * @param {string} name
 * @param {boolean} isGood
 * @param {number} startMs
 */
function report(name, isGood, startMs) {
  console.log(`${isGood ? '✓' : '✗'} ${name} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
}
