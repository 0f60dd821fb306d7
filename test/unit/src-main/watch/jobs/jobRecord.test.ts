import { expect, test } from 'vitest';
import { JobRecord } from '../../../../../src-main/watch/jobs/jobRecord';
import type { JobStep } from '../../../../../src-watch/rule/jobSteps';

const step = (number: number, ms: number, clockMs: number): JobStep => ({
  ...{ kind: 'step', step: number, durationNs: ms * 1e6, timeNs: clockMs * 1e6, clockMs, slowestRank: undefined },
});

function recordOf(steps: readonly (readonly [number, number, number])[]): JobRecord {
  const record = new JobRecord(() => 0);
  for (const own of steps) record.jobStep(step(...own), undefined);
  return record;
}

test('slow steps are counted from the first of them on, though others ended in the same second', () => {
  const record = recordOf([
    [1, 100, 5_000],
    [2, 100, 6_000],
    [3, 120, 6_000],
    [4, 124, 6_000],
  ]);
  expect(record.meanFrom(3)).toBe(122e6);
  expect(record.meanFrom(9)).toBeUndefined();
});

test('a change of level stands where it began, though it is known later', () => {
  const record = recordOf([
    [1, 100, 1_000],
    [2, 120, 2_000],
    [3, 120, 3_000],
  ]);
  const words = { text: { en: '', zh: '' }, durationNs: undefined, score: undefined, isProfile: false };
  record.addEvent({ kind: 'change', step: 2, ...words });
  record.addEvent({ kind: 'trigger', step: 2, ...words });
  expect(record.eventsAfter(0).map(({ atMs }) => atMs)).toEqual([2_000, 3_000]);
});

test('steps that the journal tells once more are those that are kept; a job that begins anew has its own', () => {
  const kept = recordOf([
    [1, 100, 1_000],
    [2, 101, 2_000],
  ]);
  kept.addEvent({ kind: 'file', text: { en: 'a', zh: 'b' }, step: 2, durationNs: 1, score: 1, isProfile: false });
  const record = new JobRecord(() => 0);
  record.restore(JSON.parse(JSON.stringify(kept.save())));
  for (const number of [2, 3]) record.jobStep(step(number, 102, 1_000 * number), 4);
  const all = { rows: 100, ranks: [], job: '' as never };
  expect([...record.series(all).firstStep]).toEqual([1, 2, 3]);
  expect(record.eventsAfter(0)).toEqual(kept.eventsAfter(0));
  record.restart();
  record.jobStep(step(1, 99, 9_000), undefined);
  expect([...record.series(all).firstStep]).toEqual([1, 2, 3, 1]);
});
