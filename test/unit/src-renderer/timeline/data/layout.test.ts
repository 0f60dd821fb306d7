import { describe, expect, it } from 'vitest';
import type { CounterCurve, RankState } from '../../../../../src-contract';
import { themes } from '../../../../../src-renderer/base/theme/themes';
import type { DataWindow } from '../../../../../src-renderer/timeline/data/dataWindow';
import { counterStrip, layoutScene } from '../../../../../src-renderer/timeline/data/layout';
import { buildRowModel } from '../../../../../src-renderer/timeline/rows/buildRows';
import { metrics } from '../../../../../src-renderer/timeline/rows/metrics';
import { type RowModel, rowWindow } from '../../../../../src-renderer/timeline/rows/rows';
import { busyLevels, makePalette, sliceColourIndex } from '../../../../../src-renderer/ui/lanes/palette';
import { Scene } from '../../../../../src-renderer/ui/lanes/scene';
import type { Quad } from '../../../../fixtures/quadList';
import { counterLane, foldedBusy, group, pictureLane, pictureWindow, rank, sliceLane, windowOf } from '../picture';

const palette = makePalette(themes.light);
const unfolded = { folded: new Set<never>(), foldedRanks: new Set<number>() };

function layout(model: RowModel, data: DataWindow | undefined, pxPerNs: number, minX = 0, maxX = 400): Scene {
  const scene = new Scene();
  layoutScene(scene, {
    model,
    rows: windowOf(model, 0, model.rows.length),
    data,
    palette,
    pixelRatio: 1,
    originNs: 0,
    pxPerNs,
    minX,
    maxX,
  });
  return scene;
}

function laneModel(rowCount: number): RowModel {
  return buildRowModel([rank(0, [group(1, [sliceLane(pictureLane, rowCount)])])], unfolded);
}

/** The rectangles of the bands that have any, as [x, end] pairs. */
function rectsByBand(scene: Scene): (readonly [number, number])[][] {
  const bands: (readonly [number, number])[][] = [];
  for (let band = 0; band < scene.bandCount; band++) {
    const rects: (readonly [number, number])[] = [];
    for (let rect = scene.bandFirstRect[band]; rect < scene.bandFirstRect[band + 1]; rect++) {
      rects.push([scene.rectX[rect], scene.rectEnd[rect]]);
    }
    if (rects.length > 0) bands.push(rects);
  }
  return bands;
}

function rowRects(picture: string, pxPerNs: number, minX = 0, maxX = 400) {
  return rectsByBand(layout(laneModel(1), pictureWindow([picture]), pxPerNs, minX, maxX))[0] ?? [];
}

function colourOf(colour: number, level: number, parity = 0): number {
  return palette.slices[sliceColourIndex(parity, colour, level)];
}

describe('bands', () => {
  it('of a lane taller than the window are those of its rows in the window', () => {
    const model = laneModel(1_000_000);
    const rows = rowWindow(model, 600_000, 600_600);
    const scene = new Scene();
    layoutScene(scene, {
      model,
      rows,
      data: undefined,
      palette,
      pixelRatio: 1,
      originNs: 0,
      pxPerNs: 1,
      minX: 0,
      maxX: 10,
    });
    expect([scene.minY, scene.maxY]).toEqual([600_000, 600_600]);
    expect(scene.bandCount).toBeLessThan(60);
    const last = scene.bandCount - 1;
    expect(scene.bandY[1]).toBeLessThanOrEqual(600_000);
    expect(scene.bandY[last]).toBeGreaterThanOrEqual(600_600);
  });

  it('tile the rows without gap or overlap, at any pixel ratio', () => {
    const model = buildRowModel(
      [rank(0, [group(1, [sliceLane(10, 3), counterLane(11, 2)])]), rank(1, [group(2, [sliceLane(12)])])],
      { folded: new Set(), foldedRanks: new Set([1]) },
    );
    for (const pixelRatio of [1, 1.25, 1.5, 2]) {
      const scene = new Scene();
      const rows = windowOf(model, 0, model.rows.length);
      const place = { originNs: 0, pxPerNs: 1, minX: 0, maxX: 10 };
      layoutScene(scene, { model, rows, data: undefined, palette, pixelRatio, ...place });
      let y = 0;
      for (let band = 0; band < scene.bandCount; band++) {
        expect(scene.bandY[band]).toBe(y);
        expect(scene.bandFillHeight[band]).toBeLessThanOrEqual(scene.bandHeight[band]);
        y += scene.bandHeight[band];
      }
      expect(y).toBe(Math.round(model.totalHeight * pixelRatio));
    }
  });
});

