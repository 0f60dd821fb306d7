/**
 * What arguments are made of. Each says in `error` what it has to be, after "has to be": nothing that zod would say by
 * itself reaches a user.
 */
import { z } from 'zod';
import type {
  DumpId,
  KeptMark,
  LaneId,
  MarkedSlice,
  QuestionId,
  RankIndex,
  SliceIndex,
  SliceRef,
  SliceSource,
} from '..';
import { INSTANT_DIGITS, MARK_COLOURS, MOST_MARK_NAME } from '../marks';

/** A schema whose answer is a `T`, whatever it is given. */
export type Kind<T> = z.ZodType<T>;

const MOST_TEXT = 1 << 16;
const MOST_NOTE = 2_000;
const MOST_PATH = 1 << 15;
const MOST_ITEMS = 1 << 20;
const MOST_KEYS = 10_000;
/** The question ids and ids of dumps that Tracelane makes are UUIDs. */
const MOST_ID = 64;

/** An object with a schema for every field of `T`, the optional ones too; other fields are left out. */
export function record<T extends object>(fields: { readonly [K in keyof T]-?: Kind<T[K]> }): Kind<T> {
  // zod would tell "absent" and "undefined" apart, which those who read the fields do not.
  return z.object(fields, { error: 'an object' }) as unknown as Kind<T>;
}

/** One of all members of `T`. */
export function oneOf<T extends string>(members: Readonly<Record<T, true>>): Kind<T> {
  return among(Object.keys(members) as T[]);
}

/** The same where the contract has the members as a list. */
export function among<T extends string>(names: readonly T[]): Kind<T> {
  return z.enum(names, { error: `one of ${names.join(', ')}` }) as unknown as Kind<T>;
}

export function optional<T>(kind: Kind<T>): Kind<T | undefined> {
  return kind.optional();
}

export function list<T>(kind: Kind<T>, most = MOST_ITEMS): Kind<readonly T[]> {
  const error = `a list of at most ${most.toLocaleString('en')} items`;
  return z.array(kind, { error }).max(most, { error });
}

/** An object with any names for its fields. */
export function byName<T>(kind: Kind<T>): Kind<Readonly<Record<string, T>>> {
  const error = `an object with at most ${MOST_KEYS.toLocaleString('en')} fields`;
  return z
    .record(z.string(), kind, { error })
    .refine((value) => Object.keys(value).length <= MOST_KEYS, { error }) as unknown as Kind<
    Readonly<Record<string, T>>
  >;
}

/** One of several objects, told apart by one field. */
export function either<T>(...kinds: readonly Kind<T>[]): Kind<T> {
  return z.union(kinds as [Kind<T>, ...Kind<T>[]], { error: 'one of the objects that this takes' });
}

export const noArguments = z.tuple([], { error: 'nothing: it takes no arguments' });
export const emptyQuestion = record<Record<never, never>>({});

export const text = textOfAtMost(MOST_TEXT);
/** What a user writes as a note. */
export const shortText = textOfAtMost(MOST_NOTE);
export const flag: Kind<boolean> = z.boolean({ error: 'true or false' });
export const finite: Kind<number> = z.number({ error: 'a finite number' });
/** Also NaN and the infinite ones: what is wrong with it is said by whoever knows what it is for. */
export const anyNumber: Kind<number> = z.custom<number>((value) => typeof value === 'number', { error: 'a number' });
export const count: Kind<number> = whole<number>();
/** Greater than 0. */
export const positive: Kind<number> = z.number({ error: aboveZero() }).positive({ error: aboveZero() });
/** Columns of a chart, groups of a list: what an answer has one of each for. */
export const amount: Kind<number> = z
  .int({ error: 'a whole number up to 100,000' })
  .min(0, { error: 'a whole number up to 100,000' })
  .max(100_000, { error: 'a whole number up to 100,000' });

export const path: Kind<string> = z
  .string({ error: 'a path' })
  .min(1, { error: 'a path' })
  .max(MOST_PATH, { error: `a path of at most ${MOST_PATH.toLocaleString('en')} characters` })
  .refine((value) => !value.includes('\0'), { error: 'a path: none has a NUL in it' });

export const dumpId = textOfAtMost(MOST_ID) as unknown as Kind<DumpId>;
export const questionId = textOfAtMost(MOST_ID) as unknown as Kind<QuestionId>;
export const rankIndex = whole<RankIndex>();
export const rankIndices = list(rankIndex);
export const sliceSource = textOfAtMost(MOST_TEXT) as unknown as Kind<SliceSource>;
export const sliceRef = record<SliceRef>({ rank: rankIndex, slice: whole<SliceIndex>(), generation: count });
const instant: Kind<string> = z.string({ error: 'an instant in ns' }).regex(INSTANT_DIGITS, {
  error: 'an instant in ns',
});
export const keptMark = record<KeptMark>({
  id: textOfAtMost(MOST_ID),
  name: textOfAtMost(MOST_MARK_NAME),
  colour: among(MARK_COLOURS),
  startNs: instant,
  endNs: instant,
  slice: optional(record<MarkedSlice>({ place: path, source: sliceSource })),
});
export const stretch = record<{ readonly startNs: number; readonly endNs: number }>({ startNs: finite, endNs: finite });

/** Of lists in what is drawn, which may have thousands of items, many times a second: a loop instead of a schema for each. */
export function drawnList<T>(isItem: (item: unknown) => boolean, error: string): Kind<readonly T[]> {
  return z.custom<readonly T[]>((value) => Array.isArray(value) && value.length <= MOST_ITEMS && value.every(isItem), {
    error,
  });
}

export function isWhole(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER && Math.floor(value) === value;
}

export const laneId = whole<LaneId>();
export const laneIds = drawnList<LaneId>(isWhole, 'a list of lanes, which are whole numbers');

export function textOfAtMost(most: number): Kind<string> {
  const error = `a text of at most ${most.toLocaleString('en')} characters`;
  return z.string({ error }).max(most, { error });
}

function whole<T extends number>(): Kind<T> {
  const error = 'a whole number, 0 or more';
  return z.int({ error }).min(0, { error }) as unknown as Kind<T>;
}

function aboveZero(): string {
  return 'a finite number above 0';
}
