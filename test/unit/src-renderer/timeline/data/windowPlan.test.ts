import { describe, expect, it } from 'vitest';
import type { LaneId } from '../../../../../src-contract';
import { type PlanInput, planWindow } from '../../../../../src-renderer/timeline/data/windowPlan';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { metrics } from '../../../../../src-renderer/timeline/rows/metrics';
import { rowWindow } from '../../../../../src-renderer/timeline/rows/rows';
import { group, rank, sliceLane, windowOf } from '../picture';

const ranks = [rank(0, [group(1, [sliceLane(10), sliceLane(11), sliceLane(12)])], { startNs: 0, endNs: 1e9 })];
const model = buildRowModel(ranks, { folded: new Set(), foldedRanks: new Set() });

function input(rest: Partial<PlanInput> = {}): PlanInput {
  return {
    view: { startNs: 4e8, endNs: 5e8 },
    width: 1000,
    pixelRatio: 1,
    model,
    visible: windowOf(model, 2, 3),
    around: windowOf(model, 1, 4),
    ranks,
    clock: 0,
    zoom: 'rest',
    ...rest,
  };
}

describe('the window of data', () => {
  it('is three views wide, at a power of two of ns a pixel, for the rows around', () => {
    const request = planWindow(input(), undefined);
    expect(request).toMatchObject({ nsPerPixel: 65_536, lanes: [10, 11], folded: [] });
    expect(request?.startNs).toBeLessThanOrEqual(3e8);
    expect(request?.endNs).toBeGreaterThanOrEqual(6e8);
    expect((request?.startNs ?? 0.5) % 65_536).toBe(0);
  });

  it('is not asked for again while panning and zooming a little inside it', () => {
    const have = planWindow(input(), undefined);
    expect(planWindow(input(), have)).toBeUndefined();
    expect(planWindow(input({ view: { startNs: 4.5e8, endNs: 5.5e8 } }), have)).toBeUndefined();
    expect(planWindow(input({ view: { startNs: 4.1e8, endNs: 4.9e8 } }), have)).toBeUndefined();
  });

  it('is asked for before the view reaches its edge, at another zoom, and for other lanes', () => {
    const have = planWindow(input(), undefined);
    expect(planWindow(input({ view: { startNs: 4.8e8, endNs: 5.8e8 } }), have)).toBeDefined();
    expect(planWindow(input({ view: { startNs: 4.4e8, endNs: 4.6e8 } }), have)).toBeDefined();
    expect(planWindow(input({ visible: windowOf(model, 2, 5) }), have)).toBeDefined();
  });

  it('is asked for again when a rank was read further', () => {
    const have = planWindow(input(), undefined);
    expect(planWindow(input({ ranks: [rank(0, [], { generation: 2, endNs: 1e9 })] }), have)).toBeDefined();
  });

  it('is asked for again by another clock, with further groups and further ranks, and not where only a status differs', () => {
    const have = planWindow(input(), undefined);
    const [own] = ranks;
    const isAsked = (rest: Partial<PlanInput>) => planWindow(input(rest), have) !== undefined;
    expect(isAsked({ clock: 1 })).toBe(true);
    expect(isAsked({ ranks: [{ ...own, groups: [...own.groups, group(9, [sliceLane(90)])] }] })).toBe(true);
    expect(isAsked({ ranks: [own, rank(1, [])] })).toBe(true);
    expect(isAsked({ ranks: [{ ...own, status: 'unread' }] })).toBe(false);
  });

  it('need not reach beyond the ends of the dump', () => {
    const atStart = { startNs: -1e7, endNs: 9e7 };
    const have = planWindow(input({ view: atStart }), undefined);
    expect(planWindow(input({ view: { startNs: -4e7, endNs: 6e7 } }), have)).toBeUndefined();
  });

  it('asks for folded groups and ranks as such', () => {
    const folded = buildRowModel(ranks, { folded: new Set([1 as LaneId]), foldedRanks: new Set() });
    expect(planWindow(input({ model: folded, around: windowOf(folded, 0, 2) }), undefined)).toMatchObject({
      lanes: [],
      folded: [1],
    });
    const rankFolded = buildRowModel(ranks, { folded: new Set(), foldedRanks: new Set([0]) });
    expect(planWindow(input({ model: rankFolded, around: windowOf(rankFolded, 0, 1) }), undefined)).toMatchObject({
      folded: [1],
    });
  });

  it('is of the rows of slices around only, where a lane is taller', () => {
    const tall = buildRowModel([rank(0, [group(1, [sliceLane(10, 100_000), sliceLane(11)])])], {
      folded: new Set(),
      foldedRanks: new Set(),
    });
    const top = (row: number) => tall.rows[2].top + metrics.rowPadding + row * metrics.denseSliceRow;
    const at = (row: number) =>
      input({
        model: tall,
        visible: rowWindow(tall, top(row), top(row + 50)),
        around: rowWindow(tall, top(row - 50), top(row + 100)),
      });
    const have = planWindow(at(5000), undefined);
    expect(have).toMatchObject({ lanes: [10], rows: [{ lane: 10, first: 4950, end: 5100 }] });
    expect(planWindow(at(5040), have)).toBeUndefined();
    expect(planWindow(at(5051), have)).toMatchObject({ rows: [{ lane: 10, first: 5001, end: 5151 }] });
    expect(planWindow(at(4949), have)).toBeDefined();
  });

  it('is small while the zoom moves, and whole once it rests', () => {
    const brief = planWindow(input({ zoom: 'in' }), undefined);
    expect(brief).toMatchObject({ lanes: [10] });
    expect((brief?.endNs ?? 0) - (brief?.startNs ?? 0)).toBeLessThan(1.5e8);
    expect(planWindow(input({ zoom: 'in' }), brief)).toBeUndefined();
    const settled = planWindow(input(), brief);
    expect(settled).toMatchObject({ lanes: [10, 11] });
    expect(planWindow(input(), settled)).toBeUndefined();
    expect(planWindow(input({ zoom: 'in' }), settled)).toBeUndefined();
  });

  it('is asked for ahead while zooming out, and serves until the view is twice as long', () => {
    const zoomed = (factor: number) =>
      input({ zoom: 'out', view: { startNs: 4.5e8 - 5e6 * factor, endNs: 4.5e8 + 5e6 * factor } });
    const settled = planWindow({ ...zoomed(1), zoom: 'rest' }, undefined);
    expect(planWindow(zoomed(1.1), settled), 'what is there reaches further than the view').toBeUndefined();
    const ahead = planWindow(zoomed(2.2), settled);
    expect(ahead).toMatchObject({ lanes: [10], nsPerPixel: 2 * 16_384 });
    expect((ahead?.endNs ?? 0) - (ahead?.startNs ?? 0)).toBeGreaterThan(3 * 2.2e7);
    for (const factor of [2.3, 3, 4]) expect(planWindow(zoomed(factor), ahead), `× ${factor}`).toBeUndefined();
    expect(planWindow(zoomed(4.8), ahead)).toMatchObject({ nsPerPixel: 2 * 32_768 });
    expect(planWindow({ ...zoomed(2.2), zoom: 'rest' }, ahead)).toMatchObject({ nsPerPixel: 16_384 });
    expect(planWindow({ ...zoomed(2.2), zoom: 'in' }, ahead)).toMatchObject({ nsPerPixel: 16_384 });
  });

  it('names slices as narrow on screen while zooming out as at rest', () => {
    const atRest = planWindow(input(), undefined);
    const out = planWindow(input({ zoom: 'out' }), undefined);
    const narrowestNs = (request: typeof out) => (request?.labelMinPixels ?? 0) * (request?.nsPerPixel ?? 0);
    expect(narrowestNs(out)).toBeLessThanOrEqual(narrowestNs(atRest));
  });

  it('asks nothing without a size or rows', () => {
    expect(planWindow(input({ width: 0 }), undefined)).toBeUndefined();
    expect(planWindow(input({ around: windowOf(model, 0, 0) }), undefined)).toBeUndefined();
  });
});
