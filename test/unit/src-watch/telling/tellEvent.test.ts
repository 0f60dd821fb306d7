import { expect, test } from 'vitest';
import type { JobEvent } from '../../../../src-watch/rule/jobWatch';
import { isTold, tellEvent } from '../../../../src-watch/telling/tellEvent';
import { usualKSigma } from '../../../../src-worker/model/stepSeries/kSigma';

const baseline = { meanNs: 100e6, deviationNs: 2e6 };
const spike = { step: 44, durationNs: 120e6, score: 10, inARow: 4 };
const events: readonly JobEvent[] = [
  { kind: 'baseline', baseline, fromStep: 21, toStep: 40 },
  { kind: 'baseline', baseline: { ...baseline, deviationNs: 0 }, fromStep: 21, toStep: 40 },
  ...(['triggered', 'cooldown', 'at-limit'] as const).map((outcome) => ({
    ...{ ...spike, kind: 'alarm' as const, number: 1, fromStep: 41, timeNs: 5e9, slowestRank: 2, outcome },
    ...{ sinceNs: 60e9, profileRanks: [2, 3, 5] },
  })),
  { ...spike, kind: 'crossing', reason: 'too-few' },
  { ...spike, kind: 'crossing', reason: 'goes-on' },
  { kind: 'early', crossings: [{ step: 3, durationNs: 200e6, score: 50 }] },
  { kind: 'drift', fromStep: 50, atStep: 70, meanNs: 105e6, baseline },
  { kind: 'change', fromStep: 50, atStep: 61, beforeNs: 100e6, afterNs: 121e6 },
  { kind: 'change', fromStep: 50, atStep: 61, beforeNs: 121e6, afterNs: 100e6 },
  ...(['compute', 'waiting', 'steps'] as const).map((by) => ({
    ...{ kind: 'slow-rank' as const, rank: 5, by, excess: 0.21, fromStep: 1, toStep: 32, peerCount: 7 },
    profileRanks: [4, 5, 6],
  })),
  { kind: 'slow-rank-over', rank: 5, step: 64 },
  {
    ...{ kind: 'stall', step: 9, silentNs: 61e9, limitNs: 60e9, behindCount: 9 },
    behind: [{ rank: 1, step: 8, line: 'reading data' }],
  },
  { kind: 'stall', step: 9, silentNs: 61e9, limitNs: 60e9, behindCount: 0, behind: [], line: 'saving {count}' },
  { kind: 'ended', step: 500 },
  { kind: 'resumed', step: 10, silentNs: 90e9 },
  { kind: 'restart', step: 1, before: 50 },
];

test.each(['en', 'zh'] as const)('each event is a whole sentence: %s', (language) => {
  const told = events.map((event) => tellEvent(event, usualKSigma, language));
  for (const [at, own] of told.entries()) {
    expect(own, events[at].kind).not.toMatch(/undefined|NaN|\{(?!count\})/);
    // What a job wrote ends as it wrote it.
    if (events[at].kind !== 'stall') expect(own, events[at].kind).toMatch(language === 'en' ? /\.$/ : /。$/);
  }
  expect(new Set(told).size).toBe(events.length);
});

test('what the new ones say', () => {
  const say = (kind: JobEvent['kind']) =>
    events.filter((own) => own.kind === kind).map((own) => tellEvent(own, usualKSigma, 'en'));
  expect(say('change')).toEqual([
    'Since step 50 steps take 121 ms, 21 % longer than before (100 ms); certain at step 61.',
    'Since step 50 steps take 100 ms, 17.36 % shorter than before (121 ms); certain at step 61.',
  ]);
  expect(say('slow-rank')[0]).toBe(
    'Rank 5 computes 21 % longer than its 7 peers, since step 1. A profile of ranks 4, 5, 6 shows the difference.',
  );
  expect(say('stall')).toEqual([
    'Stalled: no step for 61 s since step 9; from 60 s on it is a stall. Behind are 9 ranks: 1 (8), …. Rank 1 wrote last: reading data',
    // A line of the job is a value, and no pattern.
    'Stalled: no step for 61 s since step 9; from 60 s on it is a stall. Its last line: saving {count}',
  ]);
});

test('of an alarm that goes on every hundredth step is told', () => {
  const goesOn = (inARow: number): JobEvent => ({ ...spike, kind: 'crossing', reason: 'goes-on', inARow });
  expect([5, 99, 100, 101, 200].map((inARow) => isTold(goesOn(inARow)))).toEqual([false, false, true, false, true]);
});
