import { describe, expect, it } from 'vitest';
import { HUE_CLASSES } from '../../../../src-contract';
import { movedRange, zoomedRange } from '../../../../src-renderer/base/range';
import { contrast } from '../../../../src-renderer/base/theme/colour';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { windowColours } from '../../../../src-renderer/base/theme/tokens';
import { axisScale } from '../../../../src-renderer/ui/chart/axisTicks';
import { barTotals, orderedBars, partAt } from '../../../../src-renderer/ui/chart/bars/barModel';
import { chartColours } from '../../../../src-renderer/ui/chart/chartColours';
import { barData, heatMapData, lineData } from '../../../../src-renderer/ui/chart/chartData';
import type { ChartData } from '../../../../src-renderer/ui/chart/chartProps';
import { chartCsv, chartTsv } from '../../../../src-renderer/ui/chart/chartTsv';
import { heatRamp, heatScale, RAMP_STEPS } from '../../../../src-renderer/ui/chart/heat/heatColours';
import {
  boxedHeat,
  cellAt,
  cellRect,
  heatGrid,
  labelEvery,
  viewShowing,
  wholeView,
  zoomedHeat,
} from '../../../../src-renderer/ui/chart/heat/heatModel';
import { pointsAt, stackedSeries, valueScale } from '../../../../src-renderer/ui/chart/lines/lineModel';
import { firstAtLeast, pointAt, visiblePoints, yExtent } from '../../../../src-renderer/ui/chart/lines/linePoints';
import { drawnSlices } from '../../../../src-renderer/ui/chart/pie/pieSlices';
import { Random } from '../../../fixtures/random';

const f64 = (...values: readonly number[]) => Float64Array.from(values);
const line = (id: string, x: Float64Array, y: Float64Array, rest: object = {}) => ({ id, name: id, x, y, ...rest });
const rowsOf = (data: ChartData) =>
  Array.from({ length: data.rowCount }, (_, row) => data.columns.map((_, column) => data.cell(row, column)));

describe('points of a line', () => {
  it('thinned, every peak, dip and gap within the view is still there', () => {
    const random = new Random(11);
    for (let round = 0; round < 25; round++) {
      const count = random.integer(1, 4_000);
      const x = Float64Array.from({ length: count }, () => random.integer(0, 1e9)).sort();
      const y = Float64Array.from(x, () => (random.next() < 0.01 ? Number.NaN : random.integer(-1e6, 1e6)));
      const range = { start: random.integer(0, 4e8), end: random.integer(5e8, 1e9) };
      const buckets = random.integer(1, 300);
      const points = visiblePoints({ x, y }, range, buckets);
      expect(points.length / 2).toBeLessThanOrEqual(Math.max(5 * (buckets + 4), 4 * buckets));
      const width = (range.end - range.start) / buckets;
      for (let bucket = 0; bucket < buckets; bucket++) {
        const isIn = (at: number) => Math.floor((at - range.start) * (buckets / (range.end - range.start))) === bucket;
        const original = [...x.keys()].filter((at) => isIn(x[at]!)).map((at) => y[at]!);
        const kept: number[] = [];
        for (let at = 0; at < points.length; at += 2) if (isIn(points[at]!)) kept.push(points[at + 1]!);
        const ends = (values: readonly number[]) => {
          const real = values.filter((value) => !Number.isNaN(value));
          return [Math.min(...real), Math.max(...real), values.some(Number.isNaN)];
        };
        if (original.length > 0)
          expect(ends(kept), `round ${round}, bucket ${bucket} of ${width}`).toEqual(ends(original));
      }
      for (let at = 2; at < points.length; at += 2) expect(points[at]!).toBeGreaterThanOrEqual(points[at - 2]!);
    }
  });

  it('one point beyond each edge is kept, so that the line goes on to the edge', () => {
    const x = f64(0, 10, 20, 30, 40, 50);
    expect([...visiblePoints({ x, y: x }, { start: 15, end: 25 }, 100)].filter((_, at) => at % 2 === 0)).toEqual([
      10, 20, 30, 40,
    ]);
  });

  it('what holds at an instant: the last step before it, or the nearest point', () => {
    const x = f64(10, 20, 40);
    expect([5, 10, 19, 20, 100].map((at) => pointAt({ x, isStep: true }, at))).toEqual([-1, 0, 0, 1, 2]);
    expect([5, 14, 16, 30, 31, 100].map((at) => pointAt({ x }, at))).toEqual([0, 0, 1, 1, 2, 2]);
    expect([firstAtLeast(x, 20), firstAtLeast(x, 20.5), firstAtLeast(x, 99)]).toEqual([1, 2, 3]);
  });

  it('lines are told at the nearest point; a line without a point there says nothing', () => {
    const told = pointsAt([line('a', f64(0, 100), f64(1, 2)), line('b', f64(0, 60), f64(3, 4))], 58);
    expect([told.x, told.points.map(({ series, at }) => [series.id, at])]).toEqual([60, [['b', 1]]]);
    const steps = pointsAt([line('a', f64(0, 100), f64(1, 2), { isStep: true })], 99.6);
    expect([steps.x, steps.points[0]?.at]).toEqual([100, 1]);
  });

  it('stacked, each stands on those before it; the axis holds the sums', () => {
    const x = f64(0, 1, 2);
    const series = [line('a', x, f64(1, Number.NaN, 3)), line('b', x, f64(10, 20, 30))];
    expect(stackedSeries(series).map(({ y }) => [...y])).toEqual([
      [1, 0, 3],
      [11, 20, 33],
    ]);
    expect(yExtent(series, true)).toEqual({ least: 0 + 1, greatest: 33 });
    expect(valueScale(series, 'none', { isStacked: true }, 300)).toMatchObject({ start: 0, end: 40 });
  });
});

