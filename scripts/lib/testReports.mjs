import { relative } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ readonly file: string, readonly title: string, readonly ms: number }} TestTime
 * @typedef {{ readonly tally: Tally, readonly skippedTitles: readonly string[], readonly times: readonly TestTime[] }} Report
 */

/** @returns {Tally} */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0 };
}

/**
 * @param {Tally} sum changed
 * @param {Tally} part
 */
export function addTally(sum, part) {
  sum.passed += part.passed;
  sum.failed += part.failed;
  sum.skipped += part.skipped;
}

/**
 * Counts vitest's JSON report. A file that cannot even be loaded counts as one failure.
 *
 * @param {{ readonly testResults: readonly { readonly name: string, readonly status: string,
 *   readonly assertionResults: readonly { readonly status: string, readonly fullName: string,
 *   readonly duration?: number | null }[] }[] }} report
 * @param {string} [testsFolder] its files are named from here
 * @returns {Report}
 */
export function readVitestReport(report, testsFolder = '') {
  const tally = emptyTally();
  const skippedTitles = [];
  const times = [];
  for (const file of report.testResults) {
    const name = testsFolder === '' ? file.name : relative(testsFolder, file.name);
    for (const { status, fullName, duration } of file.assertionResults) {
      times.push({ file: name, title: fullName.trim(), ms: duration ?? 0 });
      if (status === 'passed') tally.passed++;
      else if (status === 'failed') tally.failed++;
      else {
        tally.skipped++;
        skippedTitles.push(fullName.trim());
      }
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) tally.failed++;
  }
  return { tally, skippedTitles, times };
}

/**
 * @typedef {{ readonly title: string, readonly specs?: readonly PlaywrightSpec[],
 *   readonly suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ readonly title: string, readonly file?: string, readonly tests: readonly { readonly status: string,
 *   readonly results?: readonly { readonly duration: number }[],
 *   readonly annotations: readonly { readonly type: string, readonly description?: string }[] }[] }} PlaywrightSpec
 */

/**
 * Counts Playwright's JSON report. An error outside of any test counts as one failure.
 *
 * @param {{ readonly suites: readonly PlaywrightSuite[], readonly errors: readonly unknown[] }} report
 * @returns {Report}
 */
export function readPlaywrightReport(report) {
  const tally = emptyTally();
  tally.failed += report.errors.length;
  /** @type {string[]} */
  const skippedTitles = [];
  /** @type {TestTime[]} */
  const times = [];
  /** @param {PlaywrightSuite} suite */
  const count = (suite) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const ms = (test.results ?? []).reduce((sum, { duration }) => sum + duration, 0);
        times.push({ file: `e2e/${spec.file ?? ''}`, title: spec.title, ms });
        if (test.status === 'expected' || test.status === 'flaky') tally.passed++;
        else if (test.status === 'unexpected') tally.failed++;
        else {
          tally.skipped++;
          const reason = test.annotations.find(({ type, description }) => type === 'skip' && description)?.description;
          skippedTitles.push(reason === undefined ? spec.title : `${spec.title}: ${reason}`);
        }
      }
    }
    for (const inner of suite.suites ?? []) count(inner);
  };
  for (const suite of report.suites) count(suite);
  return { tally, skippedTitles, times };
}
