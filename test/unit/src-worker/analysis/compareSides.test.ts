import { describe, expect, test } from 'vitest';
import type { CompareSide, RankIndex, SidePart } from '../../../../src-contract';
import { compareSides } from '../../../../src-worker/analysis/compare/compareSides';
import { changeOf, momentsOf, studentInterval } from '../../../../src-worker/analysis/compare/intervals';
import { matchOps } from '../../../../src-worker/analysis/compare/matchOps';
import { familyOf } from '../../../../src-worker/analysis/compare/sideKernels';
import { Random } from '../../../fixtures/random';

/** ms of each step, by part: "computing MatMul". */
function drawnSide(parts: Readonly<Record<string, readonly number[]>>, more: Partial<CompareSide> = {}): CompareSide {
  const own = Object.entries(parts).map(([key, ms]): SidePart => {
    const [group, name = ''] = key.split(' ');
    const kind = name === '' ? 'untold' : 'named';
    return { group: group as SidePart['group'], kind, name, ns: Float64Array.from(ms, (value) => value * 1e6) };
  });
  const count = own[0].ns.length;
  const none = new Float64Array(count);
  const sumOf = (group: string) =>
    none.map((_, at) => own.reduce((ns, part) => (part.group === group ? ns + part.ns[at] : ns), 0));
  return {
    version: 1,
    rank: 0,
    label: 'Rank 0',
    source: 'timeline',
    steps: none.map((_, at) => at),
    isLastStep: false,
    groups: { computing: sumOf('computing'), exposed: sumOf('exposed'), free: sumOf('free') },
    beside: { communication: none, overlapped: none, preparing: none },
    families: { matmul: none, attention: none, convolution: none, other: none },
    parts: own,
    kernels: [],
    kernelsLeftOut: 0,
    ...more,
  };
}

