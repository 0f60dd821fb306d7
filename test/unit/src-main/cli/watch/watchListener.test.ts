import { expect, test } from 'vitest';
import { watchListener } from '../../../../../src-main/cli/watch/watchListener';
import type { Trigger, WatchProblem } from '../../../../../src-main/watch/watchOptions';
import type { ProfileReport } from '../../../../../src-watch/reports/profileReport';
import type { AlarmEvent } from '../../../../../src-watch/rule/jobWatch';
import { usualKSigma } from '../../../../../src-worker/model/stepSeries/kSigma';

const alarm: AlarmEvent = {
  ...{ kind: 'alarm', number: 1, step: 64, fromStep: 61, durationNs: 450e6, meanNs: 360e6, score: 9.5, inARow: 4 },
  ...{ timeNs: 1, slowestRank: 5, outcome: 'triggered' },
};
const trigger: Trigger = { alarm, status: 'asked', dump: 'auto_profiling_dump_1', said: 'yes' };

function told(given: { readonly isJson?: boolean; readonly language?: 'en' | 'zh'; readonly isSeen?: boolean } = {}) {
  const lines: string[] = [];
  const errors: string[] = [];
  const { isJson = false, language = 'en', isSeen = true } = given;
  const listener = watchListener(
    { isJson, language, live: undefined, work: {} },
    () => usualKSigma,
    (line) => lines.push(line),
    (line) => errors.push(line),
    isSeen,
  );
  return { listener, lines, errors };
}

test('what is found in a profile is on stderr, too, where nobody looks at the output', () => {
  const found = { id: 'D2:Rank 5', rank: 5, title: 'Rank 5 computes slower', titleZh: 'Rank 5 较慢' };
  const report: ProfileReport = {
    kind: 'findings',
    paths: ['/p'],
    ranks: 8,
    findings: [{ ...found, lostMsPerStep: 312, shareOfStep: 0.26 }],
  };
  const sentence = /^Alarm 1: steps take 25 % longer .*Rank 5 computes slower/;
  for (const [isJson, isSeen] of [
    [false, true],
    [false, false],
    [true, true],
  ]) {
    const { listener, lines, errors } = told({ isJson, isSeen });
    listener.report?.(trigger, report);
    expect(lines).toHaveLength(1);
    expect(isJson ? JSON.parse(lines[0]).text : lines[0]).toMatch(sentence);
    expect(errors.map((line) => sentence.test(line))).toEqual(isSeen && !isJson ? [] : [true]);
  }
});

test('each problem is a sentence on stderr, in both languages, also beside objects', () => {
  const problems: readonly WatchProblem[] = [
    { kind: 'limits', reason: { en: 'PERF_KSIGMA is a number.', zh: 'PERF_KSIGMA 应为数。' } },
    { kind: 'other-watcher', who: 'pid 7 on node1' },
    { kind: 'behind', unreadBytes: 5_000_000 },
    { kind: 'no-file', path: '/a' },
    { kind: 'unreachable', path: '/a', code: 'EACCES' },
    { kind: 'server', path: 'http://p', fault: 'timeout', detail: '' },
    { kind: 'no-match', path: '/a', lineCount: 1_000 },
    { kind: 'unchanged', path: '/a', unchangedMs: 90_000 },
  ];
  for (const language of ['en', 'zh'] as const)
    for (const isJson of [false, true]) {
      const { listener, lines, errors } = told({ language, isJson });
      for (const problem of problems) listener.problem(problem);
      expect(lines).toEqual([]);
      expect(errors).toHaveLength(problems.length);
      expect(errors.filter((line) => line === '' || /undefined|NaN|\{|problem\./.test(line))).toEqual([]);
    }
});

test('as text, that a risk comes and goes is not told; to a program every state is', () => {
  for (const isJson of [false, true]) {
    const { listener, lines } = told({ isJson });
    for (const state of ['watching', 'at-risk', 'watching', 'stalled'] as const) listener.state(state);
    expect(lines).toHaveLength(isJson ? 4 : 1);
  }
});
