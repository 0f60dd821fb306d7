import { describe, expect, it } from 'vitest';
import { hitTest } from '../../../../../src-renderer/timeline/data/hitTest';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { metrics } from '../../../../../src-renderer/timeline/rows/metrics';
import { counterLane, foldedBusy, group, pictureLane, pictureWindow, rank, sliceLane } from '../picture';

const unfolded = { folded: new Set<never>(), foldedRanks: new Set<number>() };
const model = buildRowModel([rank(0, [group(1, [sliceLane(pictureLane, 2)])])], unfolded);
const laneTop = model.rows[2].top + metrics.rowPadding;

function quadAt(rows: readonly string[], ns: number, row = 0, nsPerPx = 1): number | undefined {
  const y = laneTop + row * metrics.sliceRow + 5;
  const hit = hitTest({ model, data: pictureWindow(rows), y, ns, nsPerPx });
  return hit?.kind === 'quad' ? hit.quad : undefined;
}

describe('slices under the pointer', () => {
  it('are found by time and row', () => {
    const rows = ['AAAA..BB', '.CC.....'];
    expect(quadAt(rows, 20)).toBe(0);
    expect(quadAt(rows, 65)).toBe(1);
    expect(quadAt(rows, 20, 1)).toBe(2);
    expect(quadAt(rows, 50)).toBeUndefined();
    expect(quadAt(rows, 45, 1)).toBeUndefined();
  });

  it('are met within the tolerance', () => {
    expect(quadAt(['..A'], 18)).toBe(0);
    expect(quadAt(['..A'], 15)).toBeUndefined();
  });

  it('that have no length win over the wide one they touch', () => {
    expect(quadAt(['AAAA!BBBB'], 41)).toBe(1);
    expect(quadAt(['AAAA!BBBB'], 60)).toBe(2);
  });

  it('are not found beside the rows, or without data', () => {
    expect(hitTest({ model, data: undefined, y: laneTop, ns: 0, nsPerPx: 1 })).toBeUndefined();
    expect(hitTest({ model, data: pictureWindow(['A']), y: -5, ns: 0, nsPerPx: 1 })).toBeUndefined();
  });
});

describe('counters under the pointer', () => {
  const lane = counterLane(pictureLane, 2);
  const counterModel = buildRowModel([rank(0, [group(1, [lane])])], unfolded);
  const data = pictureWindow([], undefined, {
    counters: [0, 1].map((series) => ({
      lane: pictureLane,
      series,
      startNs: Float64Array.of(10, 100),
      minValue: Float64Array.of(1, 2),
      maxValue: Float64Array.of(1, 2),
      lastValue: Float64Array.of(1, 2),
    })),
  });
  const at = (ns: number, series: number) => {
    const row = counterModel.rows[2];
    const y = row.top + metrics.rowPadding + (series + 0.5) * metrics.counterStrip;
    const hit = hitTest({ model: counterModel, data, y, ns, nsPerPx: 1 });
    return hit?.kind === 'counter' ? [hit.curve.series, hit.step] : undefined;
  };

  it('give the series and the step that holds there', () => {
    expect(at(50, 0)).toEqual([0, 0]);
    expect(at(100, 1)).toEqual([1, 1]);
    expect(at(5, 0)).toBeUndefined();
    expect(at(1001, 0)).toBeUndefined();
  });
});

describe('folded rows under the pointer', () => {
  it('of a rank tell compute and what no compute hides', () => {
    const parts = (['computing', 'exposed', 'free'] as const).map((timePart, i) => sliceLane(50 + i, 1, { timePart }));
    const model = buildRowModel([rank(0, [{ ...group(1, parts), kind: 'overlap' }])], {
      folded: new Set(),
      foldedRanks: new Set(),
    });
    const shares = [[102], [51], [102]];
    const data = pictureWindow([], undefined, {
      folded: parts.map(({ id }, i) => foldedBusy(shares[i], { lane: id })),
    });
    expect(hitTest({ model, data, y: 5, ns: 0.5, nsPerPx: 1 })).toMatchObject({
      kind: 'folded',
      busyShare: expect.closeTo(0.6, 10),
    });
  });

  it('tell how busy the pixel is', () => {
    const folded = buildRowModel([rank(0, [group(pictureLane, [sliceLane(11)])])], {
      folded: new Set([pictureLane]),
      foldedRanks: new Set(),
    });
    const data = pictureWindow([], undefined, { folded: [foldedBusy([0, 51, 255])] });
    const y = folded.rows[1].top + 5;
    expect(hitTest({ model: folded, data, y, ns: 1.5, nsPerPx: 1 })).toMatchObject({ kind: 'folded', busyShare: 0.2 });
    expect(hitTest({ model: folded, data, y, ns: 500, nsPerPx: 1 })).toMatchObject({ kind: 'folded', busyShare: 0 });
  });

  it('tell nothing of time where only counters are folded', () => {
    const folded = buildRowModel([rank(0, [group(pictureLane, [counterLane(11, 2)])])], {
      folded: new Set([pictureLane]),
      foldedRanks: new Set(),
    });
    const data = pictureWindow([], undefined, {});
    const hit = hitTest({ model: folded, data, y: folded.rows[1].top + 5, ns: 1.5, nsPerPx: 1 });
    expect(hit).toMatchObject({ kind: 'folded', busyShare: undefined });
  });
});