describe('axes', () => {
  it('of bytes are round in the unit that is shown', () => {
    expect(axisScale(0, 30e9, 'bytes')).toEqual({ start: 0, end: 30 * 2 ** 30, step: 10 * 2 ** 30 });
    expect(axisScale(0, 700 * 1024, 'bytes').step % 1024).toBe(0);
  });

  it('hold all values with a few steps', () => {
    const random = new Random(3);
    for (let round = 0; round < 300; round++) {
      const [a, b] = [random.next() * 10 ** random.integer(-3, 12), -random.next() * 10 ** random.integer(-3, 12)];
      const [least, greatest] = round % 2 ? [Math.min(0, b), a] : [0, a];
      const { start, end, step } = axisScale(least, greatest, 'none', 5);
      expect(start).toBeLessThanOrEqual(least + 1e-6 * step);
      expect(end).toBeGreaterThanOrEqual(greatest - 1e-6 * step);
      expect((end - start) / step).toBeLessThanOrEqual(8);
    }
  });

  it('of one value, or none, are axes still', () => {
    expect(axisScale(5, 5, 'none').end).toBeGreaterThanOrEqual(5);
    expect(axisScale(0, 0, 'bytes').end).toBeGreaterThan(0);
    expect(axisScale(-3, -3, 'none').start).toBeLessThanOrEqual(-3);
  });

  it('zooming keeps what is under the pointer, and ends at everything', () => {
    const extent = { start: 0, end: 1_000 };
    const zoomed = zoomedRange(extent, extent, 0.5, 200)!;
    expect((200 - zoomed.start) / (zoomed.end - zoomed.start)).toBeCloseTo(0.2, 9);
    expect(zoomedRange(zoomed, extent, 4, 200)).toBeUndefined();
    expect(movedRange({ start: 100, end: 300 }, extent, -500)).toEqual({ start: 0, end: 200 });
  });
});

