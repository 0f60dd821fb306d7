import { describe, expect, it, test } from 'vitest';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { type BarPicture, drawBars } from '../../../../src-renderer/ui/chart/bars/barDraw';
import { barPitch, barRect, barScale, barTotals, partAt } from '../../../../src-renderer/ui/chart/bars/barModel';
import { chartColours } from '../../../../src-renderer/ui/chart/chartColours';
import { cutInMiddle } from '../../../../src-renderer/ui/chart/cutInMiddle';
import { xOfPixel } from '../../../../src-renderer/ui/chart/lines/lineModel';
import { drawRing } from '../../../../src-renderer/ui/chart/pie/pieDraw';
import { HOLE, RING_MARGIN, sliceAt } from '../../../../src-renderer/ui/chart/pie/pieSlices';
import { LETTER_PIXELS, recordedCanvas } from './recordedCanvas';

const colours = chartColours(themes.light);
const size = { width: 600, height: 300 };
const parts = [
  { id: 'a', name: 'A', values: [30, 10, Number.NaN, 0.001], drawnColour: '#aa0000' },
  { id: 'b', name: 'B', values: [10, 50, Number.NaN, 60], drawnColour: '#00bb00' },
];
const totals = barTotals(4, parts);
const bars = ['Rank 0', 'Rank 1', 'Rank 2', 'Rank 3'];

const picture = (isLying: boolean, rest: Partial<BarPicture> = {}): BarPicture => {
  const rect = barRect(size, isLying, 40, false, true);
  return {
    ...{ size, rect, isLying, bars, parts, totals, colours },
    shown: [0, 1, 2, 3],
    first: 0,
    labelWidth: 40,
    lines: [],
    mode: 'value',
    pitch: barPitch(4, isLying ? rect.height : rect.width, isLying),
    scale: barScale(totals, { unit: 'count' }, rect.width),
    unit: 'count',
    lineScale: undefined,
    lineUnit: 'ratio',
    marked: new Set(),
    selected: undefined,
    ...rest,
  };
};
const drawn = (of: BarPicture) => {
  const canvas = recordedCanvas();
  drawBars(canvas.context, of);
  return canvas;
};
const ofParts = ({ rects }: ReturnType<typeof drawn>) =>
  rects.filter(({ style }) => parts.some(({ drawnColour }) => drawnColour === style));

test('lying bars stand closer where all of them then have room, and else as one reads them while scrolling', () => {
  expect(barPitch(8, 200, true)).toBe(25);
  expect(barPitch(10, 150, true)).toBe(15);
  expect(barPitch(10, 120, true)).toBe(20);
  expect(barPitch(2, 500, true)).toBe(34);
});

