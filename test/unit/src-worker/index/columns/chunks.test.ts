import { expect, test } from 'vitest';
import { CHUNK_ROWS, GrowingTable, joinedColumns, Slabs } from '../../../../../src-worker/index/columns/chunks';

const WIDE = { a: Float64Array, b: Uint32Array, c: Uint8Array } as const;
const NARROW = { d: Uint16Array } as const;

test('tables in the same slabs grow beside one another', () => {
  const slabs = new Slabs();
  const wide = new GrowingTable(WIDE, slabs);
  const narrow = new GrowingTable(NARROW, slabs);
  const count = 3 * CHUNK_ROWS + 17;
  for (let i = 0; i < count; i++) {
    const into = wide.room(1);
    into.a[wide.count] = i + 0.5;
    into.b[wide.count] = 3 * i;
    into.c[wide.count++] = i;
    narrow.room(1).d[narrow.count++] = i + 1;
  }
  const { a, b, c } = joinedColumns(WIDE, wide.chunks(), slabs);
  const { d } = joinedColumns(NARROW, narrow.chunks(), slabs);
  const wrong = Array.from(a.keys()).filter(
    (i) => a[i] !== i + 0.5 || b[i] !== 3 * i || c[i] !== i % 256 || d[i] !== (i + 1) % 65536,
  );
  expect([a.length, wrong]).toEqual([count, []]);
  // Of wide chunks only some columns.
  expect(joinedColumns({ b: Uint32Array }, wide.chunks(), slabs)).toEqual({ b });
});

test('what is larger than a slab has memory of its own, each column by itself', () => {
  const { a, b } = new Slabs().columns({ a: Float64Array, b: Uint32Array }, 5_000_000);
  a[4_999_999] = 7;
  expect([a.length, b.length, b[0], b[4_999_999]]).toEqual([5_000_000, 5_000_000, 0, 0]);
  // On Windows memory that nobody writes to takes room as well.
  if (process.platform !== 'win32') expect(a.buffer).not.toBe(b.buffer);
});
