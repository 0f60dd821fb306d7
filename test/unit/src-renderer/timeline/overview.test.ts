import { expect, test } from 'vitest';
import { HUE_CLASSES, type RankIndex } from '../../../../src-contract';
import { packedToHex } from '../../../../src-renderer/base/theme/colour';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { drawOverview } from '../../../../src-renderer/timeline/overview/drawOverview';
import { stepBeside } from '../../../../src-renderer/timeline/overview/goToStep';
import { centredView, draggedView, zoneAt } from '../../../../src-renderer/timeline/overview/windowGesture';

/** Of the bars below the line of the steps, CSS pixels. */
const BUSY_HEIGHT = 12;

test('a window has edges to be resized by and a middle to be dragged by, however narrow it is', () => {
  const zones = (left: number, right: number, xs: readonly number[]) => xs.map((x) => zoneAt(x, left, right));
  expect(zones(100, 200, [94, 95, 105, 106, 150, 194, 195, 205, 206])).toEqual([
    'outside',
    'start',
    'start',
    'inside',
    'inside',
    'inside',
    'end',
    'end',
    'outside',
  ]);
  expect(zones(100, 104, [97, 102, 107])).toEqual(['start', 'inside', 'end']);
  // What is wide as the strip can be pressed everywhere.
  expect(zones(0, 10, [0, 5, 10])).toEqual(['start', 'inside', 'end']);
});

test('it is moved as it was pressed, and an edge that is dragged past the other changes places with it', () => {
  const view = { startNs: 100, endNs: 200 };
  expect(draggedView('inside', view, 30)).toEqual({ startNs: 130, endNs: 230 });
  expect(draggedView('outside', view, -30)).toEqual({ startNs: 70, endNs: 170 });
  expect(draggedView('start', view, 30)).toEqual({ startNs: 130, endNs: 200 });
  expect(draggedView('end', view, 30)).toEqual({ startNs: 100, endNs: 230 });
  expect(draggedView('start', view, 150)).toEqual({ startNs: 200, endNs: 250 });
  expect(draggedView('end', view, -150)).toEqual({ startNs: 50, endNs: 100 });
  expect(centredView(view, 1_000)).toEqual({ startNs: 950, endNs: 1_050 });
});

test('one goes from step to step', () => {
  const steps = [10, 11, 13].map((number, at) => ({ number, startNs: 100 * at, endNs: 100 * at + 90 }));
  const beside = (ns: number, way: 'next' | 'previous') => stepBeside(steps, ns, way)?.number;
  expect([beside(-1, 'next'), beside(50, 'next'), beside(145, 'next'), beside(245, 'next')]).toEqual([
    10,
    11,
    13,
    undefined,
  ]);
  expect([beside(245, 'previous'), beside(145, 'previous'), beside(45, 'previous')]).toEqual([11, 10, undefined]);
});

test('what is drawn of a kind adds up to what there is of it, wherever the edges of pixels lie', () => {
  const { sliceColours } = themes.light;
  const colour = packedToHex(sliceColours[16 * HUE_CLASSES.indexOf('compute')]!);
  const computing = Uint8Array.of(255, 0, 0, 51, 255, 102, 0);
  const none = new Uint8Array(computing.length);
  const overview = {
    steps: [],
    busy: { computing, communication: none, memory: none, idle: none, host: none },
    rank: 0 as RankIndex,
    range: { startNs: 100, endNs: 800 },
  };
  const drawn = (width: number) => {
    const bars: { readonly x: number; readonly height: number }[] = [];
    const own = {
      fillStyle: '',
      setTransform: () => undefined,
      fillRect: (x: number, _top: number, wide: number, height: number) => {
        if (own.fillStyle === colour) bars.push({ x, height: (wide * height) / BUSY_HEIGHT });
      },
    };
    const context = own as unknown as CanvasRenderingContext2D;
    const whole = { startNs: 0, endNs: 1_000 };
    drawOverview({ context, width, pixelRatio: 1, theme: themes.light, whole, overview, findings: [], marks: [] });
    return bars;
  };
  // 1 + 0.2 + 1 + 0.4 columns of 100 ns.
  for (const width of [3, 7, 13, 100, 777]) {
    const ns = drawn(width).reduce((sum, { height }) => sum + (height * 1_000) / width, 0);
    expect(ns).toBeCloseTo(260, 6);
  }
  // Pixels of 200 ns have 100, 0, 20 + 100 and 40 ns.
  const shares = drawn(5).map(({ x, height }) => [x, Number(height.toFixed(9))]);
  expect(shares).toEqual([
    [0, 0.5],
    [2, 0.6],
    [3, 0.2],
  ]);
});
