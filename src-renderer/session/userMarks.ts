/** What the user has marked: flags, stretches of time, notes on slices; what is done to them. Pure. */
import type { DumpState, KeptMark, MarkColour, MarkedSlice, SliceSummary } from '../../src-contract';
import { MARK_COLOURS, MOST_MARKS } from '../../src-contract';
import type { TimeRange } from '../base/timeRange';

/** A mark that ends where it starts is a flag. */
export interface UserMark extends TimeRange {
  readonly id: string;
  /** '': it has none, and is called by what it is. */
  readonly name: string;
  readonly colour: MarkColour;
  /** It is a note on this slice. */
  readonly slice?: MarkedSlice;
}

export type UserMarkKind = 'flag' | 'range' | 'note';

/** Slices of notes, by the note's id, as far as they have been found. */
export type NoteSlices = ReadonlyMap<string, SliceSummary>;

export function kindOfMark({ startNs, endNs, slice }: UserMark): UserMarkKind {
  return slice ? 'note' : endNs > startNs ? 'range' : 'flag';
}

/** Where it is: a note is where its slice is by now. */
export function rangeOfMark(mark: UserMark, notes: NoteSlices): TimeRange {
  const slice = mark.slice && notes.get(mark.id);
  return slice ? { startNs: slice.startNs, endNs: slice.startNs + slice.durationNs } : mark;
}

/** By time; of those that begin together the longer one first. */
export function inOrder(marks: readonly UserMark[], notes: NoteSlices): readonly UserMark[] {
  return marks
    .map((mark) => ({ mark, range: rangeOfMark(mark, notes) }))
    .sort((a, b) => a.range.startNs - b.range.startNs || b.range.endNs - a.range.endNs)
    .map(({ mark }) => mark);
}

/** Of the colours those that are used least come first. */
export function nextColour(marks: readonly UserMark[]): MarkColour {
  const uses = (colour: MarkColour) => marks.filter((mark) => mark.colour === colour).length;
  return MARK_COLOURS.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}

/** Undefined: there is no room for another. */
export function withMark(
  marks: readonly UserMark[],
  mark: Omit<UserMark, 'colour' | 'name'> & Partial<Pick<UserMark, 'colour' | 'name'>>,
): readonly UserMark[] | undefined {
  if (marks.length >= MOST_MARKS) return undefined;
  return [...marks, { name: '', colour: nextColour(marks), ...mark }];
}

export function withChange(
  marks: readonly UserMark[],
  id: string,
  change: Partial<Pick<UserMark, 'name' | 'colour'>>,
): readonly UserMark[] {
  return marks.map((mark) => (mark.id === id ? { ...mark, ...change } : mark));
}

/** The one beside that with the id `current`; where there is none such, the nearest to an instant on that side. */
export function markBeside(
  marks: readonly UserMark[],
  notes: NoteSlices,
  current: string | undefined,
  ns: number,
  way: 'next' | 'previous',
): UserMark | undefined {
  const ordered = inOrder(marks, notes);
  const at = ordered.findIndex(({ id }) => id === current);
  if (at >= 0) return ordered[at + (way === 'next' ? 1 : -1)];
  const startOf = (mark: UserMark) => rangeOfMark(mark, notes).startNs;
  return way === 'next' ? ordered.find((mark) => startOf(mark) > ns) : ordered.findLast((mark) => startOf(mark) < ns);
}

/** `marks` with what differs between `from` and `to` as it is in `to`: others may have come since. */
export function turnedMarks(
  marks: readonly UserMark[],
  from: readonly UserMark[],
  to: readonly UserMark[],
): readonly UserMark[] {
  if (from === to) return marks;
  const [before, after] = [byId(from), byId(to)];
  const kept = marks.flatMap((mark) => {
    const own = after.get(mark.id);
    if (own === undefined) return before.has(mark.id) ? [] : [mark];
    return [own === before.get(mark.id) ? mark : own];
  });
  const there = byId(marks);
  return [...kept, ...to.filter(({ id }) => !before.has(id) && !there.has(id))];
}

function byId(marks: readonly UserMark[]): ReadonlyMap<string, UserMark> {
  return new Map(marks.map((mark) => [mark.id, mark]));
}

type Clock = Pick<DumpState, 'originNs'>;

export function keptMarkOf({ id, name, colour, startNs, endNs, slice }: UserMark, { originNs }: Clock): KeptMark {
  const digits = (ns: number) => String(originNs + BigInt(Math.round(ns)));
  return { id, name, colour, startNs: digits(startNs), endNs: digits(endNs), ...(slice && { slice }) };
}

export function userMarkOf({ id, name, colour, startNs, endNs, slice }: KeptMark, { originNs }: Clock): UserMark {
  const since = (digits: string) => Number(BigInt(digits) - originNs);
  return { id, name, colour, startNs: since(startNs), endNs: since(endNs), ...(slice && { slice }) };
}