describe('stacked bars', () => {
  const parts = [
    { id: 'a', name: 'A', values: [3, 1, Number.NaN] },
    { id: 'b', name: 'B', values: [1, 5, Number.NaN] },
  ];
  const lines = [{ id: 'r', name: 'R', values: [0.2, Number.NaN, 0.9] }];
  const totals = barTotals(3, parts);
  const order = (by: string, isDescending: boolean) => orderedBars(3, { by, isDescending }, parts, lines, totals);

  it('stand in the order of any part, the total or a line; without a value last', () => {
    expect([...totals]).toEqual([4, 6, 0]);
    expect(order('given', true)).toEqual([2, 1, 0]);
    expect(order('total', true)).toEqual([1, 0, 2]);
    expect([order('a', true), order('a', false)]).toEqual([
      [0, 1, 2],
      [1, 0, 2],
    ]);
    expect(order('r', true)).toEqual([2, 0, 1]);
  });

  it('the part under the pointer', () => {
    expect([0, 2.9, 3, 3.9, 4.1, -1].map((value) => partAt(parts, 0, 4, 'value', value))).toEqual([
      'a',
      'a',
      'b',
      'b',
      undefined,
      undefined,
    ]);
    expect([70, 80].map((value) => partAt(parts, 0, 4, 'share', value))).toEqual(['a', 'b']);
  });

  it('as a table they have their order and every number', () => {
    const data = barData(
      { bars: ['x', 'y', 'z'], parts, unit: 'duration', lines, barTitle: 'Rank' },
      order('total', true),
    );
    expect(rowsOf(data)).toEqual([
      ['y', 1, 5, Number.NaN],
      ['x', 3, 1, 0.2],
      ['z', Number.NaN, Number.NaN, 0.9],
    ]);
  });
});

