import { describe, expect, it } from 'vitest';
import { themes } from '../../../../../src-renderer/base/theme/themes';
import { movedWithin, zoomedWithin } from '../../../../../src-renderer/base/timeRange';
import { layoutShares } from '../../../../../src-renderer/ui/lanes/layoutShares';
import { layoutScale, layoutSliceRow } from '../../../../../src-renderer/ui/lanes/layoutSlices';
import { busyLevels, makePalette, sliceColourIndex } from '../../../../../src-renderer/ui/lanes/palette';
import { nsAtX, plotLayout, RULER_HEIGHT, rowAtY, rowY, xAtNs } from '../../../../../src-renderer/ui/lanes/plotLayout';
import { Scene } from '../../../../../src-renderer/ui/lanes/scene';
import { sliceNear } from '../../../../../src-renderer/ui/lanes/slices';

const shape = { labelWidth: 100, leastRowHeight: 7, mostRowHeight: 24 };
const size = { width: 408, height: RULER_HEIGHT + 300 };

describe('where lanes stand', () => {
  it('few are as high as they may be, many scroll', () => {
    const few = plotLayout(size, [1, 2, 1], shape, 50);
    expect([few.rowHeight, few.maxScroll, few.scroll, few.width]).toEqual([24, 0, 0, 300]);
    expect([...few.laneTops]).toEqual([0, 26, 76, 102]);
    const many = plotLayout(size, new Array<number>(256).fill(1), shape, 5000);
    expect([many.rowHeight, many.maxScroll, many.scroll]).toEqual([7, 9 * 256 - 300, 9 * 256 - 300]);
    expect(rowY(many, 256, 0)).toBe(RULER_HEIGHT + 300);
  });

  it('each row is found by its pixels, and nothing in the ruler or below the last', () => {
    const layout = plotLayout(size, [1, 2, 1], shape, 0);
    for (const [lane, rows] of [1, 2, 1].entries()) {
      for (let row = 0; row < rows; row++) {
        const y = rowY(layout, lane, row);
        expect([rowAtY(layout, y), rowAtY(layout, y + 23)]).toEqual([
          { lane, row },
          { lane, row },
        ]);
      }
    }
    expect([rowAtY(layout, RULER_HEIGHT - 1), rowAtY(layout, RULER_HEIGHT + 102)]).toEqual([undefined, undefined]);
  });
});

describe('zooming and moving within an extent', () => {
  const wide = { startNs: 0, endNs: 100_000 };

  it('keeps the instant under the pointer, and ends at everything', () => {
    const zoomed = zoomedWithin(wide, wide, 0.5, 25_000);
    expect(zoomed).toEqual({ startNs: 12_500, endNs: 62_500 });
    const layout = plotLayout(size, [1], shape, 0);
    expect(nsAtX(layout, zoomed ?? wide, xAtNs(layout, zoomed ?? wide, 25_000))).toBeCloseTo(25_000, 6);
    expect(zoomedWithin(zoomed ?? wide, wide, 4, 25_000)).toBeUndefined();
  });

  it('is never shorter than ten ns and never leaves the extent', () => {
    expect(zoomedWithin(wide, wide, 1e-9, 50_000)).toEqual({ startNs: 49_995, endNs: 50_005 });
    expect(movedWithin({ startNs: 40_000, endNs: 90_000 }, wide, 50_000)).toEqual({ startNs: 50_000, endNs: 100_000 });
  });
});

it('the slice at a point is the one there, else one within three pixels; a narrow one wins over a wide neighbour', () => {
  const columns = { startNs: Float64Array.of(0, 220, 281), endNs: Float64Array.of(150, 280, 282) };
  const at = (ns: number) => sliceNear(columns, 0, 3, ns, 1);
  expect([at(75), at(152), at(218), at(180), at(250), at(280)]).toEqual([0, 0, 1, undefined, 1, 2]);
});

function scene(pixels: number, pxPerNs: number): Scene {
  const made = new Scene();
  made.clear();
  made.pxPerNs = pxPerNs;
  made.maxX = pixels;
  made.addBand(0, 10, 10, 0);
  return made;
}

const palette = makePalette(themes.light);

describe('rows of shares', () => {
  /** What is filled, by an independent way: pixel by pixel, whichever spot covers it. */
  function filled(made: Scene, x: number, y: number): number | undefined {
    for (let spot = 0; spot < made.spotCount; spot++) {
      const isIn = made.spotX[spot]! <= x && x < made.spotEnd[spot]!;
      if (isIn && made.spotY[spot]! <= y && y < made.spotBottom[spot]!) return made.spotColour[spot];
    }
    return undefined;
  }
  const columns = {
    startNs: 0,
    columnNs: 10,
    parts: [
      { values: [1, 0.5, 0, 0], colour: 48 },
      { values: [0, 0.3, 0, 0.4], colour: 64 },
    ],
  };
  const [first, second] = [48, 64].map((colour) => palette.slices[sliceColourIndex(0, colour, busyLevels - 1)]);

  it('stand on one another, each as high as its share', () => {
    const made = scene(40, 1);
    layoutShares(made, columns, palette);
    const heights = [0, 1, 2, 3].map((column) => {
      const pixels = Array.from({ length: 10 }, (_, y) => filled(made, column * 10 + 5, y));
      return [first, second].map((colour) => pixels.filter((own) => own === colour).length);
    });
    expect(heights).toEqual([
      [10, 0],
      [5, 3],
      [0, 0],
      [0, 4],
    ]);
    expect(filled(made, 15, 9)).toBe(first);
    expect(filled(made, 15, 2)).toBe(second);
  });

  it('show the mean where several columns share a pixel, and nothing beside the columns', () => {
    const made = scene(4, 0.05);
    layoutShares(made, columns, palette);
    const count = (x: number) => Array.from({ length: 10 }, (_, y) => filled(made, x, y)).filter(Boolean).length;
    // Means of (1, 0.5 + 0.3) and of (0, 0.4): 0.9 and 0.2.
    expect([count(0), count(1), count(2), count(3)]).toEqual([9, 2, 0, 0]);
  });
});

it('a slice that steps back has a paler colour and no name', () => {
  const columns = {
    startNs: Float64Array.of(0, 100),
    endNs: Float64Array.of(100, 200),
    sliceCount: [1, 1],
    busy: [255, 0],
    colour: [48, 48],
  };
  const made = scene(200, 1);
  layoutSliceRow(made, columns, { first: 0, end: 2, group: 7, nsPerPixel: 0 }, 0, layoutScale(palette, 1));
  expect([...made.rectColour.subarray(0, made.rectCount)]).toEqual([
    palette.slices[sliceColourIndex(0, 48, busyLevels - 1)],
    palette.slices[sliceColourIndex(0, 48, 0)],
  ]);
  expect([made.labelCount, made.labelSlice[0], made.labelGroup[0]]).toEqual([1, 0, 7]);
});
