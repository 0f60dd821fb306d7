import { describe, expect, test } from 'vitest';
import { sliceTimesOf } from '../../../../src-worker/index/indexSlices';
import { packRows } from '../../../../src-worker/index/packRows';
import { sortedOrder } from '../../../../src-worker/index/sortLane';
import { Random } from '../../../fixtures/random';

interface Slices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** As it is defined, looking at every slice before: the first free row below the deepest one that encloses the slice. */
function packedByDefinition({ startNs, endNs }: Slices, order: Uint32Array) {
  const endOf = (slice: number) => Math.max(endNs[slice], startNs[slice] + 1);
  const rows: number[] = [];
  let overlapCount = 0;
  order.forEach((slice, i) => {
    const start = startNs[slice];
    const open = rows.map((row, at) => ({ row, end: endOf(order[at]) })).filter(({ end }) => end > start);
    if (open.some(({ end }) => end < endOf(slice))) overlapCount++;
    let row = 1 + Math.max(-1, ...open.filter(({ end }) => end >= endOf(slice)).map((one) => one.row));
    while (open.some((one) => one.row === row)) row++;
    rows[i] = row;
  });
  return { rows, overlapCount };
}

function inOrder(slices: Slices): Uint32Array {
  const count = slices.startNs.length;
  return (
    sortedOrder(sliceTimesOf(slices.startNs, slices.endNs), 0, count) ??
    Uint32Array.from({ length: count }, (_, i) => i)
  );
}

function pack(slices: Slices) {
  const order = inOrder(slices);
  const times = sliceTimesOf(slices.startNs, slices.endNs);
  const { rows, rowCount, overlapCount } = packRows(times, 0, order.length, order);
  expect(rowCount).toBe(rows.reduce((max, row) => Math.max(max, row), 0) + 1);
  return { rows, order, overlapCount };
}

/** Each row's slices follow each other: none lies on another, and they are in order. Rows are gone through at once. */
function expectNoneHidden({ startNs, endNs }: Slices, order: Uint32Array, rows: Uint32Array): void {
  const rowEndNs = new Map<number, number>();
  let hidden = 0;
  order.forEach((slice, i) => {
    if (startNs[slice] < (rowEndNs.get(rows[i]) ?? 0)) hidden++;
    rowEndNs.set(rows[i], Math.max(endNs[slice], startNs[slice] + 1));
  });
  expect(hidden).toBe(0);
}

describe('rows of a lane', () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))('as defined, whatever crosses (seed %i)', (seed) => {
    const random = new Random(900 + seed);
    const count = random.integer(1, 500);
    const span = random.pick([20, 500, 5000, 100_000]);
    const longest = random.pick([5, 100, 2000, 200_000]);
    const startNs = Float64Array.from({ length: count }, () => random.integer(0, span));
    const endNs = startNs.map((start) => start + random.pick([0, random.integer(0, 5), random.integer(0, longest)]));
    const { rows, order, overlapCount } = pack({ startNs, endNs });
    expect({ rows: [...rows], overlapCount }).toEqual(packedByDefinition({ startNs, endNs }, order));
  });

  test('a million slices that all cross each other', () => {
    const count = 1_000_000;
    const startNs = Float64Array.from({ length: count }, (_, i) => i);
    const endNs = startNs.map((start) => 2 * start + count);
    const { rows, order, overlapCount } = pack({ startNs, endNs });
    expect(overlapCount).toBe(count - 1);
    expect(rows.every((row, i) => row === i)).toBe(true);
    expectNoneHidden({ startNs, endNs }, order, rows);
  });

  test('slices of which some thousand at a time cross each other', () => {
    const count = 200_000;
    const random = new Random(7);
    const startNs = Float64Array.from({ length: count }, (_, i) => 10 * i + random.integer(0, 9));
    const endNs = startNs.map((start) => start + random.integer(1, 50_000));
    const { rows, order } = pack({ startNs, endNs });
    expectNoneHidden({ startNs, endNs }, order, rows);
    // At most 5000 and some are open at a time.
    expect(rows.reduce((max, row) => Math.max(max, row), 0)).toBeLessThan(6000);
  });
});
