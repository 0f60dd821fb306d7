import { expect, test } from 'vitest';
import { inTurn, JobSteps, type RankStep } from '../../../../src-watch/rule/jobSteps';
import { Random } from '../../../fixtures/random';

const told = (job: JobSteps, ...steps: readonly (readonly [rank: number, step: number, ms: number])[]) =>
  steps.flatMap(([rank, step, ms]) => job.add({ rank, step, durationNs: ms * 1e6 }, 0)).map(short);

const short = (own: ReturnType<JobSteps['add']>[number]) =>
  own.kind === 'restart'
    ? `again ${own.step} after ${own.before}`
    : `${own.step}: ${own.durationNs / 1e6} by ${own.slowestRank}`;

test('whoever speaks for the whole job is believed at once', () => {
  const job = new JobSteps();
  expect(job.add({ rank: undefined, step: 7, durationNs: 5, timeNs: 9 }, 0)).toEqual([
    { kind: 'step', step: 7, durationNs: 5, timeNs: 9, slowestRank: undefined },
  ]);
  expect(job.add({ rank: undefined, step: 7, durationNs: 5 }, 0)).toHaveLength(1);
  expect(job.add({ rank: undefined, step: 3, durationNs: 5 }, 0).map(short)).toEqual([
    'again 3 after 7',
    '3: 0.000005 by undefined',
  ]);
});

test('a step is as long as its slowest rank; when all have told of one before, the last of them completes it', () => {
  const job = new JobSteps();
  expect(told(job, [0, 1, 10], [1, 1, 12])).toEqual([]);
  expect(told(job, [0, 2, 10])).toEqual(['1: 12 by 1']);
  expect(told(job, [1, 2, 9])).toEqual(['2: 10 by 0']);
  expect(told(job, [1, 3, 9], [0, 3, 11])).toEqual(['3: 11 by 0']);
});

test('a silent rank holds the others up until they are three steps ahead, and for five seconds', () => {
  const job = new JobSteps();
  told(job, [0, 1, 10], [1, 1, 12], [0, 2, 10], [1, 2, 10]);
  expect(told(job, [0, 3, 10], [0, 4, 10], [0, 5, 10], [0, 6, 10])).toEqual([]);
  expect(job.tick(4.9e9)).toEqual([]);
  expect(job.tick(5e9).map(short)).toEqual(['3: 10 by 0']);
  expect(told(job, [1, 3, 99])).toEqual([]);
  expect([...job.ranks]).toEqual([
    [0, 6],
    [1, 3],
  ]);
  expect(job.end().map(({ step }) => step)).toEqual([4, 5, 6]);
});

test('however long it is silent, no more than a thousand steps are kept', () => {
  const job = new JobSteps();
  told(job, [0, 1, 10], [1, 1, 12], [0, 2, 10], [1, 2, 10]);
  const steps = Array.from({ length: 1500 }, (_, at) => [0, at + 3, 10] as const);
  expect(told(job, ...steps)).toHaveLength(500);
  expect(job.save().pending).toHaveLength(1000);
});

test('what several ranks told at once is taken by number, and behind a new start what comes behind it', () => {
  const of = (rank: number, ...steps: readonly number[]) => steps.map((step) => ({ rank, step, durationNs: 1 }));
  const taken = inTurn([of(0, 5, 6, 7, 1, 2), of(1, 7, 8, 1), of(2, 1, 2)]).map(({ rank, step }) => `${rank}:${step}`);
  expect(taken.join(' ')).toBe('2:1 2:2 0:5 0:6 0:7 1:7 1:8 0:1 1:1 0:2');
});

test('steps that begin again are told; what was held back comes before', () => {
  const job = new JobSteps();
  told(job, [0, 1, 10], [1, 1, 12], [0, 2, 10], [1, 2, 10], [0, 3, 10]);
  expect(told(job, [1, 1, 11], [0, 1, 10], [1, 2, 8])).toEqual(['3: 10 by 0', 'again 1 after 2', '1: 11 by 1']);
});

test('over many orders of arrival: each step once, in order, as long as the slowest of those that told of it in time', () => {
  for (let seed = 0; seed < 30; seed++) {
    const random = new Random(seed);
    const ranks = random.integer(1, 6);
    const durations = Array.from({ length: ranks }, () => Array.from({ length: 40 }, () => random.integer(1, 1000)));
    const next = new Array<number>(ranks).fill(0);
    let job = new JobSteps();
    const got: RankStep[] = [];
    while (next.some((own) => own < 40)) {
      // Nobody is further ahead than two steps: all of them are in time.
      const least = Math.min(...next);
      const rank = random.pick(next.flatMap((own, at) => (own < 40 && own <= least + 1 ? at : [])));
      for (const own of job.add({ rank, step: next[rank], durationNs: durations[rank][next[rank]] }, 0))
        if (own.kind === 'step') got.push({ ...own, rank: own.slowestRank });
      next[rank]++;
      job = new JobSteps(JSON.parse(JSON.stringify(job.save())));
    }
    for (const own of job.end()) got.push({ ...own, rank: own.slowestRank });
    expect(got.map(({ step }) => step)).toEqual(Array.from({ length: 40 }, (_, at) => at));
    // Ranks that nobody knew of yet may miss the first steps.
    const late = got.filter(({ step, durationNs }) => durationNs !== Math.max(...durations.map((own) => own[step])));
    expect(
      late.every(({ step }) => step < 2),
      `seed ${seed}`,
    ).toBe(true);
  }
});
