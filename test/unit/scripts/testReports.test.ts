import { expect, test } from 'vitest';
import { failuresText, readPlaywrightReport, readVitestReport } from '../../../scripts/lib/testReports.mjs';
import { partsTable, slowestTable } from '../../../scripts/lib/testTimes.mjs';

test('vitest: tests by outcome, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a' },
          { status: 'failed', fullName: 'b', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n    at b.ts:3'] },
          { status: 'skipped', fullName: ' c' },
          { status: 'todo', fullName: 'd' },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  const read = readVitestReport(report);
  expect(failuresText(read.failures)).toBe(
    'failed: a.test.ts: b\nexpected 1\n    at b.ts:3\n\nfailed: broken.test.ts: could not be run\nno such module\n',
  );
  expect(read).toMatchObject({
    tally: { passed: 1, failed: 2, skipped: 2 },
    skippedTitles: ['c', 'd'],
  });
});

test('Playwright: tests at any depth, with the reason of those skipped, and errors outside of tests', () => {
  const spec = (status: string, title: string, annotations: { type: string; description?: string }[] = []) => ({
    title,
    file: 'a.spec.ts',
    tests: [
      { status, annotations, results: [{ duration: 1, errors: status === 'unexpected' ? [{ message: 'no' }] : [] }] },
    ],
  });
  const report = {
    errors: [{ message: 'no browser', stack: 'no browser\n    at x.ts:1' }],
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
  const read = readPlaywrightReport(report);
  expect(failuresText(read.failures)).toBe(
    'failed: e2e: outside of any test\nno browser\n    at x.ts:1\n\n\nfailed: e2e/a.spec.ts: b\nno\n\n',
  );
  expect(read).toMatchObject({
    tally: { passed: 1, failed: 2, skipped: 1 },
    skippedTitles: ['c: no binary'],
  });
});

test('where the time went: the slowest files and tests of both, and each part against its budget', () => {
  const unit = readVitestReport(
    {
      testResults: [
        {
          name: '/project/test/unit/a.test.ts',
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'a one', duration: 1500 },
            { status: 'passed', fullName: 'a two', duration: 700.4 },
          ],
        },
      ],
    },
    '/project/test',
  );
  const tests = [{ status: 'expected', annotations: [], results: [{ duration: 1000 }, { duration: 900 }] }];
  const suites = [{ title: 'b.spec.ts', specs: [{ title: 'b one', file: 'b.spec.ts', tests }] }];
  const endToEnd = readPlaywrightReport({ suites, errors: [] });
  expect(slowestTable([...unit.times, ...endToEnd.times]).split('\n')).toEqual([
    'Slowest files',
    '    2.2 s  unit/a.test.ts',
    '    1.9 s  e2e/b.spec.ts',
    'Slowest tests',
    '    1.9 s  e2e/b.spec.ts: b one',
    '    1.5 s  unit/a.test.ts: a one',
    '    0.7 s  unit/a.test.ts: a two',
  ]);
  const parts = [
    { name: 'Unit tests', seconds: 119.96, budgetSeconds: 120 },
    { name: 'End-to-end tests', seconds: 200, budgetSeconds: 180 },
  ];
  expect(partsTable(parts).split('\n')).toEqual([
    'Unit tests              120.0 s  of 120 s',
    'End-to-end tests        200.0 s  over its budget of 180 s',
    'All                     320.0 s  over its budget of 300 s',
  ]);
});
