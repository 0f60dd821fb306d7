import { describe, expect, test } from 'vitest';
import { type JobEvent, JobWatch, usualStall } from '../../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';

const S = 1e9;
const limits = { ...usualKSigma, skip: 0, baseline: 4, inARow: 2 };

/** A step of 1 s, each second. */
function run(watch: JobWatch, from: number, to: number, ranks: readonly number[] = [], ns = S): JobEvent[] {
  const told: JobEvent[] = [];
  for (let step = from; step <= to; step++) {
    const durationNs = ns + (step % 2) * 1e7;
    if (ranks.length === 0) told.push(...watch.add({ rank: undefined, step, durationNs }, step * S));
    for (const rank of ranks) told.push(...watch.add({ rank, step, durationNs }, step * S));
  }
  return told;
}

const kinds = (events: readonly JobEvent[]) => events.map(({ kind }) => kind);

describe('a stall', () => {
  test('comes after ten medians, or a minute, with the ranks that are behind and what they wrote last', () => {
    const watch = new JobWatch(limits);
    run(watch, 1, 20, [0, 1, 2, 3]);
    run(watch, 21, 21, [0, 2]);
    const lineOf = (rank: number | undefined) => (rank === 1 ? 'waiting for the data set' : undefined);
    expect(watch.tick(79 * S, lineOf)).toEqual([]);
    const [stall, ...rest] = watch.tick(81 * S, lineOf);
    expect(rest).toEqual([]);
    expect(stall).toMatchObject({
      ...{ kind: 'stall', step: 20, silentNs: 61 * S, limitNs: 60 * S, behindCount: 2 },
      behind: [
        { rank: 1, step: 20, line: 'waiting for the data set' },
        { rank: 3, step: 20 },
      ],
    });
    expect(watch.state).toBe('stalled');
    // Once.
    expect(watch.tick(500 * S, lineOf)).toEqual([]);
    expect(kinds(run(watch, 601, 602, [0, 1, 2, 3]))).toContain('resumed');
    expect(watch.state).toBe('watching');
  });

  test('of long steps comes after ten of them; where no ranks are told apart, with the last line of all', () => {
    const watch = new JobWatch(limits, { ...usualStall, factor: 5 });
    for (let step = 1; step <= 6; step++) watch.add({ rank: undefined, step, durationNs: 30 * S }, step * 30 * S);
    expect(watch.tick((180 + 149) * S)).toEqual([]);
    expect(watch.tick((180 + 150) * S, () => 'saving')).toMatchObject([
      { kind: 'stall', limitNs: 150 * S, line: 'saving' },
    ]);
  });
});

test('what a stall is can be changed while the job is watched', () => {
  const watch = new JobWatch(limits);
  run(watch, 1, 20);
  expect(watch.tick(45 * S)).toEqual([]);
  watch.changeStall({ factor: 5, leastNs: 20 * S });
  expect(watch.tick(39 * S)).toEqual([]);
  expect(watch.tick(41 * S)).toMatchObject([{ kind: 'stall', limitNs: 20 * S }]);
  watch.changeStall(usualStall);
  // That one has been told, and is over with the next step.
  expect(watch.state).toBe('stalled');
  expect(kinds(run(watch, 42, 43))).toContain('resumed');
  expect(watch.tick(84 * S)).toEqual([]);
});

