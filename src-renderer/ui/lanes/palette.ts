/** Colours as the drawing backends want them: opaque, packed 0xAABBGGRR (the byte order of ImageData and of WebGL). */
import type { Theme } from '../../base/theme/theme';

/** Steps from "hardly busy" to "busy all the time". */
export const busyLevels = 16;
const hueCount = 128;

interface Rgba {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 … 1 */
  readonly alpha: number;
}

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)` and `rgba(…)`. Throws a RangeError for anything else. */
export function parseCssColour(css: string): Rgba {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(css.trim())?.[1];
  if (hex !== undefined && (hex.length === 6 || hex.length === 8)) {
    const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
    return { red: part(0), green: part(2), blue: part(4), alpha: hex.length === 8 ? part(6) / 255 : 1 };
  }
  if (hex !== undefined && hex.length === 3) {
    const part = (at: number): number => Number.parseInt(hex[at], 16) * 17;
    return { red: part(0), green: part(1), blue: part(2), alpha: 1 };
  }
  const parts = /^rgba?\(([^)]*)\)$/i
    .exec(css.trim())?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '');
  if (parts !== undefined && (parts.length === 3 || parts.length === 4)) {
    const numbers = parts.map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)));
    if (numbers.every(Number.isFinite)) {
      return { red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3] ?? 1 };
    }
  }
  throw new RangeError(`not a colour this program reads: ${css}`);
}

function pack(red: number, green: number, blue: number): number {
  return ((255 << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}

function over(top: Rgba, below: Rgba, opacity: number): number {
  const alpha = top.alpha * opacity;
  const mix = (a: number, b: number): number => a * alpha + b * (1 - alpha);
  return pack(mix(top.red, below.red), mix(top.green, below.green), mix(top.blue, below.blue));
}

export interface Palette {
  readonly background: number;
  /** Backgrounds of even and odd lanes. */
  readonly lanes: readonly [number, number];
  /** Line and area of counters over even and odd lanes. */
  readonly counterLine: readonly [number, number];
  readonly counterFill: readonly [number, number];
  /** `(parity * 128 + colour) * busyLevels + level`. */
  readonly slices: Uint32Array;
  /** The same of slices that are greyed: all of one grey. */
  readonly greyed: Uint32Array;
  /** The theme's CSS colours of labels, by `colour`; of greyed slices `greyedLabel`. */
  readonly labels: readonly string[];
}

/** Of the colour of text, in a greyed slice: it is seen, and what is found stands out. */
const GREY_SHARE = 0.22;
/** Place in `Palette.labels` of the names of greyed slices. */
export const greyedLabel = hueCount;

/** Share of the slice's own colour at a busy level: the least busy stretch is still seen. */
function opacityOfLevel(level: number): number {
  return 0.35 + (0.65 * level) / (busyLevels - 1);
}

export function makePalette(theme: Theme): Palette {
  const colours = theme.timeline;
  const background = parseCssColour(colours.background);
  const lanes = [parseCssColour(colours.laneBackground), parseCssColour(colours.laneBackgroundAlternate)] as const;
  const line = parseCssColour(colours.counterLine);
  const fill = parseCssColour(colours.counterFill);
  const slices = new Uint32Array(2 * hueCount * busyLevels);
  const greyed = new Uint32Array(slices.length);
  const grey = parseCssColour(colours.rulerText);
  for (let parity = 0; parity < 2; parity++) {
    for (let hue = 0; hue < hueCount; hue++) {
      const rgb = theme.sliceColours[hue] ?? 0x808080;
      const colour = { red: rgb >> 16, green: (rgb >> 8) & 255, blue: rgb & 255, alpha: 1 };
      for (let level = 0; level < busyLevels; level++) {
        const at = (parity * hueCount + hue) * busyLevels + level;
        slices[at] = over(colour, lanes[parity], opacityOfLevel(level));
        greyed[at] = over(grey, lanes[parity], GREY_SHARE * opacityOfLevel(level));
      }
    }
  }
  return {
    background: over(background, background, 1),
    lanes: [over(lanes[0], lanes[0], 1), over(lanes[1], lanes[1], 1)],
    counterLine: [over(line, lanes[0], 1), over(line, lanes[1], 1)],
    counterFill: [over(fill, lanes[0], 1), over(fill, lanes[1], 1)],
    slices,
    greyed,
    labels: [
      ...Array.from(theme.sliceTextColours, (rgb) => `#${rgb.toString(16).padStart(6, '0')}`),
      colours.rulerText,
    ],
  };
}

/** Index into `Palette.slices`; `parity` chooses the lane background, `level` is 0 … `busyLevels` − 1. */
export function sliceColourIndex(parity: number, colour: number, level: number): number {
  return (parity * hueCount + colour) * busyLevels + level;
}