describe('pies', () => {
  const slices = Array.from({ length: 12 }, (_, at) => ({ id: String(at), name: `op ${at}`, value: at }));

  it('show the largest and put the rest together; shares add up to 1', () => {
    const drawn = drawnSlices(slices, 3, (count) => `others ${count}`);
    expect(drawn.map(({ name, value }) => [name, value])).toEqual([
      ['op 11', 11],
      ['op 10', 10],
      ['op 9', 9],
      ['others 8', 36],
    ]);
    expect(drawn.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(drawn.at(-1)!.id).toBeUndefined();
  });

  it('one that is left over is shown itself', () => {
    expect(drawnSlices(slices.slice(0, 5), 3, () => 'others').map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  });
});

describe('heat maps', () => {
  it('no cell that stands out is lost where many fall on a pixel', () => {
    const size = 1_000;
    const values = new Float64Array(size * size).fill(100);
    values[777 * size + 333] = 1;
    const { stepOf } = heatScale({ values, worse: 'low' });
    const grid = heatGrid(values, size, wholeView(size, size), stepOf, 90, 70);
    expect([grid.width, grid.height]).toEqual([90, 70]);
    const loud = [...grid.steps].flatMap((step, at) => (step === RAMP_STEPS - 1 ? [at] : []));
    expect(loud).toEqual([Math.floor((777 * 70) / size) * 90 + Math.floor((333 * 90) / size)]);
  });

  it('cells without a value have no colour; equal values all have the calm one', () => {
    const values = f64(5, Number.NaN, 5, 5);
    const scale = heatScale({ values });
    expect([...heatGrid(values, 2, wholeView(2, 2), scale.stepOf, 50, 50).steps]).toEqual([0, -1, 0, 0]);
    expect(heatScale({ values, worse: 'low' }).stepOf(5)).toBe(0);
  });

  it('logarithmic: each factor is the same way', () => {
    const { stepOf } = heatScale({ values: f64(1, 10, 100), scale: 'log' });
    expect([1, 10, 100, 0, -5].map(stepOf)).toEqual([0, Math.round(255 / 2), 255, 0, 0]);
  });

  it('what is under the pointer is what is drawn there, zoomed or not', () => {
    const rect = { left: 40, top: 10, width: 300, height: 200 };
    const whole = wholeView(64, 128);
    const zoomed = zoomedHeat(whole, whole, 0.25, 20, 100)!;
    for (const view of [whole, zoomed, boxedHeat(whole, { row: 3, column: 9 }, { row: 1, column: 4 })!]) {
      for (const [row, column] of [
        [2, 6],
        [20, 100],
        [1, 4],
      ] as const) {
        const place = cellRect(rect, view, { row, column });
        if (!place) continue;
        expect(cellAt(rect, view, place.left + place.width / 2, place.top + place.height / 2)).toEqual({ row, column });
      }
    }
    expect(cellAt(rect, whole, 20, 50)).toBeUndefined();
    expect(boxedHeat(whole, { row: 3, column: 9 }, { row: 1, column: 4 })).toEqual({
      rows: { start: 1, end: 4 },
      columns: { start: 4, end: 10 },
    });
    expect(zoomedHeat(zoomed, whole, 100, 0, 0)).toBeUndefined();
    expect(viewShowing(zoomed, whole, { row: 63, column: 0 })).toMatchObject({
      columns: { start: 0 },
      rows: { end: 64 },
    });
  });

  it('labels keep their distance', () => {
    expect([20, 7, 1, 0.3].map((pixels) => labelEvery(pixels, 14))).toEqual([1, 2, 16, 64]);
  });

  it('as a table only cells with a value', () => {
    const data = heatMapData(
      {
        rows: ['0', '1'],
        columns: ['0', '1'],
        values: f64(Number.NaN, 20, 30, Number.NaN),
        unit: 'GB/s',
        rowTitle: 'From',
        columnTitle: 'To',
        label: '',
      },
      'Value',
    );
    expect(rowsOf(data)).toEqual([
      ['0', '1', 20],
      ['1', '0', 30],
    ]);
    expect(chartTsv(data)).toBe('From\tTo\tValue (GB/s)\n0\t1\t20\n1\t0\t30');
    expect(chartCsv(data)).toBe('\ufeffFrom,To,Value (GB/s)\r\n0,1,20\r\n1,0,30\r\n');
  });
});

describe('lines as a table', () => {
  const titles = { x: 'Time', value: 'Value', series: 'Series' };

  it('one column a series where they share their instants, else one row a point', () => {
    const x = f64(1, 2);
    const shared = [line('a', x, f64(3, 4)), line('b', f64(1, 2), f64(5, Number.NaN))];
    expect(rowsOf(lineData({ series: shared, yUnit: 'bytes' }, titles))).toEqual([
      [1, 3, 5],
      [2, 4, Number.NaN],
    ]);
    const other = [line('a', x, f64(3, 4)), line('b', f64(7), f64(8))];
    expect(rowsOf(lineData({ series: other, yUnit: 'bytes' }, titles))).toEqual([
      ['a', 1, 3],
      ['a', 2, 4],
      ['b', 7, 8],
    ]);
  });
});

describe.each(['light', 'dark'] as const)('colours in the %s theme', (name) => {
  const colours = chartColours(themes[name]);
  const packed = (css: string) => Number.parseInt(css.slice(1), 16);

  it('thin lines stand out from what is behind them', () => {
    const surface = packed(windowColours[name].surface);
    for (const hue of HUE_CLASSES)
      expect(contrast(packed(colours.line(hue, 0)), surface), hue).toBeGreaterThanOrEqual(3);
    for (let at = 0; at < 14; at++)
      expect(contrast(packed(colours.line(undefined, at)), surface)).toBeGreaterThanOrEqual(3);
  });

  it('the first seven numbered ones differ, and so do the next', () => {
    expect(new Set(Array.from({ length: 21 }, (_, at) => colours.fill(undefined, at))).size).toBe(21);
  });

  it('a heat map’s colours run one way in lightness, away from the background', () => {
    const ramp = heatRamp(name);
    const surface = packed(windowColours[name].surface);
    const steps = [...ramp].map((step) => contrast(step, surface));
    expect(steps.at(-1)!).toBeGreaterThan(4);
    for (let at = 4; at < steps.length; at += 4) expect(steps[at]!, `step ${at}`).toBeGreaterThan(steps[at - 4]!);
  });
});
