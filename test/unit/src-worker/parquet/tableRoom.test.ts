import { expect, test } from 'vitest';
import { TableRoom, TableRooms } from '../../../../src-worker/parquet/tableRoom';

test('places follow each other at multiples of eight; what has no room there has a buffer of its own', () => {
  const room = new TableRoom(new ArrayBuffer(64));
  expect(room.take(13)).toEqual({ buffer: room.buffer, from: 0 });
  expect(room.take(8)).toEqual({ buffer: room.buffer, from: 16 });
  const large = room.take(41);
  expect(large.from).toBe(0);
  expect(large.buffer).not.toBe(room.buffer);
  expect(large.buffer.byteLength).toBe(41);
  // What is small enough still goes there.
  expect(room.take(40)).toEqual({ buffer: room.buffer, from: 24 });
  expect(room.wantedBytes).toBe(16 + 8 + 48 + 40);
});

test('the next room is large enough for what was wanted before; a buffer that is so already is used again', () => {
  const rooms = new TableRooms();
  const first = rooms.next(undefined);
  first.take(1000);
  rooms.filled(first);
  const second = rooms.next(first.buffer);
  expect(second.buffer).not.toBe(first.buffer);
  expect(second.take(1000).buffer).toBe(second.buffer);
  rooms.filled(second);
  const third = rooms.next(second.buffer);
  expect(third.buffer).toBe(second.buffer);
  expect(third.take(1000)).toEqual({ buffer: second.buffer, from: 0 });
});
