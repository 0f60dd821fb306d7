import { describe, expect, inject, test } from 'vitest';
import { createIndexSlices, type IndexSlices, putTimes } from '../../../../../src-worker/index/columns/indexSlices';
import { plainLoops, type SliceLoops } from '../../../../../src-worker/index/loops/sliceLoops';
import { WasmLoops } from '../../../../../src-worker/index/loops/wasmLoops';
import type { NameNumbers } from '../../../../../src-worker/index/nameNumbers';
import type { IntervalTree } from '../../../../../src-worker/index/rankIndex';
import { packEncoded, packStrings } from '../../../../../src-worker/index/strings';
import { loadWasmModule } from '../../../../../src-worker/tokenizer/wasmModule';
import { Random } from '../../../../fixtures/random';

const module = loadWasmModule(inject('arrangingWasm'));
if (!module) throw new Error('this engine has no WebAssembly, so its loops cannot be tested');

/** Counts what WebAssembly leaves to the plain loops. */
class CountingLoops implements SliceLoops {
  lanes = 0;

  arrangeLane(...args: Parameters<SliceLoops['arrangeLane']>): ReturnType<SliceLoops['arrangeLane']> {
    this.lanes++;
    return plainLoops.arrangeLane(...args);
  }

  buildIntervalTree(...args: Parameters<SliceLoops['buildIntervalTree']>): IntervalTree {
    return plainLoops.buildIntervalTree(...args);
  }

  nameNumbers(sizeBytes: number): NameNumbers {
    return plainLoops.nameNumbers(sizeBytes);
  }

  chosenRows = plainLoops.chosenRows;
  flowLoops = plainLoops.flowLoops;
  sweepLane = plainLoops.sweepLane;
  columnPacking = plainLoops.columnPacking;
}

interface Drawn {
  readonly slices: IndexSlices;
  readonly idRefs: Uint32Array;
}

/** What all columns have is told from one another: where a slice has gone shows in each. */
function drawn(
  startNs: readonly number[],
  lengthNs: (i: number) => number,
  nameCount: number,
  hasRefs: boolean,
): Drawn {
  const starts = Float64Array.from(startNs);
  const ends = starts.map((start, i) => start + lengthNs(i));
  const longCount = ends.filter((end, i) => end - starts[i] >= 2 ** 31).length;
  const slices = createIndexSlices(starts.length, longCount, nameCount, [], nameCount > 300 ? 256 : 60_000);
  putTimes(starts, ends, slices, 0);
  for (let i = 0; i < starts.length; i++) {
    slices.name[i] = i % nameCount;
    slices.category[i] = (7 * i) % 60_000;
    slices.flags[i] = i % 251;
    slices.source[i] = 2 ** 45 + i;
  }
  return { slices, idRefs: Uint32Array.from(starts, (_, i) => (hasRefs ? i : 0)) };
}

function copied({ slices, idRefs }: Drawn): Drawn {
  const columns = Object.entries(slices).map(([name, column]) => [name, column.slice()]);
  return { slices: Object.fromEntries(columns) as IndexSlices, idRefs: idRefs.slice() };
}

function expectSameBytes(found: ArrayBufferView, wanted: ArrayBufferView): void {
  const [a, b] = [found, wanted].map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength));
  expect(a.equals(b)).toBe(true);
}

/** Arranges [first, end) both ways, and answers how many lanes were left to the plain loops. */
function expectSame(own: Drawn, loops: WasmLoops, counting: CountingLoops, first: number, end: number): number {
  const [plain, wasm] = [copied(own), copied(own)];
  const before = counting.lanes;
  const wanted = plainLoops.arrangeLane(plain.slices, plain.idRefs, first, end);
  const found = loops.arrangeLane(wasm.slices, wasm.idRefs, first, end);
  expect({ ...found, rowStarts: [] }).toEqual({ ...wanted, rowStarts: [] });
  expectSameBytes(found.rowStarts, wanted.rowStarts);
  expectSameBytes(wasm.idRefs, plain.idRefs);
  for (const name of Object.keys(plain.slices) as (keyof IndexSlices)[])
    expectSameBytes(wasm.slices[name], plain.slices[name]);
  return counting.lanes - before;
}

const COUNT = 3000;
const SHAPES: Readonly<Record<string, (random: Random) => { starts: number[]; lengthNs: (i: number) => number }>> = {
  'in order': () => ({ starts: line((i) => 10 * i), lengthNs: () => 7 }),
  nested: () => ({ starts: line((i) => 10 * i), lengthNs: (i) => 10 * (50 - (i % 50)) - 5 }),
  'of stretches that begin anew': () => ({ starts: line((i) => 30 * (i % 600)), lengthNs: () => 5 }),
  'a few steps aside': (random) => ({
    starts: line((i) => 10 * i + random.integer(0, 15)),
    lengthNs: () => 4,
  }),
  'in no order': (random) => ({
    starts: line(() => random.integer(0, 2 ** 44)),
    lengthNs: () => random.integer(0, 2 ** 28),
  }),
  'in no order, near each other': (random) => ({
    starts: line(() => random.integer(0, 20_000)),
    lengthNs: () => random.integer(0, 20),
  }),
  'some at one instant': (random) => ({
    starts: line((i) => 100 * (i >> 3)),
    lengthNs: () => random.pick([0, 10, 10, 99]),
  }),
  'long, and before the base': (random) => ({
    starts: line((i) => 2 ** 30 * (i - 1500)),
    lengthNs: () => random.pick([1, 2 ** 29, 2 ** 31 - 1, 2 ** 31, 2 ** 33]),
  }),
  'some crossing': (random) => ({ starts: line((i) => 10 * i), lengthNs: () => random.integer(1, 90) }),
};

