import { expect, test } from 'vitest';
import type { Change, CompareReport } from '../../../../../src-contract';
import { parseCompareFailOn, regressions } from '../../../../../src-main/cli/analyze/compareArguments';
import { parseCommand } from '../../../../../src-main/cli/arguments';
import { UsageError } from '../../../../../src-main/cli/usageError';

test('what may be written', () => {
  expect(parseCommand(['analyze', 'a', '--compare', 'b', '--steps', '12,all', '--fail-on', 'step:5'])).toMatchObject({
    kind: 'analyze',
    paths: ['a'],
    failOn: [],
    compare: { path: 'b', ranks: undefined, steps: [12, 'all'], failOn: [{ part: 'step', share: 0.05 }] },
  });
  expect(parseCommand(['analyze', 'a', '--ranks', '1,0'])).toMatchObject({
    compare: { path: undefined, ranks: [1, 0] },
  });
  expect(parseCommand(['analyze', 'a', '--compare', 'b', '--ranks', '3'])).toMatchObject({
    compare: { ranks: [3, 3] },
  });
  expect(parseCommand(['analyze', 'a'])).not.toHaveProperty('compare');
  for (const wrong of ['1,2,3', 'x', '1,', '1,-1', '', '1.5', 'all'])
    expect(() => parseCommand(['analyze', 'a', '--ranks', wrong]), wrong).toThrow('--ranks is A,B, such as 1,0');
  for (const wrong of ['host:5', 'step', 'step:', 'step:x', 'step:-1', 'step:1:2', 'toString:1'])
    expect(() => parseCompareFailOn(wrong), wrong).toThrow(UsageError);
  // A comparison has no findings.
  expect(() => parseCommand(['analyze', 'a', '--ranks', '1,0', '--fail-on', 'host:5'])).toThrow('the parts are step');
});

test('a part that has grown, and not by chance, is a regression', () => {
  const change = (a: number, b: number, interval?: Change['interval']): Change => {
    return { a, b, delta: b - a, ...(interval && { interval }) };
  };
  const report = (step: Change, computing: Change) =>
    ({ step, groups: [{ group: 'computing', change: computing, parts: [] }] }) as unknown as CompareReport;
  const limits = [parseCompareFailOn('step:5'), parseCompareFailOn('computing:5')];
  const partsOf = (step: Change, computing: Change) =>
    regressions(report(step, computing), limits).map(({ part }) => part);
  expect(partsOf(change(100, 106), change(50, 54))).toEqual(['step']);
  // Of A’s step, whatever the part itself is.
  expect(partsOf(change(100, 106), change(1, 6))).toEqual(['step', 'computing']);
  expect(partsOf(change(100, 106, { low: -1, high: 13 }), change(50, 56, { low: 4, high: 8 }))).toEqual(['computing']);
  expect(partsOf(change(100, 90), change(50, 50))).toEqual([]);
  expect(partsOf(change(Number.NaN, 90), change(50, 60))).toEqual([]);
});
