/** The themes as the timeline and the charts read them; colours of slices are made here from one anchor for each class. */
import { HUE_CLASSES, type HueClass } from '../../../src-contract';
import { contrast, oklchToPacked } from './colour';
import type { Theme, ThemeName } from './theme';
import { FONT_FAMILY, MONOSPACE_FAMILY, timelineColours } from './tokens';

const VARIANTS_PER_CLASS = 16;

interface HueAnchor {
  readonly lightness: number;
  readonly chroma: number;
  readonly hueDegrees: number;
}

/**
 * Found by a search for eight OKLCH colours, each within the hues that suit its class, whose smallest difference under
 * full, deuteranopic and protanopic vision is largest. Classes that collide in hue for those eyes differ in lightness.
 */
const hueAnchors: Record<HueClass, HueAnchor> = {
  host: { lightness: 0.71, chroma: 0.066, hueDegrees: 262 },
  python: { lightness: 0.81, chroma: 0.115, hueDegrees: 88 },
  runtime: { lightness: 0.52, chroma: 0.125, hueDegrees: 308 },
  compute: { lightness: 0.6, chroma: 0.165, hueDegrees: 263 },
  communication: { lightness: 0.67, chroma: 0.143, hueDegrees: 62 },
  memory: { lightness: 0.8, chroma: 0.087, hueDegrees: 175 },
  wait: { lightness: 0.495, chroma: 0.125, hueDegrees: 18 },
  idle: { lightness: 0.585, chroma: 0.006, hueDegrees: 262 },
};

/** Variants stay close to their class: what differs first is lightness, then hue, so that a class is seen as one colour. */
function sliceColour(hueClass: HueClass, variant: number): number {
  const { lightness, chroma, hueDegrees } = hueAnchors[hueClass];
  // Neighbouring variants should not look alike: 7 is coprime to 16, so steps scatter over the whole range.
  const lightnessStep = ((variant * 7) % VARIANTS_PER_CLASS) / (VARIANTS_PER_CLASS - 1) - 0.5;
  const hueStep = (variant % 4) / 3 - 0.5;
  return oklchToPacked(lightness + 0.05 * lightnessStep, chroma, hueDegrees + 10 * hueStep);
}

const DARK_LABEL = 0x040507;
const LIGHT_LABEL = 0xffffff;

interface SliceColours {
  readonly colours: Uint32Array;
  readonly textColours: Uint32Array;
}

function sliceColours(): SliceColours {
  const colours = new Uint32Array(HUE_CLASSES.length * VARIANTS_PER_CLASS);
  const textColours = new Uint32Array(colours.length);
  for (let index = 0; index < colours.length; index++) {
    const colour = sliceColour(HUE_CLASSES[Math.floor(index / VARIANTS_PER_CLASS)]!, index % VARIANTS_PER_CLASS);
    colours[index] = colour;
    textColours[index] = contrast(colour, DARK_LABEL) >= contrast(colour, LIGHT_LABEL) ? DARK_LABEL : LIGHT_LABEL;
  }
  return { colours, textColours };
}

function makeTheme(name: ThemeName, slices: SliceColours): Theme {
  return {
    name,
    sliceColours: slices.colours,
    sliceTextColours: slices.textColours,
    timeline: timelineColours[name],
    fontFamily: FONT_FAMILY,
    monospaceFamily: MONOSPACE_FAMILY,
  };
}

function makeThemes(): Record<ThemeName, Theme> {
  const slices = sliceColours();
  return { dark: makeTheme('dark', slices), light: makeTheme('light', slices) };
}

/** The same name has the same colour in both themes: only what surrounds the slices changes. */
export const themes: Record<ThemeName, Theme> = makeThemes();