describe('rows of slices', () => {
  it('draw each slice from its start to its end', () => {
    expect(rowRects('AA..B', 1)).toEqual([
      [0, 20],
      [40, 50],
    ]);
  });

  it('part wide neighbours that touch by one pixel', () => {
    expect(rowRects('AABB', 1)).toEqual([
      [0, 19],
      [20, 40],
    ]);
    // B is three pixels wide and keeps them; C gives up its first one.
    expect(rowRects('BCCCC', 0.3)).toEqual([
      [0, 3],
      [4, 15],
    ]);
  });

  it('give every slice narrower than a pixel a pixel', () => {
    expect(rowRects('A.........B', 0.05)).toEqual([
      [0, 1],
      [5, 6],
    ]);
  });

  it('blend what shares a pixel, and never draw two rectangles over one another', () => {
    const rects = rowRects('ABCDEF..GGGGGGGGGGGGH', 0.03);
    for (let at = 1; at < rects.length; at++) expect(rects[at][0]).toBeGreaterThanOrEqual(rects[at - 1][1]);
    const scene = layout(laneModel(1), pictureWindow(['AB']), 0.02);
    expect(scene.rectCount).toBe(1);
    // Two slices of 0.2 pixels: less than full, more than nothing; the first of the longest gives the hue.
    expect(scene.rectColour[0]).toBe(colourOf(65, Math.round(0.4 * (busyLevels - 1))));
  });

  it('that are runs have no gap between them where less than a pixel is free, as there is none within', () => {
    const runs = (freeNs: number, sliceCount: number) => {
      const change = (quad: Quad) => ({ ...quad, endNs: quad.endNs - freeNs, sliceCount });
      return rectsByBand(layout(laneModel(1), pictureWindow(['AAABBBCCC'], change, {}, 10), 0.1))[0];
    };
    expect(runs(6, 9).flat()).toEqual([0, 3, 3, 6, 6, 8]);
    expect(runs(10, 9).flat()).toEqual([0, 2, 3, 5, 6, 8]);
    expect(runs(6, 1).flat()).toEqual([0, 2, 3, 5, 6, 8]);
  });

  it('draw a merged quad as faint as it is idle', () => {
    const merged = pictureWindow(['AAAA'], (quad) => ({ ...quad, sliceCount: 9, busy: 255 * 0.6 }));
    expect(layout(laneModel(1), merged, 1).rectColour[0]).toBe(colourOf(65, Math.round(0.6 * (busyLevels - 1))));
  });

  it('mark a slice of no length with a tick and, where there is room, a diamond', () => {
    const alone = layout(laneModel(1), pictureWindow(['A...!...B']), 1);
    expect(rectsByBand(alone)[0]).toContainEqual([40, 41]);
    expect(alone.spotCount).toBeGreaterThan(0);
    for (let spot = 0; spot < alone.spotCount; spot++) {
      expect((alone.spotX[spot] + alone.spotEnd[spot]) / 2).toBe(40.5);
    }
    const crowded = layout(laneModel(1), pictureWindow(['AAAA!BBBB'.replace('!', '!')]), 0.15);
    expect(crowded.spotCount).toBe(0);
  });

  it('clip to the part asked for, without losing what reaches into it', () => {
    expect(rowRects('AAAAAAAAAAAA', 1, 30, 60)).toEqual([[30, 60]]);
    expect(rowRects('AA......CC', 1, 30, 60)).toEqual([]);
    const far = pictureWindow(['A'], (quad) => ({ ...quad, startNs: -1e15, endNs: 1e15 }));
    expect(rectsByBand(layout(laneModel(1), far, 1000, -5, 5))).toEqual([[[-5, 5]]]);
  });

  it('keep the rows of a lane apart', () => {
    const scene = layout(laneModel(2), pictureWindow(['AAAA', '.BB.']), 1);
    expect(rectsByBand(scene)).toEqual([[[0, 40]], [[10, 30]]]);
    const bands = Array.from({ length: scene.bandCount }, (_, band) => band).filter(
      (band) => scene.bandFirstRect[band + 1] > scene.bandFirstRect[band],
    );
    expect(scene.bandY[bands[1]] - scene.bandY[bands[0]]).toBe(metrics.sliceRow);
  });

  it('offer labels only where a single slice is wide enough', () => {
    const scene = layout(laneModel(1), pictureWindow(['AAAAA.BB']), 1);
    expect(scene.labelCount).toBe(1);
    expect([scene.labelX[0], scene.labelEnd[0], scene.labelSlice[0]]).toEqual([0, 50, 0]);
  });
});

describe('folded lanes', () => {
  const foldedModel = () =>
    buildRowModel([rank(0, [group(pictureLane, [sliceLane(11, 2)])])], {
      folded: new Set([pictureLane]),
      foldedRanks: new Set(),
    });

  it('join pixels that are alike and leave idle ones out', () => {
    const data = pictureWindow([], undefined, { folded: [foldedBusy([255, 255, 255, 0, 0, 130, 130, 255])] });
    expect(rectsByBand(layout(foldedModel(), data, 1))).toEqual([
      [
        [0, 3],
        [5, 7],
        [7, 8],
      ],
    ]);
  });

  it('show the busiest of several bins in one pixel', () => {
    const data = pictureWindow([], undefined, { folded: [foldedBusy([20, 255, 20, 0, 0, 0, 0, 0, 10, 10])] });
    const scene = layout(foldedModel(), data, 0.25);
    expect(rectsByBand(scene)).toEqual([
      [
        [0, 1],
        [2, 3],
      ],
    ]);
    expect(scene.rectColour[0]).toBe(colourOf(0, busyLevels - 1));
  });

  it('draw one strip for each group of a folded rank', () => {
    const ranks: RankState[] = [rank(0, [group(1, [sliceLane(10)]), group(2, [sliceLane(11)]), group(3, [])])];
    const model = buildRowModel(ranks, { folded: new Set(), foldedRanks: new Set([0]) });
    const strips = [ranks[0].groups[0].id, ranks[0].groups[1].id];
    const folded = strips.map((lane) => foldedBusy([255, 0, 255], { lane }));
    expect(rectsByBand(layout(model, pictureWindow([], undefined, { folded }), 1))).toHaveLength(2);
  });
});

