/**
 * The design tokens: the only place where a colour, a size of type, a space or a radius is given a value. CSS reads them
 * as custom properties (`--space-4`, `--colour-text`, see `cssVariables`), the timeline reads `Theme`.
 */
import type { HueClass } from '../../../src-worker/api';
import { contrast, oklchToPacked } from './colour';
import type { Theme, ThemeName } from './theme';

/** CSS pixels. */
export const typeScale = { caption: 11, body: 12, control: 13, heading: 15, title: 20, display: 30 } as const;
/** CSS pixels. */
export const spacing = { 1: 2, 2: 4, 3: 6, 4: 8, 5: 12, 6: 16, 7: 24, 8: 40 } as const;
/** CSS pixels. */
export const radii = { small: 3, medium: 5, large: 8 } as const;
/** Heights of bars and controls in CSS pixels. */
export const heights = { titleBar: 38, tabStrip: 32, statusBar: 24, control: 26, row: 22 } as const;

// Latin faces first, so that CJK faces only serve what those lack; Simplified Chinese forms before Japanese ones.
const FONT_FAMILY =
  "'Inter', 'Segoe UI', system-ui, -apple-system, 'Liberation Sans', 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', sans-serif";
const MONOSPACE_FAMILY =
  "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono CJK SC', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', monospace";

// ---------------------------------------------------------------------------------------------------------------------
// Slices

/** In the order of the Engine's `colour >> 4`. */
export const hueClasses: readonly HueClass[] = [
  'host',
  'python',
  'runtime',
  'compute',
  'communication',
  'memory',
  'wait',
  'idle',
];
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

function sliceColours(): { colours: Uint32Array; textColours: Uint32Array } {
  const colours = new Uint32Array(hueClasses.length * VARIANTS_PER_CLASS);
  const textColours = new Uint32Array(colours.length);
  for (let index = 0; index < colours.length; index++) {
    const colour = sliceColour(hueClasses[Math.floor(index / VARIANTS_PER_CLASS)]!, index % VARIANTS_PER_CLASS);
    colours[index] = colour;
    textColours[index] = contrast(colour, DARK_LABEL) >= contrast(colour, LIGHT_LABEL) ? DARK_LABEL : LIGHT_LABEL;
  }
  return { colours, textColours };
}

// ---------------------------------------------------------------------------------------------------------------------
// The window

/** Colours of everything that is not a slice. CSS colours. */
export interface WindowColours {
  /** Behind everything: title bar, status bar, gaps. */
  readonly window: string;
  /** Panels, lists, the welcome page. */
  readonly surface: string;
  /** Dialogs, menus, tooltips. */
  readonly raised: string;
  /** Fields one types into. */
  readonly field: string;
  readonly hover: string;
  readonly active: string;
  readonly selected: string;
  readonly border: string;
  readonly borderStrong: string;
  readonly text: string;
  readonly textMuted: string;
  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  /** Accent as text on a surface. */
  readonly link: string;
  readonly focus: string;
  readonly error: string;
  readonly warning: string;
  readonly success: string;
  readonly backdrop: string;
  readonly shadow: string;
}