function line(startOf: (i: number) => number): number[] {
  return Array.from({ length: COUNT }, (_, i) => startOf(i));
}

describe('loops in WebAssembly leave what the plain ones do', () => {
  test.each(Object.keys(SHAPES))('slices %s', (shape) => {
    const counting = new CountingLoops();
    const loops = new WasmLoops(module, counting);
    let left = 0;
    for (let seed = 0; seed < 6; seed++) {
      const { starts, lengthNs } = SHAPES[shape](new Random(100 + seed));
      const own = drawn(starts, lengthNs, seed % 2 === 0 ? 300 : 70_000, seed % 3 === 0);
      left += expectSame(own, loops, counting, 0, COUNT);
      left += expectSame(own, loops, counting, 17, 1500 + seed);
    }
    // Or it would not be WebAssembly that is tested.
    expect(left).toBe(0);
  });

  test('lanes of more slices than are moved at a time', () => {
    const counting = new CountingLoops();
    const loops = new WasmLoops(module, counting);
    const random = new Random(8);
    const starts = Array.from({ length: 150_001 }, (_, i) => 10 * i + random.integer(0, 15));
    const lengths = starts.map((_, i) => (i % 3 === 0 ? 25 : 4));
    expect(
      expectSame(
        drawn(starts, (i) => lengths[i], 300, true),
        loops,
        counting,
        0,
        starts.length,
      ),
    ).toBe(0);
  });

  test('what takes more than they have is left to the plain ones, with nothing moved', () => {
    const counting = new CountingLoops();
    const loops = new WasmLoops(module, counting);
    const atOnce = drawn(line(() => 5).reverse(), (i) => i % 100, 10, true);
    expect(expectSame(atOnce, loops, counting, 0, COUNT)).toBe(1);
    const crossing = drawn(
      line((i) => 10 * i),
      (i) => 5000 + (i % 7),
      10,
      true,
    );
    expect(expectSame(crossing, loops, counting, 0, COUNT)).toBe(1);
    const short = drawn(line((i) => 10 * i).reverse(), () => 3, 10, true);
    expect(expectSame(short, loops, counting, 5, 20)).toBe(1);
  });

  test('a lane that is deeper than they have rows for', () => {
    const counting = new CountingLoops();
    const loops = new WasmLoops(module, counting);
    const count = 40_000;
    const deep = drawn(
      Array.from({ length: count }, (_, i) => i),
      (i) => 2 * (count - i),
      10,
      false,
    );
    expect(expectSame(deep, loops, counting, 0, count)).toBe(1);
    expect(expectSame(deep, loops, counting, 20_000, count)).toBe(0);
  });

  test('lanes that are large and small in turn: memory grows between them', () => {
    const counting = new CountingLoops();
    const loops = new WasmLoops(module, counting);
    const count = 300_000;
    const large = drawn(
      Array.from({ length: count }, (_, i) => (i * 7919) % count),
      () => 1,
      10,
      true,
    );
    for (const end of [1000, count, 2000]) expect(expectSame(large, loops, counting, 0, end)).toBe(0);
  });
});

test('names of several tables are numbered alike, where they grow and where they come again', () => {
  const random = new Random(5);
  const loops = new WasmLoops(module);
  const [plain, wasm] = [plainLoops, loops].map((each) => each.nameNumbers(1000));
  for (const count of [3, 0, 5000, 40_000]) {
    const texts = Array.from({ length: count }, () => {
      const text = `${random.integer(0, 20_000)}`;
      return random.chance(0.1) ? text.repeat(20) : random.chance(0.1) ? '' : text;
    });
    const strings = packEncoded(texts.map((text) => new TextEncoder().encode(text)));
    expectSameBytes(wasm.internAll(strings), plain.internAll(strings));
    expectSameBytes(packStrings(wasm.table).bytes, packStrings(plain.table).bytes);
    expectSameBytes(packStrings(wasm.table).ends, packStrings(plain.table).ends);
  }
});

describe('trees', () => {
  test.each([1, 2, 3, 4])('of rows of all lengths, with gaps in any place (seed %i)', (seed) => {
    const random = new Random(300 + seed);
    const counts = [5000, 3, 512, 511, 513, 8, 9, 4096, 1, 700, 64 * 512 + 1, 600];
    const startNs: number[] = [];
    const lengthNs: number[] = [];
    for (const count of counts) {
      let ns = random.integer(-1000, 1000);
      const widest = random.pick([0, 3, 100, 2 ** 33]);
      for (let i = 0; i < count; i++) {
        ns += random.chance(0.05) ? random.integer(0, widest) : random.integer(0, 2);
        startNs.push(ns);
        lengthNs.push(random.chance(0.01) ? random.pick([0, 2 ** 31, 2 ** 34]) : random.integer(0, 50));
        ns += lengthNs[lengthNs.length - 1];
      }
    }
    const { slices } = drawn(startNs, (i) => lengthNs[i], 10, false);
    const rows = new Uint32Array(counts.length + 1);
    counts.forEach((count, row) => {
      rows[row + 1] = rows[row] + count;
    });
    const wanted = plainLoops.buildIntervalTree(slices, rows);
    const found = new WasmLoops(module).buildIntervalTree(slices, rows);
    expect(found.levels.length).toBe(5);
    for (const part of ['levels', 'shapes', 'splits'] as const) {
      expect(found[part].length).toBe(wanted[part].length);
      found[part].forEach((columns, level) => {
        for (const [name, column] of Object.entries(columns))
          expectSameBytes(column, (wanted[part][level] as typeof columns)[name as keyof typeof columns]);
      });
    }
  });
});