describe('the difference of two steps', () => {
  test('by parts that one of the sides may lack, the most changed first', () => {
    const a = drawnSide({ 'computing MatMul': [10], 'computing Add': [5], 'exposed waiting': [3], 'free op': [2] });
    const b = drawnSide({ 'computing MatMul': [11], 'computing Mul': [4], 'exposed waiting': [1], 'free op': [2] });
    const report = compareSides(a, b);
    expect(report.step).toEqual({ a: 20e6, b: 18e6, delta: -2e6 });
    expect(report.groups[0].parts.map(({ name, change }) => [name, change.a / 1e6, change.b / 1e6])).toEqual([
      ['Add', 5, 0],
      ['Mul', 0, 4],
      ['MatMul', 10, 11],
    ]);
  });

  test('what only one side tells is no difference', () => {
    const a = drawnSide({ 'computing MatMul': [10], 'exposed moving': [3], 'exposed waiting': [4], 'free op': [2] });
    const b = drawnSide({ 'computing MatMul': [10], exposed: [9], free: [2] });
    const { groups } = compareSides(a, b);
    expect(groups[1].parts).toEqual([
      { group: 'exposed', kind: 'untold', name: '', change: { a: 7e6, b: 9e6, delta: 2e6 } },
    ]);
  });

  test('kinds of kernels beyond the first few are one part, which keeps the sum', () => {
    const many = (change: number) =>
      drawnSide(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`computing K${i}`, [i, i + change * i]])));
    const { groups } = compareSides(many(0), many(0.1));
    const { parts, change } = groups[0];
    expect(parts.length).toBe(17);
    expect(parts[0].name).toBe('K39');
    expect(parts.at(-1)).toMatchObject({ kind: 'other' });
    expect(parts.reduce((sum, own) => sum + own.change.delta, 0)).toBeCloseTo(change.delta, 3);
    // The sum of 0 to 23, at half of a tenth: the first step has not changed.
    expect(parts.at(-1)?.change.delta).toBeCloseTo(((23 * 24) / 2) * 0.05 * 1e6, 3);
  });

  test('verdicts of kernels: by the interval of a call', () => {
    const kernel = (type: string, ...ms: readonly number[]) => ({ type, shapes: '', call: momentsOf(ms) });
    const sides = [
      [kernel('Slow', 1, 1.1, 0.9), kernel('Same', 1, 5, 3), kernel('Once', 1), kernel('Gone', 1, 1)],
      [kernel('Slow', 3, 3.1, 2.9), kernel('Same', 2, 5, 4), kernel('Once', 9), kernel('New', 1, 1)],
    ].map((kernels) => drawnSide({ 'computing x': [1] }, { kernels }));
    const { kernels } = compareSides(sides[0], sides[1]);
    expect(Object.fromEntries(kernels.map(({ type, verdict }) => [type, verdict]))).toEqual({
      Slow: 'slower',
      Same: 'same',
      Once: 'no-repeats',
      Gone: 'only-a',
      New: 'only-b',
    });
    expect(kernels.find(({ type }) => type === 'Gone')?.total).toEqual({ a: 2, b: 0, delta: -2 });
  });

  test('ops that a side lacks are listed, with what they take; no interval where one has no partner', () => {
    const ops = (names: readonly string[], ms: readonly number[]) => ({
      from: 'ops' as const,
      step: 1,
      names: [...new Set(names)],
      name: Uint32Array.from(names, (own) => [...new Set(names)].indexOf(own)),
      durationNs: Float64Array.from(ms),
      deviceNs: Float64Array.from(ms, (own) => (own === 0 ? Number.NaN : own)),
      slice: Float64Array.from(ms.keys()),
      rank: 0 as RankIndex,
      generation: 1,
      leftOut: 0,
    });
    const a = drawnSide({ 'computing x': [1] }, { ops: ops(['mm', 'add', 'mm', 'relu'], [5, 1, 7, 0]) });
    const b = drawnSide({ 'computing x': [1] }, { ops: ops(['mm', 'mm', 'sub', 'relu'], [6, 9, 4, 0]) });
    const report = compareSides(a, b).ops;
    expect(report).toMatchObject({ matchedCount: 3, onlyA: 1, onlyB: 1, isLongest: true });
    expect(report?.ops.map(({ name, atA, atB, device }) => [name, atA, atB, device.delta])).toEqual([
      ['sub', -1, 2, 4],
      ['mm', 2, 1, 2],
      ['mm', 0, 0, 1],
      ['add', 1, -1, -1],
      ['relu', 3, 3, 0],
    ]);
    const mm = report?.names.find(({ name }) => name === 'mm');
    expect(mm).toMatchObject({ countA: 2, countB: 2, matchedCount: 2, device: { a: 12, b: 15, delta: 3 } });
    // Differences 1 and 2: 3 ± 2 · 12.706 · 0.5.
    expect(mm?.device.interval?.high).toBeCloseTo(3 + 12.706, 2);
    expect(report?.names.find(({ name }) => name === 'sub')?.device.interval).toBeUndefined();
  });
});

