import { describe, expect, it } from 'vitest';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { ticksOf, viewScale } from '../../../../src-renderer/ui/chart/axisTicks';
import { chartColours } from '../../../../src-renderer/ui/chart/chartColours';
import { drawLines, type LinePicture } from '../../../../src-renderer/ui/chart/lines/lineDraw';
import { visiblePoints } from '../../../../src-renderer/ui/chart/lines/linePoints';
import { fillArea, strokeLine } from '../../../../src-renderer/ui/chart/lines/lineStroke';
import { recordedCanvas } from './recordedCanvas';

const f64 = (...values: readonly number[]) => Float64Array.from(values);
const asIs = (value: number) => value;
const placed = (points: readonly number[], isStep = false) => ({
  points: f64(...points),
  isStep,
  toX: asIs,
  toY: asIs,
});

describe('a line on the canvas', () => {
  it('goes from point to point; a step holds its value until the next', () => {
    const { context, paths } = recordedCanvas();
    strokeLine(context, placed([0, 1, 10, 2, 20, 3]), 1);
    strokeLine(context, placed([0, 1, 10, 2, 20, 3], true), 1);
    expect(paths.map(({ points }) => points)).toEqual([
      [
        [0, 1],
        [10, 2],
        [20, 3],
      ],
      [
        [0, 1],
        [10, 1],
        [10, 2],
        [20, 2],
        [20, 3],
      ],
    ]);
  });

  it('breaks off at a gap, a step only when the gap begins; a point between two gaps is a dot', () => {
    const gap = Number.NaN;
    const { context, paths } = recordedCanvas();
    strokeLine(context, placed([0, 1, 10, 2, 20, gap, 30, 5, 40, gap]), 1);
    expect(paths).toMatchObject([
      { kind: 'stroke', points: [expect.anything(), [10, 2]] },
      { kind: 'stroke', points: [[30, 5]] },
      { kind: 'fill', points: [[30, 5]] },
    ]);
    const steps = recordedCanvas();
    strokeLine(steps.context, placed([0, 1, 10, gap, 30, 5], true), 1);
    expect(steps.paths[0]?.points).toEqual([
      [0, 1],
      [10, 1],
    ]);
  });

  it('of many points is drawn in pieces that join, and loses none', () => {
    const points = Array.from({ length: 1_000 }, (_, at) => [at, (at * 37) % 101]).flat();
    const { context, paths } = recordedCanvas();
    strokeLine(context, placed(points), 1);
    expect(paths.length).toBeGreaterThan(5);
    for (let at = 1; at < paths.length; at++) expect(paths[at]!.points[0]).toEqual(paths[at - 1]!.points.at(-1));
    const joined = paths.flatMap((path, at) => (at === 0 ? path.points : path.points.slice(1)));
    expect(joined.flat()).toEqual(points);
  });

  it('with dashes is in pieces too, and the dashes of each go on where those before have ended', () => {
    const points = Array.from({ length: 1_000 }, (_, at) => [at, at % 7]).flat();
    const { context, paths } = recordedCanvas();
    strokeLine(context, placed(points), 1, [4, 3]);
    expect(paths.length).toBeGreaterThan(10);
    let length = 0;
    for (const { points: corners, dashOffset } of paths) {
      expect(dashOffset).toBeCloseTo(length, 6);
      for (const [at, [x, y]] of corners.entries())
        if (at > 0) length += Math.hypot(x - corners[at - 1]![0], y - corners[at - 1]![1]);
    }
    expect(context.lineDashOffset).toBe(0);
  });

  it('an area has an outline of its own between two gaps, down to its base', () => {
    const { context, paths } = recordedCanvas();
    fillArea(context, placed([0, 1, 10, 2, 20, Number.NaN, 30, 5, 40, 6]), 100);
    expect(paths.map(({ points }) => [points[0], points.at(-1)])).toEqual([
      [
        [0, 100],
        [10, 100],
      ],
      [
        [30, 100],
        [40, 100],
      ],
    ]);
  });
});

