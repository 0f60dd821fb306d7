import { expect, test } from 'vitest';
import type { ShownSeries } from '../../../../../src-contract';
import {
  partStarts,
  stepAt,
  stepAxis,
  stepBands,
  stepLines,
} from '../../../../../src-renderer/tabs/findings/stepLines';

const shown: ShownSeries = {
  key: 'rank 0',
  label: 'Rank 0',
  rank: 0,
  stepCount: 6,
  spikeCount: 3,
  alarmCount: 2,
  triggerCount: 1,
  lostNs: 0,
  parts: [
    { label: 'first', index: undefined },
    { label: 'second', index: undefined },
  ],
  numbers: Float64Array.of(1, 2, 3, 10, 11, 12),
  ns: Float64Array.of(9, 10, 11, 30, 31, 32),
  timeNs: new Float64Array(6),
  part: Uint32Array.of(0, 0, 0, 1, 1, 1),
  startNs: new Float64Array(6),
  endNs: new Float64Array(6),
  score: new Float64Array(6),
  baseline: { meanNs: 10, deviationNs: 1, boundNs: 15, from: 1, to: 3 },
  shift: undefined,
  crossings: [
    { at: 3, outcome: 'triggered', inARow: 1 },
    { at: 4, outcome: 'cooldown', inARow: 1, sinceNs: 5 },
    { at: 5, outcome: 'goes-on', inARow: 2 },
  ],
  crossingCount: 3,
};

test('the steps, their baseline and bound, and dots of each kind, what asked for a profile over all others', () => {
  const { x } = stepAxis(shown);
  const lines = stepLines(shown, x, (id) => id);
  expect(lines.map(({ id, x: own, y }) => [id, [...own], [...y]]).slice(1)).toEqual([
    ['mean', [2, 12], [10, 10]],
    ['bound', [2, 12], [15, 15]],
    ['none', [12], [32]],
    ['held', [11], [31]],
    ['triggered', [10], [30]],
  ]);
  expect(lines.filter(({ isDots }) => isDots)).toHaveLength(3);
  expect(stepBands(shown, x, 'baseline')).toEqual([{ start: 2, end: 3, label: 'baseline' }]);
  expect(partStarts(shown, x)).toEqual([
    { at: 1, label: 'first' },
    { at: 10, label: 'second' },
  ]);
  expect([stepAt(x, 6), stepAt(x, 7), stepAt(x, 99)]).toEqual([2, 3, 5]);
});

test('steps that are numbered anew stand by their place', () => {
  expect(stepAxis({ numbers: Float64Array.of(0, 1, 0, 1) })).toEqual({
    x: Float64Array.of(1, 2, 3, 4),
    isNumber: false,
  });
  expect(stepAxis(shown).isNumber).toBe(true);
});

test('a flat baseline has no bound, too few steps have no lines but their own', () => {
  const { x } = stepAxis(shown);
  const flat = { ...shown, baseline: { meanNs: 10, deviationNs: 0, boundNs: 10, from: 1, to: 3 }, crossings: [] };
  expect(stepLines(flat, x, (id) => id).map(({ id }) => id)).toEqual(['step', 'mean']);
  const few = { ...flat, baseline: undefined };
  expect(stepLines(few, x, (id) => id).map(({ id }) => id)).toEqual(['step']);
  expect(stepBands(few, x, '')).toEqual([]);
});