describe('intervals', () => {
  test('Student’s t by its density, integrated here', () => {
    // Ends of the interval of one mean with n − 1 degrees of freedom: what lies within has 95 % of the density.
    for (const count of [2, 3, 5, 11, 31]) {
      const values = Array.from({ length: count }, (_, i) => i);
      const { low, high } = studentInterval(momentsOf(values)) ?? { low: Number.NaN, high: Number.NaN };
      const mean = (count - 1) / 2;
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      const error = Math.sqrt(squares / (count - 1) / count);
      expect(coverage((high - mean) / error, count - 1), String(count)).toBeCloseTo(0.95, 4);
      expect(high - mean).toBeCloseTo(mean - low, 9);
    }
  });

  test('Welch’s, against the formula for equal sizes and variances, where it is Student’s', () => {
    const a = [10, 12, 14, 16];
    const { delta, interval } = changeOf(momentsOf(a), momentsOf(a.map((value) => value + 3)));
    expect(delta).toBe(3);
    // 6 degrees of freedom: t = 2.446912; variance 20 / 3 of each.
    expect((interval?.high ?? Number.NaN) - 3).toBeCloseTo(2.446912 * Math.sqrt((2 * (20 / 3)) / 4), 5);
  });

  test('a variance that one side has alone counts with that side’s freedom alone; no repeats, no interval', () => {
    const { interval } = changeOf(momentsOf([5, 5, 5, 5]), momentsOf([6, 8, 10]));
    // Deviation 2, 3 values: t of 2 degrees of freedom is 4.302653.
    expect(interval?.low).toBeCloseTo(3 - 4.302653 * (2 / Math.sqrt(3)), 5);
    expect(changeOf(momentsOf([5]), momentsOf([6, 8])).interval).toBeUndefined();
    expect(changeOf(momentsOf([5, 5]), momentsOf([6, 6])).interval).toEqual({ low: 1, high: 1 });
  });

  test('moments keep their digits where values are large and alike', () => {
    const { mean, variance } = momentsOf([1e15 + 1, 1e15 + 2, 1e15 + 3, Number.NaN]);
    expect([mean, variance]).toEqual([1e15 + 2, 1]);
  });
});

/** Share of Student’s density within ± t: Simpson’s rule over u, where x = tan u makes it finite. */
function coverage(t: number, degrees: number): number {
  const density = (x: number) => (1 + x ** 2 / degrees) ** (-(degrees + 1) / 2);
  const integral = (to: number) => {
    const count = 20_000;
    const width = to / count;
    let sum = 0;
    for (let i = 0; i <= count; i++) {
      const weight = i === 0 || i === count ? 1 : i % 2 === 1 ? 4 : 2;
      const x = Math.tan(i * width);
      sum += weight * density(x) * (1 + x ** 2);
    }
    return (sum * width) / 3;
  };
  return integral(Math.atan(t)) / integral(Math.PI / 2 - 1e-9);
}

describe('ops that stand for each other', () => {
  /** Length of the longest common subsequence, by the table of all prefixes. */
  function longest(a: readonly string[], b: readonly string[]): number {
    let row = new Array<number>(b.length + 1).fill(0);
    for (const own of a) {
      const next = [0];
      for (const [at, other] of b.entries()) next.push(own === other ? row[at] + 1 : Math.max(row[at + 1], next[at]));
      row = next;
    }
    return row[b.length];
  }

  test('as many as in the table of all prefixes, in order, with equal names', () => {
    const random = new Random(7);
    for (let run = 0; run < 60; run++) {
      const draw = () => Array.from({ length: random.integer(0, 40) }, () => random.pick([...'abcde']));
      const [a, b] = [draw(), draw()];
      for (const most of [2_000, 3]) {
        const match = matchOps(a, b, most);
        if (match.isLongest) expect(match.a.length).toBe(longest(a, b));
        else expect(match.a.length).toBeLessThanOrEqual(longest(a, b));
        const wrong = match.a.filter(
          (at, i) => a[at] !== b[match.b[i]] || (i > 0 && (at <= match.a[i - 1] || match.b[i] <= match.b[i - 1])),
        );
        expect(wrong).toEqual([]);
      }
    }
  });

  test('too many differ: the n-th of a name stands for the n-th', () => {
    const match = matchOps(['x', 'a', 'b', 'a'], ['a', 'b', 'y', 'a', 'z'], 1);
    expect(match).toEqual({ a: [1, 2, 3], b: [0, 1, 3], isLongest: false });
  });
});

test('a kernel that prepares another one counts for that', () => {
  const names = [
    'aclnnMm_MatMulCommon_MemSet',
    'ampere_sgemm_128x64_nn',
    'FlashAttentionScore',
    'Conv2DBackpropFilter',
  ];
  expect(names.map(familyOf)).toEqual(['matmul', 'matmul', 'attention', 'convolution']);
  expect(['Cast', 'convert_element', 'Add'].map(familyOf)).toEqual(['other', 'other', 'other']);
});
