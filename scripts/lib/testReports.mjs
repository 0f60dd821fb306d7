import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ readonly file: string, readonly title: string, readonly ms: number }} TestTime
 * @typedef {{ readonly file: string, readonly title: string, readonly message: string }} Failure
 * @typedef {{ readonly tally: Tally, readonly skippedTitles: readonly string[], readonly failures: readonly Failure[],
 *   readonly times: readonly TestTime[] }} Report
 */

/** Of a failure's message: what was expected, what came, and the first lines of the stack. */
const messageLines = 25;

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
 *   readonly message?: string, readonly assertionResults: readonly { readonly status: string, readonly fullName: string,
 *   readonly duration?: number | null, readonly failureMessages?: readonly string[] }[] }[] }} report
 * @param {string} [testsFolder] its files are named from here
 * @returns {Report}
 */
export function readVitestReport(report, testsFolder = '') {
  const tally = emptyTally();
  const skippedTitles = [];
  const failures = [];
  const times = [];
  for (const file of report.testResults) {
    const name = testsFolder === '' ? file.name : relative(testsFolder, file.name);
    for (const { status, fullName, duration, failureMessages = [] } of file.assertionResults) {
      times.push({ file: name, title: fullName.trim(), ms: duration ?? 0 });
      if (status === 'passed') tally.passed++;
      else if (status === 'failed') failures.push(failure(name, fullName.trim(), failureMessages));
      else {
        tally.skipped++;
        skippedTitles.push(fullName.trim());
      }
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      failures.push(failure(name, 'could not be run', [file.message ?? '']));
    }
  }
  tally.failed = failures.length;
  return { tally, skippedTitles, failures, times };
}

/**
 * @typedef {{ readonly message?: string, readonly stack?: string, readonly snippet?: string }} PlaywrightError
 * @typedef {{ readonly title: string, readonly specs?: readonly PlaywrightSpec[],
 *   readonly suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ readonly title: string, readonly file?: string, readonly tests: readonly { readonly status: string,
 *   readonly results?: readonly { readonly duration: number, readonly errors?: readonly PlaywrightError[] }[],
 *   readonly annotations: readonly { readonly type: string, readonly description?: string }[] }[] }} PlaywrightSpec
 */

/**
 * Counts Playwright's JSON report. An error outside of any test counts as one failure.
 *
 * @param {{ readonly suites: readonly PlaywrightSuite[], readonly errors: readonly PlaywrightError[] }} report
 * @returns {Report}
 */
export function readPlaywrightReport(report) {
  const tally = emptyTally();
  const failures = report.errors.map((error) => failure('e2e', 'outside of any test', [errorText(error)]));
  /** @type {string[]} */
  const skippedTitles = [];
  /** @type {TestTime[]} */
  const times = [];
  /** @param {PlaywrightSuite} suite */
  const count = (suite) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const ms = (test.results ?? []).reduce((sum, { duration }) => sum + duration, 0);
        const file = `e2e/${spec.file ?? ''}`;
        times.push({ file, title: spec.title, ms });
        if (test.status === 'expected' || test.status === 'flaky') tally.passed++;
        else if (test.status === 'unexpected') {
          const errors = (test.results ?? []).flatMap((result) => result.errors ?? []);
          failures.push(failure(file, spec.title, errors.map(errorText)));
        } else {
          tally.skipped++;
          const reason = test.annotations.find(({ type, description }) => type === 'skip' && description)?.description;
          skippedTitles.push(reason === undefined ? spec.title : `${spec.title}: ${reason}`);
        }
      }
    }
    for (const inner of suite.suites ?? []) count(inner);
  };
  for (const suite of report.suites) count(suite);
  tally.failed = failures.length;
  return { tally, skippedTitles, failures, times };
}

/**
 * @param {readonly Failure[]} failures
 * @returns {string} one paragraph each
 */
export function failuresText(failures) {
  return failures.map(({ file, title, message }) => `failed: ${file}: ${title}\n${message}\n`).join('\n');
}

/**
 * @param {string} file
 * @param {string} title
 * @param {readonly string[]} messages
 * @returns {Failure}
 */
function failure(file, title, messages) {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message).split('\n'));
  return { file, title, message: lines.slice(0, messageLines).join('\n') };
}

/** @param {PlaywrightError} error */
function errorText({ message = '', stack = message, snippet = '' }) {
  return `${stack}\n${snippet}`;
}
