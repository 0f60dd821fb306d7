import { useMemo } from 'react';
import { HUE_CLASSES, type HueClass } from '../../../src-contract';
import { contrast, hexToPacked, linearToPacked, packedToHex, packedToLinear } from '../../base/theme/colour';
import type { Theme } from '../../base/theme/theme';
import { windowColours } from '../../base/theme/tokens';
import { useTheme } from '../../base/theme/useTheme';
import type { SeriesColour } from './chartProps';

/** What charts are drawn with, as CSS colours. */
export interface ChartColours {
  readonly text: string;
  readonly muted: string;
  readonly surface: string;
  readonly gridLine: string;
  readonly axisLine: string;
  readonly accent: string;
  readonly warning: string;
  readonly rangeFill: string;
  readonly rangeEdge: string;
  /** Of areas: bars, slices of a pie. Without a colour the position decides. */
  fill(colour: SeriesColour | undefined, position: number): string;
  /** Of lines: as `fill`, but to be told from the background when thin. */
  line(colour: SeriesColour | undefined, position: number): string;
  /** Of lines over bars: none of the bars has it. */
  over(position: number): string;
}

/** Neighbours in it are told apart best; "wait" and "idle" come last, since they say something. Eight: the devices of a host. */
const order: readonly HueClass[] = ['compute', 'communication', 'memory', 'runtime', 'python', 'host', 'wait', 'idle'];
const VARIANTS = 16;
/** Thin lines need this contrast to what is behind them (WCAG 1.4.11). */
const LINE_CONTRAST = 3;
/** On white this hue comes to look like that of communication where red and green are not told apart: it is darker than need be. */
const lineContrasts: Partial<Record<HueClass, number>> = { python: 4.5 };
/** As the colour of a place, idle says nothing, and on a dark ground it comes to look like wait, then like host and memory. */
const IDLE_PLACE_CONTRAST = 12;

/** Index into `Theme.sliceColours`. */
export function sliceColourOf(colour: SeriesColour): number {
  if (typeof colour === 'string') return HUE_CLASSES.indexOf(colour) * VARIANTS;
  const number = Math.max(0, Math.floor(colour));
  const hue = order[number % order.length]!;
  // Beyond the classes: variants of the same hue, far from the first.
  const variant = (Math.floor(number / order.length) * 5) % VARIANTS;
  return HUE_CLASSES.indexOf(hue) * VARIANTS + variant;
}

export function chartColours(theme: Theme): ChartColours {
  const own = windowColours[theme.name];
  const { timeline } = theme;
  const surface = hexToPacked(own.surface);
  const fillOf = (colour: SeriesColour | undefined, position: number): number =>
    theme.sliceColours[sliceColourOf(colour ?? position)]!;
  const lineOf = (colour: SeriesColour) => {
    const index = sliceColourOf(colour);
    const hue = HUE_CLASSES[Math.floor(index / VARIANTS)]!;
    const isIdlePlace = typeof colour === 'number' && hue === 'idle' && theme.name === 'dark';
    const wanted = isIdlePlace ? IDLE_PLACE_CONTRAST : (lineContrasts[hue] ?? LINE_CONTRAST);
    return strengthened(theme.sliceColours[index]!, surface, wanted);
  };
  return {
    text: own.text,
    muted: own.textMuted,
    surface: own.surface,
    gridLine: timeline.gridLine,
    axisLine: timeline.rulerTick,
    accent: own.accent,
    warning: own.warning,
    rangeFill: timeline.rangeFill,
    rangeEdge: timeline.rangeEdge,
    fill: (colour, position) => packedToHex(fillOf(colour, position)),
    line: (colour, position) => packedToHex(lineOf(colour ?? position)),
    over: (position) =>
      position === 0 ? own.text : timeline.flowColours[(position * 2 - 1) % timeline.flowColours.length]!,
  };
}

/** The colour, moved away from the background's lightness until it stands out enough. */
function strengthened(colour: number, background: number, wanted: number): number {
  const target = contrast(background, 0x000000) > contrast(background, 0xffffff) ? 0 : 1;
  let strong = colour;
  for (let step = 0; step < 12 && contrast(strong, background) < wanted; step++) {
    const [red, green, blue] = packedToLinear(strong);
    const moved = (channel: number) => channel + (target - channel) * 0.12;
    strong = linearToPacked([moved(red), moved(green), moved(blue)]);
  }
  return strong;
}

export function useChartColours(): ChartColours {
  const theme = useTheme();
  return useMemo(() => chartColours(theme), [theme]);
}
