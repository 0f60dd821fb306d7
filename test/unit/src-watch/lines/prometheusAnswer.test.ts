import { expect, test } from 'vitest';
import { AnswerError, queryOf, samplesOf, unitOf } from '../../../../src-watch/lines/prometheusAnswer';

const form = { query: 'step_seconds', unit: 's', rankLabel: 'rank' } as const;
const matrix = (...result: unknown[]) => ({ status: 'success', data: { resultType: 'matrix', result } });

test('samples of series with a rank, numbered by their instants', () => {
  const answer = matrix(
    {
      metric: { rank: '3' },
      values: [
        [1_700_000_005, '0.5'],
        [1_700_000_010, '0.25'],
      ],
    },
    { metric: { rank: '0' }, values: [[1_700_000_010, '0.75']] },
  );
  expect(samplesOf(answer, form, 1_700_000_000, 5)).toEqual([
    [
      { rank: 3, step: 1, durationNs: 0.5e9, timeNs: 5e9 },
      { rank: 3, step: 2, durationNs: 0.25e9, timeNs: 10e9 },
    ],
    [{ rank: 0, step: 2, durationNs: 0.75e9, timeNs: 10e9 }],
  ]);
});

test('one series without a rank speaks for the job; several are told apart by their labels', () => {
  const own = (job: string) => ({ metric: { job }, values: [[10, '1']] });
  expect(samplesOf(matrix(own('a')), form, 0, 5)).toMatchObject([[{ rank: undefined }]]);
  expect(samplesOf(matrix(own('b'), own('a')), form, 0, 5)).toMatchObject([[{ rank: 1 }], [{ rank: 0 }]]);
});

test('ms; values that are no times are left out', () => {
  const values = [[1, 'NaN'], [2, '+Inf'], [3, '-1'], [4, '0'], [5, 7], 'x', [6, '444.2']];
  expect(samplesOf(matrix({ metric: {}, values }), { ...form, unit: 'ms' }, 0, 1)).toMatchObject([
    [{ step: 6, durationNs: 444.2e6 }],
  ]);
});

test('what is no answer is refused', () => {
  const refused = (answer: unknown) => () => samplesOf(answer, form, 0, 1);
  expect(refused({ status: 'error', error: 'parse error' })).toThrow(new AnswerError('query', 'parse error'));
  for (const answer of [undefined, 5, [], 'x', { status: 'success' }]) expect(refused(answer)).toThrow(AnswerError);
  expect(refused({ status: 'success', data: { resultType: 'vector', result: [] } })).toThrow('no-samples');
  expect(refused(matrix({ metric: {} }))).toThrow('no-samples');
});

test('a histogram is asked for its mean; all else as it is', () => {
  const mean = 'rate(step_seconds_sum[1m]) / rate(step_seconds_count[1m])';
  expect(['step_seconds_sum', 'step_seconds_bucket'].map((query) => queryOf({ ...form, query }))).toEqual([mean, mean]);
  expect(queryOf({ ...form, query: 'max(step_seconds_sum)' })).toBe('max(step_seconds_sum)');
  expect(['step_ms', 'step_time_milliseconds_sum', 'step_seconds', 'items'].map(unitOf)).toEqual([
    'ms',
    'ms',
    's',
    's',
  ]);
});
