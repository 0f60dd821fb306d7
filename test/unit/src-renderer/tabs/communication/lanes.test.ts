import { expect, test } from 'vitest';
import type { CollectiveLanes } from '../../../../../src-contract';
import {
  barBeside,
  firstBars,
  laneExtent,
  placeBars,
} from '../../../../../src-renderer/tabs/communication/lanes/laneModel';

/**
 *        0    100   200   300
 * rank 4 [a--------]  [b--]
 * rank 7    [a-----]
 * rank 9                      (c, of no length, at 300)
 */
const lanes: CollectiveLanes = {
  ranks: [4, 7, 9].map((rank) => ({ rank, label: `Rank ${rank}` })),
  ops: ['a', 'b', 'c'].map((name) => ({ name, group: 'g', step: '', type: name, rankCount: 1 })),
  rank: Uint32Array.of(0, 0, 1, 2),
  op: Uint32Array.of(0, 1, 0, 2),
  startNs: Float64Array.of(0, 220, 50, 300),
  elapseNs: Float64Array.of(150, 60, 100, 0),
  lateNs: Float64Array.of(0, Number.NaN, 50, Number.NaN),
  isLast: Uint8Array.of(0, 0, 1, 0),
  isAligned: true,
  lateFromNs: 50_000,
};
const first = firstBars(lanes);
const extent = laneExtent(lanes);

test('bars of each rank, and everything there is', () => {
  expect([...first]).toEqual([0, 2, 3, 4]);
  expect(extent).toEqual({ startNs: 0, endNs: 300 });
  const none = { ...lanes, rank: new Uint32Array(0), startNs: new Float64Array(0), elapseNs: new Float64Array(0) };
  expect(laneExtent(none)).toEqual({ startNs: 0, endNs: 1 });
});

test('keys: along a lane, and to the same collective of another rank', () => {
  expect([barBeside(lanes, first, undefined, 'right'), barBeside(lanes, first, 0, 'right')]).toEqual([0, 1]);
  expect([barBeside(lanes, first, 1, 'right'), barBeside(lanes, first, 0, 'left')]).toEqual([1, 0]);
  expect([barBeside(lanes, first, 0, 'down'), barBeside(lanes, first, 2, 'up')]).toEqual([2, 0]);
  // No other rank has it.
  expect(barBeside(lanes, first, 1, 'down')).toBe(1);
});

/**
 *        0    100   200   300
 * rank 4 [a--------]  [b--]
 *           [c--][d-------]      c and d begin while a or b is under way
 * rank 7    [a-----]
 */
test('what overlaps in a rank has a row of its own', () => {
  const crossing: CollectiveLanes = {
    ...lanes,
    ops: ['a', 'b', 'c', 'd'].map((name) => ({ name, group: 'g', step: '', type: name, rankCount: 1 })),
    rank: Uint32Array.of(0, 0, 0, 0, 1),
    op: Uint32Array.of(0, 2, 3, 1, 0),
    startNs: Float64Array.of(0, 50, 110, 220, 50),
    elapseNs: Float64Array.of(150, 60, 170, 60, 100),
  };
  const places = placeBars(crossing, firstBars(crossing));
  expect(places.lanes.map(({ label }) => label)).toEqual(['Rank 4', 'Rank 7', 'Rank 9']);
  expect(places.lanes.map(({ rows }) => rows)).toEqual([
    [
      { kind: 'slices', first: 0, end: 2 },
      { kind: 'slices', first: 2, end: 4 },
    ],
    [{ kind: 'slices', first: 4, end: 5 }],
    [{ kind: 'slices', first: 5, end: 5 }],
  ]);
  expect([...places.barOf]).toEqual([0, 3, 1, 2, 4]);
  expect([...places.rowOf]).toEqual([0, 1, 1, 0, 0]);
  expect(Array.from(places.barOf, (bar) => places.sliceOf[bar])).toEqual([0, 1, 2, 3, 4]);
  // Those of a row follow one another.
  for (const { rows } of places.lanes) {
    for (const row of rows) {
      if (row.kind !== 'slices') continue;
      for (let at = row.first + 1; at < row.end; at++) {
        expect(places.startNs[at]).toBeGreaterThanOrEqual(places.endNs[at - 1]!);
      }
    }
  }
});

test('a thousand at once share the last of a bounded number of rows, and each is still there', () => {
  const count = 1000;
  const many: CollectiveLanes = {
    ...lanes,
    rank: new Uint32Array(count),
    op: new Uint32Array(count),
    startNs: Float64Array.from({ length: count }, (_, at) => at),
    elapseNs: new Float64Array(count).fill(1e6),
  };
  const { lanes: placed, barOf } = placeBars(many, firstBars(many));
  expect(placed[0]!.rows).toHaveLength(16);
  expect(new Set(barOf).size).toBe(count);
});