export const windowColours: Record<ThemeName, WindowColours> = {
  dark: {
    window: '#15171b',
    surface: '#1b1e23',
    raised: '#23272e',
    field: '#15171b',
    hover: '#272c34',
    active: '#303641',
    selected: '#25375a',
    border: '#2b3038',
    borderStrong: '#444c59',
    text: '#dce0e7',
    textMuted: '#9aa3b1',
    accent: '#3868cc',
    accentHover: '#3f72d8',
    onAccent: '#ffffff',
    link: '#86aef7',
    focus: '#6c9df5',
    error: '#f48a87',
    warning: '#e5b655',
    success: '#74c69a',
    backdrop: 'rgba(5, 7, 10, 0.55)',
    shadow: '0 8px 28px rgba(0, 0, 0, 0.5)',
  },
  light: {
    window: '#eff1f4',
    surface: '#ffffff',
    raised: '#ffffff',
    field: '#ffffff',
    hover: '#eef1f5',
    active: '#e2e6ec',
    selected: '#d9e6fd',
    border: '#dde1e7',
    borderStrong: '#b4bcc8',
    text: '#1c2128',
    textMuted: '#5a6472',
    accent: '#2b62cc',
    accentHover: '#2257bd',
    onAccent: '#ffffff',
    link: '#2459bd',
    focus: '#2f6fe4',
    error: '#b3261e',
    warning: '#8a5a00',
    success: '#1d7a4c',
    backdrop: 'rgba(24, 30, 40, 0.32)',
    shadow: '0 8px 28px rgba(20, 28, 40, 0.2)',
  },
};

const timelineColours: Record<ThemeName, Theme['timeline']> = {
  dark: {
    background: '#15171b',
    laneBackground: '#1b1e23',
    laneBackgroundAlternate: '#1f2228',
    gridLine: 'rgba(255, 255, 255, 0.06)',
    rulerText: '#a3abb8',
    rulerTick: '#4b5362',
    selection: '#ffffff',
    hover: 'rgba(255, 255, 255, 0.65)',
    rangeFill: 'rgba(108, 157, 245, 0.14)',
    rangeEdge: '#6c9df5',
    boxZoomFill: 'rgba(108, 157, 245, 0.22)',
    counterLine: '#7f9cc9',
    counterFill: 'rgba(127, 156, 201, 0.32)',
    flowColours: ['#f2c14e', '#5fd0c5', '#ef8fb2', '#9db8ff', '#b7e07a', '#f29c6b'],
    partialFill: 'rgba(255, 255, 255, 0.05)',
  },
  light: {
    background: '#eff1f4',
    laneBackground: '#ffffff',
    laneBackgroundAlternate: '#f8f9fb',
    gridLine: 'rgba(20, 28, 40, 0.07)',
    rulerText: '#4f5966',
    rulerTick: '#a8b0bc',
    selection: '#10151d',
    hover: 'rgba(16, 21, 29, 0.6)',
    rangeFill: 'rgba(43, 98, 204, 0.1)',
    rangeEdge: '#2b62cc',
    boxZoomFill: 'rgba(43, 98, 204, 0.16)',
    counterLine: '#5878a8',
    counterFill: 'rgba(88, 120, 168, 0.26)',
    flowColours: ['#a86f00', '#00786c', '#b0386f', '#3f5fc4', '#4f7a12', '#b5501c'],
    partialFill: 'rgba(20, 28, 40, 0.04)',
  },
};

function makeTheme(name: ThemeName): Theme {
  const { colours, textColours } = sliceColours();
  return {
    name,
    sliceColours: colours,
    sliceTextColours: textColours,
    timeline: timelineColours[name],
    fontFamily: FONT_FAMILY,
    monospaceFamily: MONOSPACE_FAMILY,
  };
}

/** The same name has the same colour in both themes: only what surrounds the slices changes. */
export const themes: Record<ThemeName, Theme> = { dark: makeTheme('dark'), light: makeTheme('light') };

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every token as a CSS custom property, ready for `style.setProperty`. */
export function cssVariables(name: ThemeName): readonly (readonly [property: string, value: string])[] {
  const pixels = (prefix: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([key, value]) => [`--${prefix}-${kebab(key)}`, `${value}px`] as const);
  return [
    ...pixels('type', typeScale),
    ...pixels('space', spacing),
    ...pixels('radius', radii),
    ...pixels('height', heights),
    ...Object.entries(windowColours[name]).map(([key, value]) => [`--colour-${kebab(key)}`, value] as const),
    ['--font-family', FONT_FAMILY],
    ['--font-monospace', MONOSPACE_FAMILY],
  ];
}
