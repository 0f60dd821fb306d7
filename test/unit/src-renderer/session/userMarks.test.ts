import { describe, expect, test } from 'vitest';
import { MARK_COLOURS, MOST_MARKS, type SliceSource, type SliceSummary } from '../../../../src-contract';
import { marksFile, marksOfFile, withImported } from '../../../../src-renderer/session/marksFile';
import {
  inOrder,
  keptMarkOf,
  kindOfMark,
  markBeside,
  nextColour,
  rangeOfMark,
  turnedMarks,
  type UserMark,
  userMarkOf,
  withChange,
  withMark,
} from '../../../../src-renderer/session/userMarks';
import { dumpState, rankState } from '../../../fixtures/dumpState';

const mark = (id: string, startNs: number, endNs = startNs, fields: Partial<UserMark> = {}): UserMark => ({
  ...{ id, name: `mark ${id}`, colour: 'orange', startNs, endNs },
  ...fields,
});
const source = 'event 7' as SliceSource;
const note = mark('n', 50, 60, { slice: { place: '/dump/rank1', source } });
const none = new Map();
const dump = dumpState({ ranks: [rankState(0), rankState(1)] });

test('a mark is a flag, a stretch, or a note, which is where its slice is by now', () => {
  expect([mark('a', 5), mark('b', 5, 6), note].map(kindOfMark)).toEqual(['flag', 'range', 'note']);
  const notes = new Map([['n', { startNs: 1_050, durationNs: 10 } as SliceSummary]]);
  expect([rangeOfMark(note, none).startNs, rangeOfMark(note, notes)]).toEqual([50, { startNs: 1_050, endNs: 1_060 }]);
  const marks = [mark('c', 100), note, mark('a', 7), mark('b', 7, 9)];
  expect(inOrder(marks, none).map(({ id }) => id)).toEqual(['b', 'a', 'n', 'c']);
  expect(inOrder(marks, notes).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'n']);
});

test('one goes from mark to mark, or from an instant to the nearest on that side', () => {
  const marks = [mark('c', 100), mark('a', 7), mark('b', 50)];
  const beside = (current: string | undefined, ns: number, way: 'next' | 'previous') =>
    markBeside(marks, none, current, ns, way)?.id;
  expect([beside('a', 0, 'next'), beside('b', 0, 'next'), beside('c', 0, 'next')]).toEqual(['b', 'c', undefined]);
  expect([beside('c', 0, 'previous'), beside('a', 0, 'previous')]).toEqual(['b', undefined]);
  expect([beside(undefined, 50, 'next'), beside('gone', 50, 'previous')]).toEqual(['c', 'a']);
});

test('each new mark has the colour that is used least, until there is no room', () => {
  let marks: readonly UserMark[] = [];
  const colours = new Map<string, number>();
  for (let at = 0; at < MOST_MARKS; at++) {
    marks = withMark(marks, { id: String(at), startNs: at, endNs: at }) ?? [];
    const { colour } = marks[at];
    colours.set(colour, (colours.get(colour) ?? 0) + 1);
  }
  expect(colours.size).toBe(MARK_COLOURS.length);
  expect(Math.max(...colours.values()) - Math.min(...colours.values())).toBe(1);
  expect(withMark(marks, { id: 'more', startNs: 0, endNs: 0 })).toBeUndefined();
  expect(nextColour([mark('a', 1)])).toBe('blue');
});

test('what is taken back is what was done, and not what has come since', () => {
  const [a, b, c] = [mark('a', 1), mark('b', 2), mark('c', 3)];
  const renamed = withChange([a, b], 'a', { name: 'new' });
  expect(turnedMarks([c, a, b], [a, b], [b])).toEqual([c, b]);
  expect(turnedMarks([c, b], [b], [a, b])).toEqual([c, b, a]);
  expect(turnedMarks([c, ...renamed], renamed, [a, b])).toEqual([c, a, b]);
  expect(turnedMarks([c], [a], [a])).toEqual([c]);
});

describe('the file', () => {
  const marks = [mark('a', -3), mark('b', 714_258_990, 714_259_001, { name: '慢 "1"', colour: 'teal' }), note];

  test('has every ns, and is read again as it was', () => {
    expect(keptMarkOf(marks[1], dump)).toMatchObject({
      startNs: String(dump.originNs + 714_258_990n),
      endNs: String(dump.originNs + 714_259_001n),
    });
    expect(userMarkOf(keptMarkOf(note, dump), dump)).toEqual(note);
    const text = marksFile(marks, dump);
    expect(marksOfFile(text, dump)).toEqual(marks);
    // In a dump that begins earlier the same instants are later.
    const earlier = { ...dump, originNs: dump.originNs - 1_000n };
    expect(marksOfFile(text, earlier)).toMatchObject([{ startNs: 997 }, { startNs: 714_259_990 }, { startNs: 1_050 }]);
  });

  test('of a dump that lies elsewhere finds the ranks of its notes', () => {
    const elsewhere = { ...dump, ranks: ['/mnt/x/rank0', '/mnt/x/rank1'].map((place, at) => rankState(at, { place })) };
    const found = marksOfFile(marksFile([note], dump), elsewhere);
    expect(found).toEqual([{ ...note, slice: { place: '/mnt/x/rank1', source } }]);
    const twice = { ...dump, ranks: ['/p/rank1', '/q/rank1'].map((place, at) => rankState(at, { place })) };
    expect(marksOfFile(marksFile([note], dump), twice)).toEqual([note]);
  });

  test('that is wrong is told of by what is wrong, and nothing of it is used', () => {
    const file = (change: object) => JSON.stringify({ ...JSON.parse(marksFile(marks, dump)), ...change });
    const kept = keptMarkOf(marks[1], dump);
    const said = (text: string) => {
      const found = marksOfFile(text, dump);
      return 'code' in found ? `${found.code} ${Object.values(found.params ?? {}).join(' ')}`.trim() : 'read';
    };
    expect(said('{')).toBe('marks-not-json');
    expect(said('[]')).toBe('marks-other-file');
    expect(said(file({ format: 'else' }))).toBe('marks-other-file');
    expect(said(file({ marks: {} }))).toBe('marks-other-file');
    expect(said(file({ version: 2 }))).toBe('marks-version 2');
    expect(said(file({ marks: Array(1_001).fill(kept) }))).toBe('marks-too-many 1,000');
    expect(said(file({ marks: [kept, 5] }))).toBe('marks-wrong 2 id');
    expect(said(file({ marks: [{ ...kept, startNs: 5 }] }))).toBe('marks-wrong 1 startNs');
    expect(said(file({ marks: [{ ...kept, endNs: '1' }] }))).toBe('marks-wrong 1 endNs');
    expect(said(file({ marks: [{ ...kept, colour: 'constructor' }] }))).toBe('marks-wrong 1 colour');
    expect(said(file({ marks: [{ ...kept, slice: { place: 'x' } }] }))).toBe('marks-wrong 1 slice');
    expect(marksOfFile(file({ version: 2 }), dump)).toMatchObject({
      message: 'The file has marks of version 2, which this program does not read.',
    });
  });

  test('replaces marks that it has, and adds the others, as far as there is room', () => {
    const own = mark('own', 1);
    const changed = { ...marks[0], name: 'before' };
    expect(withImported([changed, own], marks)).toEqual([own, ...marks]);
    const full = Array.from({ length: MOST_MARKS - 2 }, (_, at) => mark(`m${at}`, at));
    expect(withImported(full, marks)).toBeUndefined();
  });
});
