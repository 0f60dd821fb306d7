import { expect } from 'vitest';
import { packRows } from '../../../../src-worker/index/arranging/packRows';
import { sortedOrder } from '../../../../src-worker/index/arranging/sortLane';
import { sliceTimesOf } from '../../../../src-worker/index/columns/indexSlices';

export interface Slices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** As it is defined, looking at every slice before: the first free row below the deepest one that encloses the slice. */
export function packedByDefinition({ startNs, endNs }: Slices, order: Uint32Array) {
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

export function pack(slices: Slices) {
  const order = inOrder(slices);
  const times = sliceTimesOf(slices.startNs, slices.endNs);
  const { rows, rowCount, overlapCount } = packRows(times, 0, order.length, order);
  expect(rowCount).toBe(rows.reduce((max, row) => Math.max(max, row), 0) + 1);
  return { rows, order, overlapCount };
}

/** Each row's slices follow each other: none lies on another, and they are in order. Rows are gone through at once. */
export function expectNoneHidden({ startNs, endNs }: Slices, order: Uint32Array, rows: Uint32Array): void {
  const rowEndNs = new Map<number, number>();
  let hidden = 0;
  order.forEach((slice, i) => {
    if (startNs[slice] < (rowEndNs.get(rows[i]) ?? 0)) hidden++;
    rowEndNs.set(rows[i], Math.max(endNs[slice], startNs[slice] + 1));
  });
  expect(hidden).toBe(0);
}