describe('steps that come many at once', () => {
  /** Twelve of 5 s each, as msMonitor reports them once a minute; it is asked each second whether something is missing. */
  function reported(watch: JobWatch, minutes: number, fromMinute = 1): JobEvent[] {
    const told: JobEvent[] = [];
    for (let minute = fromMinute; minute < fromMinute + minutes; minute++) {
      const atNs = minute * 60 * S + (minute % 3) * 0.7 * S;
      for (let at = 1; at <= 12; at++)
        told.push(
          ...watch.add({ rank: undefined, step: (minute - 1) * 12 + at, durationNs: 5 * S + (at % 3) * 1e7 }, atNs),
        );
      for (let s = 1; s < 60; s++) told.push(...watch.tick(atNs + s * S));
      told.push(...watch.tick(atNs + 60.2 * S));
    }
    return told;
  }

  test('are missed when the next many are long overdue, and not each time before they come', () => {
    const watch = new JobWatch(limits);
    // Behind the first it is not known yet that more than a minute may go by.
    expect(kinds(reported(watch, 1)).filter((kind) => kind === 'stall').length).toBeLessThanOrEqual(1);
    expect(kinds(reported(watch, 20, 2)).filter((kind) => kind === 'stall')).toEqual([]);
    const again = new JobWatch(limits, usualStall, JSON.parse(JSON.stringify(watch.save())));
    expect(again.tick(30 * 60 * S)).toEqual([]);
    expect(again.tick(31 * 60 * S)).toEqual([]);
    const [stall] = watch.tick(21 * 60 * S + 125 * S);
    expect(stall).toMatchObject({ kind: 'stall' });
    // What a stall took is no pace: the next one is missed as soon.
    expect(kinds(reported(watch, 2, 60))).toContain('resumed');
    expect(kinds(watch.tick(61 * 60 * S + 125 * S))).toEqual(['stall']);
  });

  test('of what was there before nobody knows how it came', () => {
    const watch = new JobWatch(limits);
    for (let step = 1; step <= 200; step++) watch.add({ rank: undefined, step, durationNs: 5 * S }, 10 * S);
    expect(kinds(watch.tick(69 * S))).toEqual([]);
    expect(kinds(watch.tick(71 * S))).toEqual(['stall']);
  });
});

test('a job that has ended misses nothing; a step that follows goes on', () => {
  let watch = new JobWatch(limits);
  run(watch, 1, 10);
  expect(watch.end(11 * S)).toEqual([{ kind: 'ended', step: 10 }]);
  expect(watch.end(12 * S)).toEqual([]);
  watch = new JobWatch(limits, usualStall, JSON.parse(JSON.stringify(watch.save())));
  expect(watch.state).toBe('ended');
  expect(watch.tick(1e5 * S)).toEqual([]);
  run(watch, 11, 12);
  expect(watch.state).toBe('watching');
  expect(new JobWatch(limits).end(0)).toEqual([]);
});

test('its state in one word', () => {
  const watch = new JobWatch(limits);
  expect(watch.state).toBe('waiting');
  run(watch, 1, 3);
  expect([watch.state, watch.missingSamples]).toEqual(['no-baseline', 1]);
  run(watch, 4, 5);
  expect(watch.state).toBe('watching');
  run(watch, 6, 6, [], 3 * S);
  expect([watch.state, watch.stateWith('under-way'), watch.stateWith('ready')]).toEqual([
    ...['at-risk', 'profiling', 'report-ready'],
  ]);
  run(watch, 1, 1);
  expect(watch.state).toBe('no-baseline');
});

test('since which step it is slow changes with its state, and is kept', () => {
  const watch = new JobWatch(limits);
  run(watch, 1, 10);
  run(watch, 11, 11, [], 2 * S);
  // One step over the threshold is no alarm yet.
  expect([watch.state, watch.slowFrom]).toEqual(['at-risk', undefined]);
  run(watch, 12, 13, [], 2 * S);
  expect([watch.state, watch.slowFrom]).toEqual(['at-risk', 11]);
  const again = new JobWatch(limits, usualStall, JSON.parse(JSON.stringify(watch.save())));
  expect([again.state, again.slowFrom]).toEqual(['at-risk', 11]);
  run(again, 14, 14);
  expect([again.state, again.slowFrom]).toEqual(['watching', undefined]);
  run(watch, 1, 1);
  expect([watch.state, watch.slowFrom]).toEqual(['no-baseline', undefined]);
});

test('an alarm says which ranks a profile should be of, where one computes longer than its peers', () => {
  const watch = new JobWatch(limits);
  const told: JobEvent[] = [];
  for (let step = 1; step <= 12; step++)
    for (let rank = 0; rank < 6; rank++) {
      const isSlow = step > 8;
      const durationNs = (isSlow ? 1.5 : 1) * S + (step % 2) * 1e7;
      const computeNs = rank === 4 && isSlow ? 1.2 * S : 0.7 * S + rank * 1e6;
      const light = [{ step, durationNs, computeNs, communicationNs: durationNs - computeNs }];
      told.push(...watch.add({ rank, step, durationNs, light }, step * S));
    }
  const [alarm] = told.filter((own) => own.kind === 'alarm');
  expect(alarm.profileRanks).toHaveLength(3);
  expect(alarm.profileRanks).toContain(4);
});
