import { describe, expect, it } from 'vitest';
import { HUE_CLASSES } from '../../../../src-contract';
import { contrast, hexToPacked, packedToHex, perceivedDifference } from '../../../../src-renderer/base/theme/colour';
import type { ThemeName } from '../../../../src-renderer/base/theme/theme';
import { themes } from '../../../../src-renderer/base/theme/themes';
import { cssVariables, windowColours } from '../../../../src-renderer/base/theme/tokens';

const themeNames: readonly ThemeName[] = ['light', 'dark'];
const visions = ['full', 'deuteranopia', 'protanopia'] as const;

/** Smallest difference between slice colours of two classes, over all their variants. */
function smallestDifference(vision: (typeof visions)[number]): { difference: number; pair: string } {
  const colours = themes.dark.sliceColours;
  let smallest = { difference: Number.POSITIVE_INFINITY, pair: '' };
  for (let one = 0; one < colours.length; one++) {
    for (let other = one + 1; other < colours.length; other++) {
      if (one >> 4 === other >> 4) continue;
      const difference = perceivedDifference(colours[one]!, colours[other]!, vision);
      if (difference < smallest.difference) {
        smallest = { difference, pair: `${HUE_CLASSES[one >> 4]}/${HUE_CLASSES[other >> 4]}` };
      }
    }
  }
  return smallest;
}

describe('slice colours', () => {
  it('there are 16 variants of 8 classes, all different', () => {
    for (const name of themeNames) {
      expect(themes[name].sliceColours).toHaveLength(128);
      expect(themes[name].sliceTextColours).toHaveLength(128);
      expect(new Set(themes[name].sliceColours).size).toBe(128);
    }
  });

  it.each(visions)('no variant of one class looks like a variant of another (%s)', (vision) => {
    const { difference, pair } = smallestDifference(vision);
    expect(difference, pair).toBeGreaterThan(6);
  });

  it('the test notices red and green that deuteranopes confuse', () => {
    expect(perceivedDifference(0xc0392b, 0x6b7a1e, 'full')).toBeGreaterThan(15);
    expect(perceivedDifference(0xc0392b, 0x6b7a1e, 'deuteranopia')).toBeLessThan(8);
  });

  it.each(visions)('no arrow or mark looks like another, nor an arrow like one that stands out (%s)', (vision) => {
    for (const name of themeNames) {
      const { flowColours, markColours, finding } = themes[name].timeline;
      const flows = [...flowColours, finding];
      const marks = Object.values(markColours).map(({ fill }) => fill);
      const alike = [flows, marks].flatMap((own) =>
        own.flatMap((one, at) =>
          own.slice(at + 1).flatMap((other) => {
            const difference = perceivedDifference(hexToPacked(one), hexToPacked(other), vision);
            return difference < 6 ? [`${one} and ${other}: ${difference.toFixed(1)}`] : [];
          }),
        ),
      );
      expect(alike, name).toEqual([]);
      const lanes = hexToPacked(themes[name].timeline.laneBackground);
      const faint = [...flows, ...marks].filter((own) => contrast(hexToPacked(own), lanes) < 2.9);
      expect(faint, name).toEqual([]);
    }
  });

  it('labels have a contrast of at least 4.5 : 1', () => {
    for (const name of themeNames) {
      const { sliceColours, sliceTextColours } = themes[name];
      for (let index = 0; index < 128; index++) {
        expect(
          contrast(sliceColours[index]!, sliceTextColours[index]!),
          packedToHex(sliceColours[index]!),
        ).toBeGreaterThan(4.5);
      }
    }
  });
});

describe.each(themeNames)('window colours, %s', (name) => {
  const colours = windowColours[name];

  it('text has a contrast of at least 4.5 : 1 on every ground it stands on', () => {
    const grounds = [colours.window, colours.surface, colours.raised, colours.field, colours.hover, colours.selected];
    for (const ground of grounds) {
      for (const text of [colours.text, colours.textMuted, colours.link]) {
        expect(contrast(hexToPacked(text), hexToPacked(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const text of [colours.error, colours.warning, colours.success]) {
      expect(contrast(hexToPacked(text), hexToPacked(colours.surface)), text).toBeGreaterThanOrEqual(4.5);
      expect(contrast(hexToPacked(text), hexToPacked(colours.window)), text).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of [colours.accent, colours.accentHover]) {
      expect(contrast(hexToPacked(colours.onAccent), hexToPacked(ground)), ground).toBeGreaterThanOrEqual(4);
    }
  });

  it('focus rings have a contrast of at least 3 : 1', () => {
    for (const ground of [colours.window, colours.surface, colours.raised]) {
      expect(contrast(hexToPacked(colours.focus), hexToPacked(ground)), ground).toBeGreaterThanOrEqual(3);
    }
  });

  it('ruler and counter text can be read on the lanes', () => {
    const { timeline } = themes[name];
    expect(contrast(hexToPacked(timeline.rulerText), hexToPacked(timeline.background))).toBeGreaterThanOrEqual(4.5);
    for (const flow of timeline.flowColours) {
      expect(contrast(hexToPacked(flow), hexToPacked(timeline.laneBackground)), flow).toBeGreaterThanOrEqual(3);
    }
  });
});

describe.each(themeNames)('colours of marks, %s', (name) => {
  const { markColours, laneBackground, background } = themes[name].timeline;

  it.each(visions)('no two look alike (%s)', (vision) => {
    const colours = Object.entries(markColours);
    for (const [at, [one, { fill }]] of colours.entries())
      for (const [other, own] of colours.slice(at + 1))
        expect(
          perceivedDifference(hexToPacked(fill), hexToPacked(own.fill), vision),
          `${one}/${other}`,
        ).toBeGreaterThan(12);
  });

  it('they are seen on the lanes and in the ruler, and what is written on them can be read', () => {
    for (const { fill, text } of Object.values(markColours)) {
      expect(contrast(hexToPacked(fill), hexToPacked(text)), fill).toBeGreaterThanOrEqual(4.5);
      expect(contrast(hexToPacked(fill), hexToPacked(laneBackground)), fill).toBeGreaterThan(2.9);
      expect(contrast(hexToPacked(fill), hexToPacked(background)), fill).toBeGreaterThan(2.6);
    }
  });
});

describe('cssVariables', () => {
  it('names every token once, in the same order for both themes', () => {
    const names = cssVariables('dark').map(([property]) => property);
    expect(new Set(names).size).toBe(names.length);
    expect(cssVariables('light').map(([property]) => property)).toEqual(names);
    expect(names).toContain('--colour-border-strong');
    expect(names).toContain('--space-4');
    expect(names).toContain('--height-title-bar');
  });
});
