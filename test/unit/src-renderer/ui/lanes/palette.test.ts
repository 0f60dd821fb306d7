import { describe, expect, it } from 'vitest';
import { themes } from '../../../../../src-renderer/base/theme/themes';
import {
  busyLevels,
  makePalette,
  parseCssColour,
  sliceColourIndex,
} from '../../../../../src-renderer/ui/lanes/palette';

describe('colours', () => {
  it('are read in every form the theme uses', () => {
    expect(parseCssColour('#f80')).toEqual({ red: 255, green: 136, blue: 0, alpha: 1 });
    expect(parseCssColour('#102030')).toEqual({ red: 16, green: 32, blue: 48, alpha: 1 });
    expect(parseCssColour('rgba(1, 2, 3, 0.5)')).toEqual({ red: 1, green: 2, blue: 3, alpha: 0.5 });
    expect(parseCssColour('rgb(1 2 3 / 50%)')).toEqual({ red: 1, green: 2, blue: 3, alpha: 0.5 });
    expect(() => parseCssColour('tomato')).toThrow(RangeError);
  });

  it('are packed in the byte order of pixel buffers, opaque', () => {
    const bytes = new Uint8Array(Uint32Array.of(makePalette(themes.light).background).buffer);
    const { red, green, blue } = parseCssColour(themes.light.timeline.background);
    expect([...bytes]).toEqual([red, green, blue, 255]);
  });

  it('of a fully busy slice are the theme’s own, and fade to the lane behind', () => {
    for (const theme of Object.values(themes)) {
      const palette = makePalette(theme);
      const rgb = theme.sliceColours[53];
      const packed = (255 << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16);
      expect(palette.slices[sliceColourIndex(0, 53, busyLevels - 1)]).toBe(packed >>> 0);
      expect(palette.slices[sliceColourIndex(1, 53, 0)]).not.toBe(palette.lanes[1]);
      expect(palette.slices[sliceColourIndex(1, 53, 0)]).not.toBe(packed >>> 0);
    }
  });
});
