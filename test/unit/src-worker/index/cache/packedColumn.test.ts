import { describe, expect, inject, test } from 'vitest';
import {
  BLOCK_VALUES,
  type ColumnPacking,
  type PackableColumn,
  PIECE_VALUES,
  PlainPacking,
} from '../../../../../src-worker/index/cache/packedColumn';
import { WasmLoops } from '../../../../../src-worker/index/loops/wasmLoops';
import { WasmPacking } from '../../../../../src-worker/index/loops/wasmPacking';
import { loadWasmModule } from '../../../../../src-worker/tokenizer/wasmModule';
import { Random } from '../../../../fixtures/random';

const module = loadWasmModule(inject('arrangingWasm'));
if (!module) throw new Error('this engine has no WebAssembly, so its loops cannot be tested');
const loops = new WasmLoops(module);

function wasmPacking(): ColumnPacking {
  const packing = loops.columnPacking();
  expect(packing).toBeInstanceOf(WasmPacking);
  return packing;
}

function packed(packing: ColumnPacking, column: PackableColumn): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < column.length; at += PIECE_VALUES)
    pieces.push(packing.bytes.slice(0, packing.pack(column, at, Math.min(at + PIECE_VALUES, column.length))));
  return Uint8Array.from(Buffer.concat(pieces));
}

/** As a file gives them: `mostBytes` at a time. */
function unpacked(packing: ColumnPacking, bytes: Uint8Array, like: PackableColumn, mostBytes: number): PackableColumn {
  const column = like.slice().fill(77);
  let kept = 0;
  let read = 0;
  for (let done = 0; done < column.length; ) {
    const more = bytes.subarray(read, read + mostBytes);
    packing.bytes.set(more, kept);
    read += more.length;
    kept += more.length;
    let from = 0;
    for (;;) {
      const found = packing.unpack(from, kept, column, done);
      if (!found) throw new Error('no blocks');
      if (found.values === 0) break;
      from = found.end;
      done += found.values;
    }
    if (more.length === 0 && from === 0) throw new Error('too short');
    packing.bytes.copyWithin(0, from, kept);
    kept -= from;
  }
  expect([kept, read]).toEqual([0, bytes.length]);
  return column;
}

function bytesOf(column: PackableColumn): Buffer {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength);
}

/** Packed and unpacked both ways; answers the bytes. */
function expectExact(column: PackableColumn): number {
  const plain = packed(new PlainPacking(), column);
  const wasm = packed(wasmPacking(), column);
  expect(Buffer.from(wasm).equals(plain)).toBe(true);
  for (const packing of [new PlainPacking(), wasmPacking()])
    for (const mostBytes of [131_072, 2500]) {
      const again = unpacked(packing, plain, column, mostBytes);
      expect(bytesOf(again).equals(bytesOf(column))).toBe(true);
    }
  return plain.length;
}

const random = new Random(5);
const drawn = (count: number, value: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => value(i));
const COUNT = PIECE_VALUES + 2 * BLOCK_VALUES + 3;