describe('the strip of a rank', () => {
  const parts = (['computing', 'exposed', 'free'] as const).map((timePart, i) => sliceLane(50 + i, 1, { timePart }));
  const ranks: RankState[] = [rank(0, [{ ...group(1, parts), kind: 'overlap' }, group(2, [sliceLane(9)])])];

  it('fills each pixel with its shares, compute at the bottom, whether it is folded or not', () => {
    const shares = [
      [255, 153, 0],
      [0, 51, 0],
      [0, 51, 255],
    ];
    const folded = parts.map(({ id }, i) => foldedBusy(shares[i], { lane: id, colour: new Uint8Array(3).fill(i + 1) }));
    for (const foldedRanks of [new Set<number>(), new Set([0])]) {
      const model = buildRowModel(ranks, { folded: new Set(), foldedRanks });
      expect(model.rows[0].height).toBe(metrics.rankHeight);
      const scene = layout(model, pictureWindow([], undefined, { folded }), 1, 0, 3);
      const [top, bottom] = [2 * metrics.rowPadding, metrics.rankHeight - 2 * metrics.rowPadding];
      const height = bottom - top;
      const spots = Array.from({ length: scene.spotCount }, (_, spot) => [
        palette.slices.indexOf(scene.spotColour[spot]) >= 0 &&
          [1, 2, 3].find((hue) => scene.spotColour[spot] === colourOf(hue, busyLevels - 1)),
        scene.spotX[spot],
        scene.spotEnd[spot],
        scene.spotY[spot],
        scene.spotBottom[spot],
      ]);
      // 60 %, 20 % and 20 % of sixteen pixels, each edge rounded.
      const [first, second] = [bottom - Math.round(0.6 * height), bottom - Math.round(0.8 * height)];
      expect(spots.sort((a, b) => Number(a[1]) - Number(b[1]) || Number(b[4]) - Number(a[4]))).toEqual([
        [1, 0, 1, top, bottom],
        [1, 1, 2, first, bottom],
        [2, 1, 2, second, first],
        [3, 1, 2, top, second],
        [3, 2, 3, top, bottom],
      ]);
    }
  });
});

describe('counters', () => {
  const lane = counterLane(pictureLane, 1);
  const model = buildRowModel([rank(0, [group(1, [lane])])], unfolded);
  const curve = (starts: number[], values: number[], rest: Partial<CounterCurve> = {}): CounterCurve => ({
    lane: pictureLane,
    series: 0,
    startNs: Float64Array.from(starts),
    minValue: Float64Array.from(values),
    maxValue: Float64Array.from(values),
    lastValue: Float64Array.from(values),
    ...rest,
  });

  /** Pixel rows of the line in column `x`: [top, bottom). */
  function lineAt(scene: Scene, x: number): readonly [number, number] | undefined {
    for (let spot = 0; spot < scene.spotCount; spot++) {
      const isLine = palette.counterLine.includes(scene.spotColour[spot]);
      if (isLine && scene.spotX[spot] <= x && scene.spotEnd[spot] > x)
        return [scene.spotY[spot], scene.spotBottom[spot]];
    }
    return undefined;
  }

  it('hold a value until the next, from the bottom for zero to the top for the greatest', () => {
    const data = pictureWindow([], undefined, { counters: [curve([0, 50, 100], [0, 10, 5])] });
    const scene = layout(model, data, 1);
    const row = model.rows[2];
    if (row.kind !== 'counter') throw new Error('the third row is the counter');
    const { top, bottom } = counterStrip(row, 0, 1);
    expect(lineAt(scene, 20)).toEqual([bottom - 1, bottom]);
    expect(lineAt(scene, 70)).toEqual([top, top + 1]);
    // The step is a full column.
    expect(lineAt(scene, 50)).toEqual([top, bottom]);
    const middle = lineAt(scene, 150)?.[0] ?? 0;
    expect(Math.abs(middle - (top + bottom - 1) / 2)).toBeLessThanOrEqual(1);
  });

  it('keep a peak that lasted less than a pixel', () => {
    const peak = { minValue: Float64Array.of(0, 0, 0), maxValue: Float64Array.of(0, 10, 0) };
    const data = pictureWindow([], undefined, { counters: [curve([0, 500, 501], [0, 0, 0], peak)] });
    const scene = layout(model, data, 0.1);
    const [top, bottom] = lineAt(scene, 50) ?? [0, 0];
    expect(bottom - top).toBeGreaterThan(metrics.counterSingleStrip / 2);
  });
});
