import { describe, expect, inject, test } from 'vitest';
import type { Fact } from '../../../../src-worker/parquet/factColumns';
import { factFile } from '../../../../src-worker/parquet/factFile';
import { FactMemory } from '../../../../src-worker/parquet/factMemory';
import { factHead, type ReadPools, readFactTable } from '../../../../src-worker/parquet/factRead';
import { type FactTable, plainFact, TextPool } from '../../../../src-worker/parquet/factTable';
import { ShapePool } from '../../../../src-worker/parquet/numberHoles';
import { TableRoom } from '../../../../src-worker/parquet/tableRoom';
import { loadWasmModule } from '../../../../src-worker/tokenizer/wasmModule';
import { Random } from '../../../fixtures/random';
import { someFacts } from './someFacts';

const about = { form: 'a', version: '1' };
const newPools = (): ReadPools => ({ texts: new TextPool(), shapes: new ShapePool() });

function newMemory(): FactMemory {
  const module = loadWasmModule(inject('factsWasm'));
  if (!module) throw new Error('this engine has no SIMD, so the reader of facts cannot be tested');
  return new FactMemory(module, about);
}

function read(
  memory: FactMemory,
  bytes: Uint8Array,
  pools: ReadPools,
  room = new TableRoom(new ArrayBuffer(0)),
): FactTable | undefined {
  memory.room(bytes.length).set(bytes);
  return memory.read(bytes.length, pools, room);
}

const contentOf = (table: FactTable) => table.rows().map(plainFact);
const plainly = (bytes: Uint8Array) => contentOf(readFactTable(bytes, factHead(bytes), newPools()));

describe.each([1, 8, 9, 129, 400, 3000])('%i facts', (count) => {
  test.each([0, 0.1, 0.9, 1])('of which columns have a share of %d: as in TypeScript', (share) => {
    const facts = someFacts(count + 1, count, share);
    const bytes = factFile(facts, about);
    const memory = newMemory();
    const pools = newPools();
    for (let time = 0; time < 2; time++) expect(contentOf(read(memory, bytes, pools)!)).toEqual(facts);
  });
});

/** As kernels, packets and files of ranks are. */
function moresOf(seeded: Random, rank: number): Fact[] {
  const numbers = [
    ...[0, -0, 1, -17, 0.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, 123456789012345680000],
    ...[0.1, 0.30000000000000004, 1e15, 999999999999999, 0.000001, 2.5e-8],
  ];
  return Array.from({ length: 60 }, (_, at) => {
    const pick = () => numbers[Math.floor(seeded.next() * numbers.length)];
    const random = () => [seeded.next(), seeded.next() * 10 ** Math.floor(seeded.next() * 20 - 8), pick()][at % 3];
    const kinds = [
      { core: 'AI_CORE', minNs: random(), ratios: { mac: random(), vector: random() } },
      { packets: Array.from({ length: at % 4 }, () => [random(), pick()]), share: -random() },
      { name: `rank "${rank}" \\ 汉${at}`, value: pick() },
      { text: 'no number', rank: rank === 3 ? [{ a: null }] : true },
    ];
    return { kind: 'a', more: JSON.stringify(kinds[at % kinds.length]) };
  });
}

test('what has no column, in many files: the same texts, shapes and numbers to the last bit', () => {
  const seeded = new Random(7);
  const [memory, ownPools, plainPools] = [newMemory(), newPools(), newPools()];
  let shaped = 0;
  for (let rank = 0; rank < 30; rank++) {
    const facts = moresOf(seeded, rank);
    const bytes = factFile(facts, about);
    const own = read(memory, bytes, ownPools)!;
    const plain = readFactTable(bytes, factHead(bytes), plainPools);
    expect(contentOf(own)).toEqual(facts);
    expect([...own.bytes.moreNumbers]).toEqual([...plain.bytes.moreNumbers]);
    expect(own.bytes.mores).toEqual(plain.bytes.mores);
    for (let row = 0; row < own.count; row++) {
      expect(own.shapeAt(row)?.text).toBe(plain.shapeAt(row)?.text);
      if (own.shapeAt(row)) shaped++;
    }
  }
  expect(shaped).toBeGreaterThan(800);
  expect(ownPools.shapes.shapes.map(({ text }) => text)).toEqual(plainPools.shapes.shapes.map(({ text }) => text));
});