describe('packed columns come back to the bit, by either way, in the same bytes:', () => {
  test('whole numbers of every width, ascending or not, and their bytes', () => {
    for (const bits of [0, 1, 7, 8, 9, 16, 24, 31, 32, 40, 48, 51]) {
      const most = 2 ** bits - 1;
      const own = drawn(COUNT, () => Math.floor(random.next() * (most + 1)));
      const bytes = expectExact(own);
      const width = Math.ceil(bits / 8);
      expect(bytes / COUNT).toBeLessThan(width + 0.05);
      expectExact(own.map((value) => -value));
      expectExact(own.map((value, i) => value - (i % 2) * most));
      let sum = -(2 ** 50);
      if (bits < 35) expect(expectExact(own.map((value) => (sum += value))) / COUNT).toBeLessThan(width + 0.1);
    }
  });

  test('words, integers, halves and bytes, at their limits', () => {
    const own = drawn(COUNT, (i) => (i % 700 < 300 ? random.integer(0, 2 ** 32 - 1) : i % 50));
    for (const column of [new Uint32Array(own), new Int32Array(own), new Uint16Array(own), new Uint8Array(own)])
      expectExact(column);
    expectExact(Int32Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? -(2 ** 31) : 2 ** 31 - 1)));
    expectExact(Int32Array.of(-5, -6, -7));
    expectExact(new Uint8Array(COUNT).fill(9));
    expect(expectExact(new Uint32Array(COUNT).fill(4_000_000_000))).toBe(10 * Math.ceil(COUNT / BLOCK_VALUES));
  });

  test('what is no number, -0, the infinite, the tiny, and what is beyond exact whole numbers', () => {
    const odd = [
      Number.NaN,
      -0,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.MIN_VALUE,
      Number.MAX_VALUE,
    ];
    const large = [2 ** 51, -(2 ** 51), 2 ** 51 + 1, 2 ** 53, -(2 ** 53), 2 ** 63, -(2 ** 63), 1e300, 0.1 + 0.2, 1 / 3];
    for (const value of [...odd, ...large])
      for (const at of [0, 100, BLOCK_VALUES - 1, BLOCK_VALUES, 299])
        expectExact(drawn(300, (i) => (i === at ? value : 3 * i)));
    expectExact(drawn(600, (i) => (i % 2 === 0 ? 2 ** 51 : -(2 ** 51))));
    const bits = new BigUint64Array(1000).map(() => BigInt(random.integer(0, 2 ** 32 - 1)) * 2n ** 31n + 5n);
    expectExact(new Float64Array(bits.buffer));
    // The payload of what is no number, too.
    expectExact(new Float64Array(BigUint64Array.of(0x7ff8_0000_0000_0abcn, 0xfff0_0000_0000_0001n).buffer));
  });

  test('decimals of up to six digits', () => {
    for (let digits = 1; digits <= 6; digits++) {
      const own = drawn(1000, () => random.integer(-1_000_000, 50_000_000) / 10 ** digits);
      expect(expectExact(own) / own.length).toBeLessThan(4.1);
    }
    // Of seven, and such as are above the exact.
    expect(expectExact(drawn(1000, (i) => (i * 7 + 1) / 1e7)) / 1000).toBeGreaterThan(8);
    expectExact(drawn(1000, (i) => 2 ** 50 + i / 4));
    expectExact(drawn(1000, (i) => (i === 500 ? -0 : i / 4)));
    expectExact(drawn(1000, (i) => (i === 500 ? 1e-9 : i / 4)));
  });

  test('no values, one, and what does not fill a block', () => {
    for (const count of [0, 1, 2, 255, 256, 257, 511, 513]) {
      expectExact(drawn(count, (i) => 1000 * i));
      expectExact(drawn(count, (i) => i / 3));
      expectExact(new Uint8Array(count).fill(200));
    }
  });
});

/** A block of some kind: constant, small, large, ascending, decimal, or of any bits. */
function drawnBlock(own: Random): (i: number) => number {
  const base = (own.next() - 0.5) * 2 ** own.integer(0, 54);
  const whole = Math.floor(base);
  const most = 2 ** own.integer(0, 53) - 1;
  const divisor = 10 ** own.integer(0, 7);
  const bits = new DataView(new ArrayBuffer(8));
  let sum = whole;
  const kinds = [
    () => whole,
    () => whole + Math.floor(own.next() * most),
    () => (sum += Math.floor((own.next() * most) / 256)),
    () => (whole + Math.floor(own.next() * most)) / divisor,
    (i: number) => (i % 2 === 0 ? base : whole),
    () => {
      bits.setUint32(0, own.integer(0, 2 ** 32 - 1));
      bits.setUint32(4, own.integer(0, 2 ** 32 - 1));
      return bits.getFloat64(0);
    },
    () => own.pick([0, -0, 1, -1, Number.NaN, 2 ** 51, -(2 ** 51), 2 ** 51 + 1, Number.POSITIVE_INFINITY]),
  ];
  return own.pick(kinds);
}

test.each([1, 2, 3, 4])('columns of blocks of any kind come back to the bit (seed %i)', (seed) => {
  const own = new Random(seed);
  for (let round = 0; round < 12; round++) {
    let value = drawnBlock(own);
    const column = drawn(own.integer(1, 9 * BLOCK_VALUES), (i) => {
      if (i % BLOCK_VALUES === 0 || own.chance(0.0005)) value = drawnBlock(own);
      return value(i);
    });
    expectExact(column);
    for (const like of [Uint32Array, Int32Array, Uint16Array, Uint8Array]) expectExact(like.from(column));
  }
});

test('whatever bytes are unpacked: they are told to be none, or leave values, and nothing else is written to', () => {
  for (let round = 0; round < 400; round++) {
    const bytes = Uint8Array.from({ length: random.integer(0, 6000) }, (_, i) => {
      // Mostly heads that are possible.
      return i < 2 || random.chance(0.02) ? random.integer(0, 9) : random.integer(0, 255);
    });
    const around = new Float64Array(900).fill(-1);
    const column = around.subarray(100, 800);
    const results = [new PlainPacking(), wasmPacking()].map((packing) => {
      packing.bytes.set(bytes);
      const found = packing.unpack(0, bytes.length, column, 0);
      expect(around.subarray(0, 100).every((value) => value === -1)).toBe(true);
      expect(around.subarray(800).every((value) => value === -1)).toBe(true);
      return found;
    });
    expect(results[1]).toEqual(results[0]);
    if (results[0]) expect(results[0].end).toBeLessThanOrEqual(bytes.length);
  }
});
