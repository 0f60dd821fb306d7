import { describe, expect, test } from 'vitest';
import type { CollectiveLanes } from '../../../../../src-contract';
import {
  AXIS_HEIGHT,
  barAt,
  barBeside,
  boardLayout,
  clampedView,
  firstBars,
  laneExtent,
  nsAt,
  xOf,
  yOf,
  zoomedView,
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
const layout = boardLayout({ width: 408, height: AXIS_HEIGHT + 300 }, 3, 100, 0);

test('bars of each rank, and everything there is', () => {
  expect([...first]).toEqual([0, 2, 3, 4]);
  expect(extent).toEqual({ startNs: 0, endNs: 300 });
  const none = { ...lanes, rank: new Uint32Array(0), startNs: new Float64Array(0), elapseNs: new Float64Array(0) };
  expect(laneExtent(none)).toEqual({ startNs: 0, endNs: 1 });
});

test('many ranks scroll, few do not', () => {
  expect([layout.rowHeight, layout.maxScroll, layout.width]).toEqual([24, 0, 300]);
  const many = boardLayout({ width: 408, height: AXIS_HEIGHT + 300 }, 256, 100, 5000);
  expect([many.rowHeight, many.maxScroll, many.scroll]).toEqual([7, 7 * 256 - 300, 7 * 256 - 300]);
  expect(yOf(many, 255) + many.rowHeight).toBe(AXIS_HEIGHT + 300);
});

describe('the bar at a point', () => {
  const at = (ns: number, rank: number) =>
    barAt(lanes, first, layout, extent, xOf(layout, extent, ns), yOf(layout, rank) + 5);
  test('within it, and some pixels beside it', () => {
    expect([at(75, 0), at(75, 1), at(250, 0), at(299, 2)]).toEqual([0, 2, 1, 3]);
    // A pixel is a ns here.
    expect([at(152, 0), at(218, 0), at(180, 0)]).toEqual([0, 1, undefined]);
  });
  test('outside of the lanes there is none', () => {
    expect(barAt(lanes, first, layout, extent, 50, yOf(layout, 0) + 5)).toBeUndefined();
    expect(barAt(lanes, first, layout, extent, 175, AXIS_HEIGHT - 3)).toBeUndefined();
    expect(at(75, 3)).toBeUndefined();
  });
});

test('keys: along a lane, and to the same collective of another rank', () => {
  expect([barBeside(lanes, first, undefined, 'right'), barBeside(lanes, first, 0, 'right')]).toEqual([0, 1]);
  expect([barBeside(lanes, first, 1, 'right'), barBeside(lanes, first, 0, 'left')]).toEqual([1, 0]);
  expect([barBeside(lanes, first, 0, 'down'), barBeside(lanes, first, 2, 'up')]).toEqual([2, 0]);
  // No other rank has it.
  expect(barBeside(lanes, first, 1, 'down')).toBe(1);
});

test('zooming keeps the instant under the pointer, and ends at everything', () => {
  const wide = { startNs: 0, endNs: 100_000 };
  const zoomed = zoomedView(wide, wide, 0.5, 25_000);
  expect(zoomed).toEqual({ startNs: 12_500, endNs: 62_500 });
  expect(nsAt(layout, zoomed ?? wide, xOf(layout, zoomed ?? wide, 25_000))).toBeCloseTo(25_000, 6);
  expect(zoomedView(zoomed ?? wide, wide, 4, 25_000)).toBeUndefined();
  expect(clampedView({ startNs: 90_000, endNs: 140_000 }, wide)).toEqual({ startNs: 50_000, endNs: 100_000 });
});
