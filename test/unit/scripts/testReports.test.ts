import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '../../../scripts/lib/testReports.mjs';

test('vitest: tests by outcome, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a' },
          { status: 'failed', fullName: 'b' },
          { status: 'skipped', fullName: ' c' },
          { status: 'todo', fullName: 'd' },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    ],
  };
  expect(readVitestReport(report)).toEqual({ tally: { passed: 1, failed: 2, skipped: 2 }, skippedTitles: ['c', 'd'] });
});

test('Playwright: tests at any depth, with the reason of those skipped, and errors outside of tests', () => {
  const spec = (status: string, title: string, annotations: { type: string; description?: string }[] = []) => ({
    title,
    tests: [{ status, annotations }],
  });
  const report = {
    errors: [{}],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('expected', 'a')],
        suites: [
          {
            title: 'inner',
            specs: [spec('unexpected', 'b'), spec('skipped', 'c', [{ type: 'skip', description: 'no binary' }])],
          },
        ],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    tally: { passed: 1, failed: 2, skipped: 1 },
    skippedTitles: ['c: no binary'],
  });
});
