import { expect, test } from 'vitest';
import { noticeOfEvent, noticeOfReport } from '../../../../../src-main/watch/outbox/notices';
import type { AlarmEvent, JobEvent } from '../../../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../../../src-worker/model/stepSeries/kSigma';

const alarm: AlarmEvent = {
  ...{ kind: 'alarm', number: 1, step: 64, fromStep: 61, durationNs: 450e6, meanNs: 360e6, score: 9.5, inARow: 4 },
  ...{ timeNs: 1, slowestRank: 5, outcome: 'triggered' },
};
const of = (event: JobEvent) => noticeOfEvent(event, ['/train.log'], usualKSigma, 'en');

test('alarms, drifts, stalls and their ends, new starts: in ms, with a sentence', () => {
  expect(of(alarm)).toMatchObject({
    ...{ kind: 'alarm', files: ['/train.log'] },
    alarm: {
      number: 1,
      step: 64,
      fromStep: 61,
      ms: 450,
      meanMs: 360,
      score: 9.5,
      trigger: 'triggered',
      slowestRank: 5,
    },
  });
  const baseline = { meanNs: 1e8, deviationNs: 1e6 };
  expect(of({ kind: 'drift', fromStep: 1, atStep: 9, meanNs: 2e8, baseline })).toMatchObject({ step: 9, meanMs: 200 });
  const stall = { kind: 'stall', step: 5, silentNs: 61e9, limitNs: 60e9, behind: [{ rank: 3, step: 4 }] } as const;
  expect(of({ ...stall, behindCount: 1 })).toMatchObject({ step: 5, silentMs: 61_000, behind: [{ rank: 3, step: 4 }] });
  expect(of({ kind: 'resumed', step: 6, silentNs: 70e9 })).toMatchObject({ kind: 'resumed', step: 6 });
  expect(of({ kind: 'restart', step: 1, before: 99 })).toMatchObject({ kind: 'restart', step: 1 });
  for (const event of [alarm, { kind: 'restart', step: 1, before: 99 } as const])
    expect(of(event)).toMatchObject({
      ...{ text: expect.stringMatching(/\w+/), textZh: expect.stringMatching(/\p{Script=Han}/u) },
      at: expect.stringMatching(/^\d{4}-/),
    });
  const crossing = { kind: 'crossing', step: 4, durationNs: 1, score: 6, inARow: 1, reason: 'too-few' } as const;
  expect(of(crossing)).toBeUndefined();
});

test('what is found in a profile goes with its alarm', () => {
  const report = { kind: 'late', path: '/p', ranks: 0 } as const;
  const notice = noticeOfReport(alarm, report, ['/train.log'], 'zh');
  expect(notice).toMatchObject({ kind: 'report', alarm: { number: 1 }, report });
  expect(JSON.parse(JSON.stringify(notice))).toEqual(notice);
});
