import { describe, expect, it } from 'vitest';
import { hexToPacked, perceivedDifference } from '../../../../src-renderer/base/theme/colour';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { chartColours } from '../../../../src-renderer/ui/chart/chartColours';

/** A series a hue, as many as a host has devices: more than that are variants, see below. */
const HUES = 8;
/** About 2 is just noticeable side by side. */
const LEAST = 6;

const cases = (['light', 'dark'] as const).flatMap((theme) =>
  (['full', 'deuteranopia', 'protanopia'] as const).flatMap((vision) =>
    (['fill', 'line'] as const).map((what) => [theme, vision, what] as const),
  ),
);

describe('series of a chart', () => {
  it.each(cases)('in %s, seen with %s vision, no %s is like another', (theme, vision, what) => {
    const colours = chartColours(themes[theme]);
    const own = Array.from({ length: HUES }, (_, at) => hexToPacked(colours[what](undefined, at)));
    const alike = own.flatMap((one, at) =>
      own.slice(at + 1).flatMap((other, more) => {
        const difference = perceivedDifference(one, other, vision);
        return difference < LEAST ? [`${at} and ${at + 1 + more}: ${difference.toFixed(1)}`] : [];
      }),
    );
    expect(alike).toEqual([]);
  });

  it('are of different colours, however many there are', () => {
    for (const theme of [themes.light, themes.dark]) {
      const colours = chartColours(theme);
      const fills = Array.from({ length: 16 * HUES }, (_, at) => colours.fill(undefined, at));
      expect(new Set(fills).size).toBe(fills.length);
    }
  });
});
