/** The shape of a theme; its values are in tokens.ts and themes.ts. */
import type { MarkColour } from '../../../src-contract';

export type ThemeName = 'light' | 'dark';
export type ThemeChoice = ThemeName | 'system';

export interface Theme {
  readonly name: ThemeName;
  /** Colours of slices as 0xRRGGBB, indexed by `colour` of the Engine's contract: hueClass * 16 + variant. 128 entries. */
  readonly sliceColours: Uint32Array;
  /** Text drawn on a slice of that colour, same index. */
  readonly sliceTextColours: Uint32Array;
  /** Everything else the timeline draws, as CSS colours. */
  readonly timeline: {
    readonly background: string;
    readonly laneBackground: string;
    readonly laneBackgroundAlternate: string;
    readonly gridLine: string;
    readonly rulerText: string;
    readonly rulerTick: string;
    readonly selection: string;
    readonly hover: string;
    readonly rangeFill: string;
    readonly rangeEdge: string;
    /** Where a finding shows, and what is marked for it. */
    readonly finding: string;
    readonly findingFill: string;
    readonly boxZoomFill: string;
    readonly counterLine: string;
    readonly counterFill: string;
    /** One per flow category, in turn. */
    readonly flowColours: readonly string[];
    readonly partialFill: string;
    /** Of what the user marks, and of what is written on it. */
    readonly markColours: Readonly<Record<MarkColour, { readonly fill: string; readonly text: string }>>;
  };
  /** CSS font shorthands without size: Latin and CJK faces that exist on Windows, macOS and Linux. */
  readonly fontFamily: string;
  readonly monospaceFamily: string;
}
