import { expect, test } from 'vitest';
import { readerOf } from '../../../../src-main/watch/readerOf';
import { type Bounded, UserLines, userPattern } from '../../../../src-watch/lines/userPattern';
import type { RankStep } from '../../../../src-watch/rule/jobSteps';
import { TimeLimitError, withinMs } from '../../../../src-worker/base/timeLimit';

test('named groups tell step, time and rank', async () => {
  const steps: RankStep[] = [];
  const reader = readerOf({
    kind: 'pattern',
    pattern: userPattern('(?<rank>\\d+)#(?<step>\\d+) took (?<s>[\\d.,]+)s'),
  });
  await reader.readAll(
    ['x 3#7 took 1,000.5s', 'nothing', '3#8 took .s', '3#9 took 2s'],
    (step) => void steps.push(step),
  );
  expect(steps).toEqual([
    { rank: 3, step: 7, durationNs: 1000.5e9 },
    { rank: 3, step: 9, durationNs: 2e9 },
  ]);
  expect(reader.damagedCount).toBe(1);
});

test('what is no pattern is told', () => {
  expect(() => userPattern('(?<ms>[')).toThrow('no regular expression');
  expect(() => userPattern('(?<step>\\d+)')).toThrow('(?<ms>…)');
});

test('a pattern that goes back and forth is broken off, its line left out, and after three it is refused', async () => {
  const bounded = (limitMs: number, run: () => void): boolean => {
    try {
      withinMs(limitMs, run);
      return true;
    } catch (error) {
      if (error instanceof TimeLimitError) return false;
      throw error;
    }
  };
  let ways = 0;
  const giveWay = async (): Promise<void> => void ways++;
  const pattern = userPattern('^(?:a+)+ (?<ms>\\d+)$');
  const slow = `${'a'.repeat(60)}!`;
  const steps: number[] = [];
  const reader = new UserLines(pattern, bounded, giveWay, undefined, { linesMs: 60, lineMs: 30 });
  await reader.readAll(
    ['aa 1', slow, 'aa 2', 'aa 3', slow, 'aa 4'],
    ({ durationNs }) => void steps.push(durationNs / 1e6),
  );
  expect(steps).toEqual([1, 2, 3, 4]);
  expect(reader.slowCount).toBe(2);
  // Between any two tries the rest of the program has run.
  expect(ways).toBe(2 * (1 + 3));
  await expect(reader.readAll([slow], () => {})).rejects.toThrow('takes longer than 30 ms for a line');
});

test('a pattern that is broken off when it is through with a line has matched that line once', async () => {
  const steps: number[] = [];
  // As on a busy machine: all is done, and the time is over.
  const late: Bounded = (_, run) => {
    if (isWhole) run();
    isWhole = true;
    return false;
  };
  let isWhole = false;
  const reader = new UserLines(userPattern('(?<ms>\\d+)$'), late, async () => {});
  await reader.readAll(['step 1'], ({ durationNs }) => void steps.push(durationNs / 1e6));
  expect(steps).toEqual([1]);
  expect(reader.slowCount).toBe(0);
});
