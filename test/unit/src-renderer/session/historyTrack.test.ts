import { expect, test } from 'vitest';
import { type Change, Track } from '../../../../src-renderer/session/historyTrack';

const change = (act: number, before: string, after: string): Change<string> => ({ act, before, after });

test('back leads to what was before, and on from there to how it was then', () => {
  const track = new Track<string>();
  track.add(change(1, 'a', 'b'));
  track.add(change(2, 'b', 'c'));
  expect(track.last?.before).toBe('b');
  // Meanwhile it has become "c, moved" without a change of its own.
  track.back('c, moved', 5);
  expect(track.last).toEqual(change(1, 'a', 'b'));
  expect([track.next?.after, track.takenBack]).toEqual(['c, moved', 5]);
  track.forward('b again');
  expect(track.last).toEqual(change(2, 'b again', 'c, moved'));
  expect([track.next, track.takenBack]).toEqual([undefined, -1]);
});

test('something new, or more of the last change, ends what could be gone on to', () => {
  for (const end of ['add', 'replaceLast'] as const) {
    const track = new Track<string>();
    track.add(change(1, 'a', 'b'));
    track.add(change(2, 'b', 'c'));
    track.back('c', 1);
    track[end](change(3, 'b', 'd'));
    expect(track.next).toBeUndefined();
    track.back('d', 2);
    expect(track.last?.after).toBe(end === 'add' ? 'b' : undefined);
  }
});

test('a hundred changes are kept, and all of them are mapped, also those that were taken back', () => {
  const track = new Track<number>();
  for (let i = 0; i < 150; i++) track.add({ act: i, before: i, after: i + 1 });
  track.back(150, 1);
  track.map((state) => -state);
  expect(track.next).toEqual({ act: 149, before: -149, after: -150 });
  let count = 0;
  while (track.last) {
    count++;
    expect(track.last.before).toBe(-track.last.act);
    track.back(0, 2);
  }
  expect(count).toBe(99);
  track.back(0, 3);
  expect(track.takenBack).toBe(2);
});
