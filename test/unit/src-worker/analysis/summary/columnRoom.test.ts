import { describe, expect, test } from 'vitest';
import { ColumnRoom } from '../../../../../src-worker/analysis/summary/columnRoom';

/** Of either kind: taking, and where what was taken last is. */
const kinds = [
  ['numbers', (room: ColumnRoom, count: number) => room.takeNumbers(count), (room: ColumnRoom) => room.numbers],
  ['wholes', (room: ColumnRoom, count: number) => room.takeWholes(count), (room: ColumnRoom) => room.wholes],
] as const;

describe.each(kinds)('%s', (_kind, take, arrayOf) => {
  test('columns stand behind one another in one array, all of them 0', () => {
    const room = new ColumnRoom();
    const first = take(room, 3);
    const own = arrayOf(room);
    own.fill(7, first, first + 3);
    const second = take(room, 2);
    expect([first, second, take(room, 0), take(room, 1)]).toEqual([0, 3, 5, 5]);
    expect(arrayOf(room)).toBe(own);
    expect([...own.subarray(0, 6)]).toEqual([7, 7, 7, 0, 0, 0]);
  });

  test('a column that has no room left begins the next array, and those before stay as they are', () => {
    const room = new ColumnRoom();
    take(room, 1);
    const before = arrayOf(room);
    before.fill(7);
    const left = before.length - 1;
    expect(take(room, left)).toBe(1);
    expect(arrayOf(room)).toBe(before);
    expect(take(room, 1)).toBe(0);
    expect(arrayOf(room)).not.toBe(before);
    expect(arrayOf(room).every((value) => value === 0)).toBe(true);
    expect(before.every((value) => value === 7)).toBe(true);
  });

  test('one that is larger than an array has one of its own', () => {
    const room = new ColumnRoom();
    take(room, 1);
    const count = 3 * arrayOf(room).length;
    expect(take(room, count)).toBe(0);
    expect(arrayOf(room)).toHaveLength(count);
    expect(take(room, 1)).toBe(0);
    expect(arrayOf(room).length).toBeLessThan(count);
  });
});

test('numbers and whole numbers have each their own', () => {
  const room = new ColumnRoom();
  room.takeNumbers(5);
  expect(room.takeWholes(2)).toBe(0);
  expect(room.takeNumbers(1)).toBe(5);
  expect([room.numbers, room.wholes].map((array) => array.constructor)).toEqual([Float64Array, Int32Array]);
  for (const { buffer } of [room.numbers, room.wholes]) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
});