describe('stacked bars on the canvas', () => {
  it('what is drawn at a place is the part that is found there', () => {
    for (const mode of ['value', 'share'] as const) {
      const scale = barScale(totals, { unit: 'count', mode }, 500);
      const of = picture(true, { mode, scale });
      const rects = ofParts(drawn(of));
      expect(rects).toHaveLength(6);
      for (const rect of rects) {
        // The first 0.001 of the last bar is narrower than the half pixel that lies below the next part.
        if (rect.width < 1) continue;
        const bar = Math.floor((rect.top + rect.height / 2 - of.rect.top) / of.pitch);
        const value = xOfPixel(of.rect, scale, rect.left + rect.width / 2);
        const found = partAt(parts, bar, totals[bar]!, mode, value);
        expect(parts.find(({ id }) => id === found)?.drawnColour).toBe(rect.style);
      }
    }
  });

  it('upright ones stand on the axis, as high as their value', () => {
    const of = picture(false);
    const first = ofParts(drawn(of)).filter(({ left }) => left < of.rect.left + of.pitch);
    const ends = first.map(({ style, top, height }) => [style, top, top + height]);
    const base = of.rect.top + of.rect.height;
    const unit = of.rect.height / of.scale.end;
    expect(ends).toEqual([
      ['#aa0000', expect.closeTo(base - 30 * unit - 0.5, 6), expect.closeTo(base, 6)],
      ['#00bb00', expect.closeTo(base - 40 * unit, 6), expect.closeTo(base - 30 * unit, 6)],
    ]);
  });

  it('the axis has round labels; each bar has its name, the selected one is underlined', () => {
    const { texts, rects } = drawn(picture(true, { selected: 1, marked: new Set([3]) }));
    expect(texts.filter(({ text }) => text.startsWith('Rank')).map(({ text, style }) => [text, style])).toEqual([
      ['Rank 0', colours.muted],
      ['Rank 1', colours.text],
      ['Rank 2', colours.muted],
      ['Rank 3', colours.warning],
    ]);
    expect(texts.filter(({ y }) => y > 150).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['0', '20', '40', '60']),
    );
    expect(rects.filter(({ style }) => style === colours.text)).toHaveLength(1);
  });

  it('names below upright bars keep their distance, and stay with their bars', () => {
    const many = Array.from({ length: 80 }, (_, at) => `Rank ${at}`);
    const named = (first: number) =>
      drawn(
        picture(false, {
          bars: many,
          parts: [],
          totals: new Float64Array(80),
          shown: Array.from({ length: 40 }, (_, at) => first + at),
          first,
          pitch: 12,
        }),
      )
        .texts.filter(({ text }) => text.startsWith('Rank'))
        .map(({ text, x }) => ({ bar: Number(text.slice(5)), text, x }));
    const names = named(0);
    for (let at = 1; at < names.length; at++) {
      const [one, next] = [names[at - 1]!, names[at]!];
      expect(next.x - one.x).toBeGreaterThan(((one.text.length + next.text.length) * LETTER_PIXELS) / 2);
    }
    const every = names[1]!.bar;
    expect(named(3).every(({ bar }) => bar % every === 0)).toBe(true);
  });

  it('a line over the bars goes through its values, and not where there is none', () => {
    const line = { id: 'l', name: 'L', values: [0, 1, Number.NaN, 0.5], drawnColour: '#0000cc' };
    const of = picture(true, { lines: [line], lineScale: { start: 0, end: 1, step: 0.5 } });
    const { paths } = drawn(of);
    const [left, right] = [of.rect.left, of.rect.left + of.rect.width];
    const y = (at: number) => of.rect.top + (at + 0.5) * of.pitch;
    expect(paths.filter(({ kind, style }) => kind === 'stroke' && style === '#0000cc')).toMatchObject([
      {
        points: [
          [left, y(0)],
          [right, y(1)],
        ],
      },
      { points: [[(left + right) / 2, y(3)]] },
    ]);
  });
});

describe('a name that is cut', () => {
  const measure = (text: string) => text.length * LETTER_PIXELS;

  it('keeps its beginning and its end, and fits', () => {
    const cut = cutInMiddle('FlashAttentionScoreGrad_rank_17', 90, measure);
    expect(cut).toBe('FlashAt…rank_17');
    expect(measure(cut)).toBeLessThanOrEqual(90);
    expect(cutInMiddle('Rank 17', 90, measure)).toBe('Rank 17');
    expect(cutInMiddle('Rank 17', 3, measure)).toBe('…');
  });
});

describe('a ring', () => {
  it('the slice at a place is the one that is drawn there', () => {
    const slices = [0.5, 0.3, 0.199, 0.001].map((share) => ({ share }));
    const diameter = 200;
    const ring = (diameter / 2 - RING_MARGIN + (diameter / 2) * HOLE) / 2;
    const at = (turn: number, radius: number) =>
      sliceAt(
        slices,
        diameter,
        diameter / 2 + radius * Math.sin(turn * 2 * Math.PI),
        diameter / 2 - radius * Math.cos(turn * 2 * Math.PI),
      );
    expect([0.01, 0.49, 0.51, 0.79, 0.81, 0.998].map((turn) => at(turn, ring))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(at(0.9995, ring)).toBe(3);
    expect([at(0.2, 10), at(0.2, 99)]).toEqual([undefined, undefined]);
  });

  it('a slice too small for a border has its colour all the same', () => {
    const { context, paths } = recordedCanvas();
    const sector = (share: number, colour: string) => ({ share, colour, isFaint: false });
    drawRing(context, 200, [sector(0.999, '#111111'), sector(0.001, '#222222')], '#ffffff');
    expect(paths.map(({ kind, style }) => [kind, style])).toEqual([
      ['fill', '#111111'],
      ['stroke', '#ffffff'],
      ['fill', '#222222'],
    ]);
  });
});
