import { expect, test } from 'vitest';
import { JobSteps, type RankStep } from '../../../../src-watch/rule/jobSteps';
import { PAST_MS, withPast } from '../../../../src-watch/rule/stepAges';

const step = (number: number, more: Partial<RankStep> = {}): RankStep => ({
  ...{ rank: undefined, step: number, durationNs: 60e9 },
  ...more,
});
const past = (steps: readonly RankStep[], lastAgeMs: number) =>
  withPast(steps, lastAgeMs)
    .filter(({ isPast }) => isPast)
    .map((own) => own.step);

test('steps are as old as the file, and older by those behind them', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7].map((number) => step(number));
  expect(past(minutes, 0)).toEqual([1]);
  expect(past(minutes, 60_000)).toEqual([1, 2]);
  expect(past(minutes, PAST_MS + 1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // The file's clock is ahead of ours.
  expect(past(minutes, -3_600_000)).toEqual([1]);
  // A line every tenth step.
  expect(past([step(10), step(20)], 0)).toEqual([10]);
  expect(past([step(1), step(2, { durationNs: Number.NaN })], 0)).toEqual([]);
  expect(past([], 0)).toEqual([]);
});

test('where lines have times these tell, set back or not', () => {
  const at = (number: number, minute: number) => step(number, { timeNs: minute * 60e9 });
  expect(past([at(1, 0), at(2, 50), at(3, 51), at(4, 55)], 0)).toEqual([1]);
  expect(past([at(1, 90), at(2, 0), at(3, 1)], 0)).toEqual([]);
});

test('a step of the job is of the time of what completed it', () => {
  const job = new JobSteps();
  const told = [0, 1].flatMap((number) => [
    ...job.add(step(number, { rank: 0, isPast: true }), 0),
    ...job.add(step(number, { rank: 1, ...(number === 0 && { isPast: true }) }), 0),
  ]);
  expect([...told, ...job.end()].map((own) => 'isPast' in own)).toEqual([true, false]);
});
