import { expect, test } from 'vitest';
import { problemText } from '../../../../src-main/watch/problemText';
import type { WatchProblem } from '../../../../src-main/watch/watchOptions';

const problems: readonly WatchProblem[] = [
  { kind: 'limits', reason: { en: 'PERF_KSIGMA is a number.', zh: 'PERF_KSIGMA 应为数。' } },
  { kind: 'other-watcher', who: 'pid 7 on node1' },
  { kind: 'behind', unreadBytes: 5_000_000 },
  { kind: 'no-file', path: '/a' },
  { kind: 'silent', path: '/a' },
  { kind: 'no-series', path: 'q' },
  { kind: 'no-dump', path: '/a' },
  { kind: 'unreachable', path: '/a', code: 'EACCES' },
  { kind: 'server', path: 'http://p', fault: 'timeout', detail: '' },
  { kind: 'no-match', path: '/a', lineCount: 1_000 },
  { kind: 'no-markers', path: '/a', lineCount: 1_000 },
  { kind: 'unchanged', path: '/a', unchangedMs: 90_000 },
];

test('each is a sentence of its own in both languages, with all that it names', () => {
  const texts = problems.map(problemText);
  for (const language of ['en', 'zh'] as const) {
    const own = texts.map((text) => text[language]);
    expect(new Set(own).size).toBe(problems.length);
    expect(own.filter((text) => text === '' || /undefined|NaN|\{|problem\./.test(text))).toEqual([]);
    for (const [at, problem] of problems.entries()) if ('path' in problem) expect(own[at]).toContain(problem.path);
  }
  expect(problemText({ kind: 'behind', unreadBytes: 5_000_000 }).en).toContain('5 MB');
  expect(problemText({ kind: 'unchanged', path: '/a', unchangedMs: 90_000 }).en).toContain('90');
});
