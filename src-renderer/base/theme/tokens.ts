/**
 * The design tokens: the place where a colour, a size of type, a space or a radius is given a value; only the slices'
 * colours are computed (`themes.ts`). CSS reads them as custom properties (`--space-4`, `--colour-text`, see
 * `cssVariables`), the timeline reads `Theme`.
 */
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
export const FONT_FAMILY =
  "'Inter', 'Segoe UI', system-ui, -apple-system, 'Liberation Sans', 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', sans-serif";
export const MONOSPACE_FAMILY =
  "'JetBrains Mono', 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', 'Noto Sans Mono CJK SC', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', monospace";

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

export const timelineColours: Record<ThemeName, Theme['timeline']> = {
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
    finding: '#ff6f91',
    findingFill: 'rgba(255, 111, 145, 0.14)',
    boxZoomFill: 'rgba(108, 157, 245, 0.22)',
    counterLine: '#7f9cc9',
    counterFill: 'rgba(127, 156, 201, 0.32)',
    flowColours: ['#dec100', '#00e8ff', '#bd4395', '#6d9dff', '#e8f9a8', '#bd5e1c'],
    partialFill: 'rgba(255, 255, 255, 0.05)',
    markColours: {
      orange: { fill: '#e9933f', text: '#040507' },
      blue: { fill: '#73adf1', text: '#040507' },
      teal: { fill: '#7cfae9', text: '#040507' },
      gold: { fill: '#fef02f', text: '#040507' },
      red: { fill: '#cd1e2b', text: '#ffffff' },
      purple: { fill: '#a60ae8', text: '#ffffff' },
    },
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
    finding: '#c2185b',
    findingFill: 'rgba(194, 24, 91, 0.10)',
    boxZoomFill: 'rgba(43, 98, 204, 0.16)',
    counterLine: '#5878a8',
    counterFill: 'rgba(88, 120, 168, 0.26)',
    flowColours: ['#6c3100', '#0091b1', '#6d0056', '#3278f5', '#739900', '#460400'],
    partialFill: 'rgba(20, 28, 40, 0.04)',
    markColours: {
      orange: { fill: '#d6781b', text: '#040507' },
      blue: { fill: '#113869', text: '#ffffff' },
      teal: { fill: '#1ba693', text: '#040507' },
      gold: { fill: '#735c02', text: '#ffffff' },
      red: { fill: '#680c12', text: '#ffffff' },
      purple: { fill: '#be08cf', text: '#ffffff' },
    },
  },
};

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
