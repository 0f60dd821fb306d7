import { expect, test } from 'vitest';
import { stepsOfJob } from '../../../../../src-worker/analysis/record/jobRecord';

test('ranks that hang have not ended the last step of the others: a job has as many as the rank with most, and no other job’s', () => {
  const ranks = [
    { stepCount: 5, job: 'a' },
    { stepCount: 4, job: 'a' },
    { stepCount: 9, job: 'b' },
  ];
  expect(stepsOfJob(ranks, ranks[1])).toBe(5);
  expect(stepsOfJob([{ stepCount: 4 }, { stepCount: 5 }], {})).toBe(5);
});
