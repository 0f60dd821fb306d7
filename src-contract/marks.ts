/** What the user marks in a dump: instants, stretches of time and slices, each with a name. */
import type { SliceSource } from './ids';

/** Safe for colour blindness, in this order; what they look like, the theme says. */
export const MARK_COLOURS = ['orange', 'blue', 'teal', 'gold', 'red', 'purple'] as const;

export type MarkColour = (typeof MARK_COLOURS)[number];

/** Of a dump; and of a file of marks. */
export const MOST_MARKS = 1_000;
export const MOST_MARK_NAME = 2_000;

/** As it is kept and exported. */
export interface KeptMark {
  readonly id: string;
  readonly name: string;
  readonly colour: MarkColour;
  /**
   * Instants of the clock that `DumpState.originNs` is by, in ns, as digits: JSON's numbers would round them. A mark that
   * ends where it starts is a flag.
   */
  readonly startNs: string;
  readonly endNs: string;
  /** It is a note on this slice. */
  readonly slice?: MarkedSlice;
}

export interface MarkedSlice {
  /** `RankState.place` of its rank. */
  readonly place: string;
  readonly source: SliceSource;
}

/** Of an instant, as digits. */
export const INSTANT_DIGITS = /^-?\d{1,20}$/;
