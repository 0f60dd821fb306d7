import { expect, test } from 'vitest';
import { kernelRoofline } from '../../../../../src-worker/analysis/kernelTable';
import { kernelWork } from '../../../../../src-worker/model/kernels/kernelWork';
import { numberColumn, textColumn } from '../../../../../src-worker/tables/columnTable';
import { drawnJob } from '../../../../fixtures/drawnJob';

/** Casts of 4 × 1024 values: the inputs are alike, what they become is not. As in msprof_analyze_2024. */
function casts(outputTypes: readonly string[]) {
  const count = outputTypes.length;
  const all = (text: string) => Array<string>(count).fill(text);
  return {
    rowCount: count,
    columns: [
      textColumn('type', all('Cast')),
      textColumn('inputShapes', all('4,1024')),
      textColumn('inputTypes', all('FLOAT')),
      textColumn('outputShapes', all('4,1024')),
      textColumn('outputTypes', outputTypes),
      numberColumn('durationNs', 'duration', Array<number>(count).fill(1000)),
    ],
  };
}

test('bytes of a kind are those of all of its calls, not of the first one', () => {
  const [{ facts }] = kernelWork(casts(['FLOAT', 'BF16', 'BF16', 'BF16']), 0).kinds;
  // 4096 values of 4 bytes, and 4 or 2 bytes of each.
  expect(facts.sizeBytes).toBe(4096 * (4 + (4 + 2 + 2 + 2) / 4));
});

test('ranks together have the mean of their calls, each call once', () => {
  const of = (...types: string[]) => {
    return { computing: 1, record: { kernels: kernelWork(casts(types), 0) } };
  };
  const { rows } = kernelRoofline(drawnJob([of('FLOAT'), of('BF16', 'BF16', 'BF16')]));
  expect(rows.map(({ count, sizeBytes }) => [count, sizeBytes])).toEqual([[4, 4096 * 6.5]]);
});

test('of calls that multiply in several types no peak is said', () => {
  const table = {
    rowCount: 3,
    columns: [
      textColumn('type', ['MatMul', 'MatMul', 'Mul']),
      numberColumn('durationNs', 'duration', [10, 10, 1]),
      numberColumn('flop', 'FLOP', [200, 400, Number.NaN]),
      textColumn('computeType', ['bf16', 'fp32', '']),
    ],
  };
  const [product, other] = kernelWork(table, 0).kinds;
  expect([product?.facts.flop, product?.facts.computeType]).toEqual([300, undefined]);
  expect([other?.facts.flop, other?.facts.computeType]).toEqual([Number.NaN, undefined]);
});