describe('what a line chart draws', () => {
  const colours = chartColours(themes.light);
  const rect = { left: 68, top: 22, width: 400, height: 200 };
  const series = (x: Float64Array, y: Float64Array, rest: object = {}) => [
    { id: 'a', name: 'A', x, y, drawnColour: '#123456', ...rest },
  ];
  const picture = (rest: Partial<LinePicture>): LinePicture => ({
    size: { width: 482, height: 246 },
    rect,
    series: [],
    isStacked: false,
    view: { start: 0, end: 1e6 },
    xUnit: 'time',
    left: { start: 0, end: 100, step: 25 },
    leftUnit: 'count',
    leftTitle: undefined,
    right: undefined,
    rightUnit: 'none',
    rightTitle: undefined,
    bands: [],
    marks: [],
    colours,
    ...rest,
  });
  const drawn = (rest: Partial<LinePicture>) => {
    const canvas = recordedCanvas();
    drawLines(canvas.context, picture(rest));
    return canvas;
  };

  it('one sample in a hundred thousand that stands out reaches its height', () => {
    const x = Float64Array.from({ length: 100_000 }, (_, at) => at * 10);
    const y = new Float64Array(x.length).fill(25);
    y[77_777] = 100;
    y[33_333] = 0;
    const { paths } = drawn({ series: series(x, y) });
    const points = paths.filter(({ style }) => style === '#123456').flatMap((path) => path.points);
    expect(points.length).toBeLessThan(6 * rect.width);
    const xs = (wanted: number) => points.filter(([, at]) => at === wanted).map(([at]) => Math.round(at));
    expect(xs(rect.top)).toEqual([Math.round(68 + 400 * 0.777_77)]);
    expect(xs(rect.top + rect.height)).toEqual([Math.round(68 + 400 * 0.333_33)]);
  });

  it('labels are round, stay on the canvas and do not touch', () => {
    const { texts } = drawn({ view: { start: 123_456, end: 723_456 } });
    const row = texts.filter(({ y }) => y > rect.top + rect.height);
    expect(row.map(({ text }) => text.replace(/\u202f/g, ' '))).toEqual(['200 µs', '400 µs', '600 µs']);
    const column = texts.filter(({ x }) => x < rect.left);
    expect(column.map(({ text, y }) => [text, y])).toEqual([
      ['0', 222],
      ['25', 172],
      ['50', 122],
      ['75', 72],
      ['100', 22],
    ]);
  });

  it('a stretch is seen however short, and not at all where it is out of sight', () => {
    const bands = [
      { start: 500_000, end: 500_001, tone: 'warning' as const },
      { start: -9, end: -1, tone: 'warning' as const },
    ];
    const { rects } = drawn({ bands });
    expect(rects.filter(({ style }) => style === colours.warning)).toMatchObject([{ left: 268, width: 1 }]);
  });

  it('names of bands and marks that would cover one another: the first stays', () => {
    const at = (start: number, label: string) => ({ start, end: start + 1000, label });
    const { texts } = drawn({
      bands: [at(1e5, 'first band'), at(1.2e5, 'covered'), at(8e5, 'far')],
      marks: [
        { at: 5e5, label: 'instant' },
        { at: 2e6, label: 'beyond' },
      ],
    });
    const names = texts.map(({ text }) => text);
    expect(names).toEqual(expect.arrayContaining(['first band', 'far', 'instant']));
    expect(names).not.toContain('covered');
    expect(names).not.toContain('beyond');
  });

  it('many points at one instant are one column', () => {
    const x = new Float64Array(10_000).fill(5);
    const y = Float64Array.from(x, (_, at) => at % 90);
    const points = visiblePoints({ x, y }, { start: 5, end: 5 }, 400);
    expect([Math.min(...points.filter((_, at) => at % 2)), Math.max(...points.filter((_, at) => at % 2))]).toEqual([
      0, 89,
    ]);
    expect(points.length).toBeLessThanOrEqual(10);
  });
});

describe('the axis of what is in sight', () => {
  it('has labels at round values wherever it begins', () => {
    expect(ticksOf(viewScale({ start: 130, end: 970 }, 400, 'time'))).toEqual([500]);
    expect(ticksOf(viewScale({ start: 130, end: 970 }, 900, 'time'))).toEqual([200, 300, 400, 500, 600, 700, 800, 900]);
    expect(ticksOf(viewScale({ start: 0, end: 3 }, 2_000, 'rank'))).toEqual([0, 1, 2, 3]);
    expect(ticksOf(viewScale({ start: 4, end: 4 }, 400, 'count'))).toEqual([4]);
    expect(ticksOf(viewScale({ start: 0, end: 0.5 }, 500, 'ratio')).map((tick) => tick.toFixed(1))).toEqual([
      ...['0.0', '0.1', '0.2', '0.3', '0.4', '0.5'],
    ]);
  });
});