test('tables in one room stand behind one another, over what was there before; who has no room there has a buffer of its own', () => {
  const seeded = new Random(11);
  const [memory, pools] = [newMemory(), newPools()];
  const files = Array.from({ length: 5 }, (_, rank) => moresOf(seeded, rank));
  // Shapes are told by the second that is alike: from then on a file has as many numbers each time.
  for (const facts of [...files, ...files]) read(memory, factFile(facts, about), pools);
  const wanted = new TableRoom(new ArrayBuffer(0));
  for (const facts of files) read(memory, factFile(facts, about), pools, wanted);
  const buffer = new ArrayBuffer(wanted.wantedBytes - 1);
  new Uint8Array(buffer).fill(0xff);
  const room = new TableRoom(buffer);
  const tables = files.map((facts) => read(memory, factFile(facts, about), pools, room)!);
  expect(tables.map(contentOf)).toEqual(files);
  expect(tables.map((own) => own.bytes.buffer === buffer)).toEqual([true, true, true, true, true]);
  expect(tables.map((own) => own.bytes.moreNumbers.buffer === buffer)).toEqual([true, true, true, true, false]);
  expect(room.wantedBytes).toBe(wanted.wantedBytes);
});

test('numbers that are not JSON stand for themselves', () => {
  const [memory, pools] = [newMemory(), newPools()];
  const mores = ['01', '1.', '.5', '-', '1e', '1e+', '1.5e3.2', '--1', '1-', '1E+2', '-0.0e-0', '1.50', '00', '[1'];
  const facts = mores.flatMap((text): Fact[] =>
    [text, text, text].map((more) => ({ kind: 'a', more: `{"a":${more}}` })),
  );
  const bytes = factFile(facts, about);
  const [own, plain] = [read(memory, bytes, pools)!, readFactTable(bytes, factHead(bytes), newPools())];
  expect(own.bytes.mores).toEqual(plain.bytes.mores);
  expect([...own.bytes.moreNumbers]).toEqual([...plain.bytes.moreNumbers]);
});

test('texts that another reader has put into the pool are the same', () => {
  const pools = newPools();
  const other = factFile(
    [
      { kind: 'b', name: 'c', more: '{"x":1}' },
      { kind: 'b', more: '{"x":2}' },
    ],
    about,
  );
  readFactTable(other, factHead(other), pools);
  const facts: Fact[] = [
    { kind: 'a', name: 'c', more: '{"y":1}' },
    { kind: 'b', name: 'a', more: '{"y":2}' },
    { kind: 'c', more: '{"x":3}' },
    { kind: 'c', more: '{"x":4}' },
  ];
  expect(contentOf(read(newMemory(), factFile(facts, about), pools)!)).toEqual(facts);
  expect(pools.texts.texts).toEqual(['b', 'c', 'a']);
});

test('a file of something else, of another version or without rows is left', () => {
  const [memory, pools] = [newMemory(), newPools()];
  for (const bytes of [
    factFile([{ kind: 'a' }], { form: 'a', version: '2' }),
    factFile([{ kind: 'a' }], { form: 'a' }),
    factFile([], about),
    new Uint8Array(0),
    new TextEncoder().encode('PAR1PAR1PAR1'),
  ])
    expect(read(memory, bytes, pools)).toBeUndefined();
  expect(read(memory, factFile([{ kind: 'a' }], about), pools)?.count).toBe(1);
});

test('damaged bytes are left, or are what TypeScript reads; and nothing of them comes into the next file', () => {
  const facts = [...someFacts(3, 300, 0.7), ...moresOf(new Random(2), 1), ...moresOf(new Random(2), 2)];
  const bytes = factFile(facts, about);
  const seeded = new Random(11);
  const next = () => seeded.next();
  const [memory, pools] = [newMemory(), newPools()];
  let [left, taken] = [0, 0];
  for (let round = 0; round < 800; round++) {
    const own = bytes.slice();
    const from = round % 2 === 0 ? 0 : own.length - 1500;
    for (let flips = 1 + Math.floor(next() * 3); flips > 0; flips--)
      own[from + Math.floor(next() * (own.length - from))] = Math.floor(next() * 256);
    const cut = round % 5 === 0 ? own.subarray(Math.floor(next() * own.length)) : own;
    const table = read(memory, cut, pools);
    if (!table) left++;
    else {
      taken++;
      expect(contentOf(table)).toEqual(plainly(cut));
    }
  }
  expect(left).toBeGreaterThan(200);
  expect(taken).toBeGreaterThan(20);
  expect(contentOf(read(memory, bytes, pools)!)).toEqual(facts);
});
