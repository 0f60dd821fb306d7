import { describe, expect, it } from 'vitest';
import type { LaneId } from '../../../../src-contract';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { ArrowList, addArrow, styleForCount } from '../../../../src-renderer/timeline/overlay/arrows';
import type { OverlayFrame } from '../../../../src-renderer/timeline/overlay/frame';
import { buildRowModel } from '../../../../src-renderer/timeline/rows/buildRows';
import { makePalette } from '../../../../src-renderer/ui/lanes/palette';
import { Scene } from '../../../../src-renderer/ui/lanes/scene';
import { group, rank, sliceLane, windowOf } from './picture';

const lanes = Array.from({ length: 40 }, (_, at) => sliceLane(10 + at));
const model = buildRowModel([rank(0, [group(1, lanes)])], { folded: new Set(), foldedRanks: new Set() });

/** 1 px a ns, the first rows on screen, 500 wide. */
function frame(): OverlayFrame {
  const scene = new Scene();
  scene.pxPerNs = 1;
  return {
    // Only drawing needs it.
    context: {} as CanvasRenderingContext2D,
    width: 500,
    height: 300,
    rulerHeight: 28,
    pixelRatio: 1,
    view: { startNs: 0, endNs: 500 },
    nsPerPx: 1,
    scrollTop: 0,
    fixedHeight: 0,
    model,
    visible: windowOf(model, 0, 12),
    data: undefined,
    scene,
    offsetX: 0,
    offsetY: 0,
    theme: themes.light,
    palette: makePalette(themes.light),
  };
}

function arrow(fromNs: number, toNs: number, fromLane = 10, toLane = 12, withThrough = false): ArrowList {
  const list = new ArrowList();
  const ends = { fromNs, toNs, fromLane: fromLane as LaneId, toLane: toLane as LaneId, fromRow: 0, toRow: 0 };
  addArrow(list, frame(), ends, 3, withThrough);
  return list;
}

describe('arrows', () => {
  it('go from slice to slice', () => {
    const list = arrow(100, 200);
    expect([list.count, list.fromX[0], list.toX[0], list.weight[0]]).toEqual([1, 100, 200, 3]);
    expect(list.toY[0]).toBeGreaterThan(list.fromY[0]);
  });

  it('begin and end at the edges of their rows, not over the names', () => {
    const down = arrow(100, 200);
    const up = arrow(100, 200, 12, 10);
    const height = model.rows[2]!.height;
    expect(down.toY[0]! - down.fromY[0]!).toBeLessThan(height * 2 - 2);
    expect(down.fromY[0]).toBe(up.toY[0]);
    expect(down.toY[0]).toBe(up.fromY[0]);
    // In the same row from middle to middle.
    const level = arrow(100, 200, 10, 10);
    expect(level.fromY[0]).toBe(level.toY[0]);
    expect(level.fromY[0]).toBeLessThan(down.fromY[0]!);
  });

  it('to what is not on screen point there, and stay near the edge', () => {
    const right = arrow(100, 1e9);
    expect(right.count).toBe(1);
    expect(right.toX[0]).toBeLessThan(600);
    const below = arrow(100, 200, 10, 49);
    expect(below.count).toBe(1);
    expect(below.toY[0]).toBeGreaterThan(300);
    expect(below.toY[0]).toBeLessThan(350);
  });

  it('that lie beyond one edge are left out', () => {
    expect(arrow(-300, -10).count).toBe(0);
    expect(arrow(600, 700).count).toBe(0);
    expect(arrow(100, 200, 45, 49)).toMatchObject({ count: 0, throughCount: 0 });
    expect(arrow(100, 200, 10, 999).count).toBe(0);
  });

  it('that only pass through are counted, and added where asked for', () => {
    expect(arrow(-1000, 1000)).toMatchObject({ count: 0, throughCount: 3 });
    expect(arrow(-1000, 1000, 10, 12, true)).toMatchObject({ count: 1, throughCount: 3 });
    expect(arrow(-1000, 100).throughCount).toBe(0);
  });

  it('fade the more there are', () => {
    const opacities = [1, 100, 1000, 100_000].map((count) => styleForCount(count, '#000').opacity);
    expect(opacities).toEqual([...opacities].sort((a, b) => b - a));
    expect(opacities.at(-1)).toBeGreaterThan(0.1);
  });
});
