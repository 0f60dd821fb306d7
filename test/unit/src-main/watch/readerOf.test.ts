import { expect, test } from 'vitest';
import { isOfForm, type LineForm, readerOf } from '../../../../src-main/watch/readerOf';
import { PatternError, userPattern } from '../../../../src-watch/lines/userPattern';

const forms: Readonly<Record<string, LineForm>> = {
  steps: { kind: 'steps' },
  monitor: { kind: 'monitor' },
  log: { kind: 'log', preset: undefined },
  pattern: { kind: 'pattern', pattern: userPattern('took (?<s>[\\d.]+) s') },
};

test('which files of a folder are read', () => {
  const names = [
    'a.csv',
    'b.jsonl',
    'train.log',
    'train.log.1',
    'out.txt',
    'slurm-1.out',
    'msmonitor_7_2025_3.jsonl',
    'x.db',
  ];
  const of = (kind: string) => names.filter((name) => isOfForm(forms[kind], name));
  expect(of('steps')).toEqual(['a.csv', 'b.jsonl', 'msmonitor_7_2025_3.jsonl']);
  expect(of('monitor')).toEqual(['msmonitor_7_2025_3.jsonl']);
  expect(of('log')).toEqual(['train.log', 'out.txt', 'slurm-1.out']);
  expect(of('pattern')).toEqual(of('log'));
});

test('each reads its own, and goes on where another one was', async () => {
  const lines: Readonly<Record<string, readonly [string, string]>> = {
    steps: ['step,ms\n5,100', '6,101'],
    monitor: [1, 2].map(
      (step) =>
        `{"kind":"Marker","sourceKind":"Host","name":"step ${step}","startNs":${step * 100},"endNs":${step * 100 + 50}}`,
    ) as [string, string],
    log: [1, 2].map((step) => ` iteration ${step}/ 9 | elapsed time per iteration (ms): 10.0 |`) as [string, string],
    pattern: ['took 0.5 s', 'took 0.25 s'],
  };
  for (const [kind, [first, second]] of Object.entries(lines)) {
    const found: number[] = [];
    const before = readerOf(forms[kind]);
    await before.readAll(first.split('\n'), ({ step }) => found.push(step));
    const behind = readerOf(forms[kind], JSON.parse(JSON.stringify(before.save())));
    expect(behind.isKnown, kind).toBe(true);
    await behind.readAll([second], ({ step }) => found.push(step));
    expect(found, kind).toEqual(kind === 'steps' ? [5, 6] : [1, 2]);
  }
});

test('a pattern that never ends is broken off, by the clock of this process, which does not stand still for it', async () => {
  const reader = readerOf({ kind: 'pattern', pattern: userPattern('^(a+)+(?<ms>b)$') });
  const hostile = `${'a'.repeat(40)}!`;
  let longestMs = 0;
  let atMs = performance.now();
  const ticking = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - atMs);
    atMs = performance.now();
  }, 1);
  const begunMs = performance.now();
  await expect(reader.readAll([hostile, hostile, hostile], () => {})).rejects.toThrow(PatternError);
  clearInterval(ticking);
  // Nine tries of 60 ms, and somebody else’s turn between any two.
  const wholeMs = performance.now() - begunMs;
  expect(wholeMs).toBeGreaterThan(500);
  expect(longestMs).toBeLessThan(wholeMs / 3);
});
