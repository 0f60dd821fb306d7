import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openByteSource } from '../../../src-worker/files/byteSource';
import { notice } from '../../../src-worker/files/notices';
import { openDatabase } from '../../../src-worker/sqlite/database';
import { temporaryFile } from '../../fixtures/indexed';
import { Random } from '../../fixtures/random';
import { writeDatabase } from '../../fuzz/inputs/sqliteWriter';
import { writeZip } from '../../fuzz/inputs/zipWriter';
import { mutantOf } from '../../fuzz/mutant';
import { byteMutators } from '../../fuzz/mutators/bytes';
import { csvMutators } from '../../fuzz/mutators/csv';
import { packedMutators } from '../../fuzz/mutators/packed';
import { sqliteMutators } from '../../fuzz/mutators/sqlite';
import { encodingMutators, jsonMutators, numberMutators, stringMutators } from '../../fuzz/mutators/text';
import { traceMutators } from '../../fuzz/mutators/trace';
import { unpacked } from '../../fuzz/program/unpacked';
import { wholeEvents } from '../../fuzz/program/wholeEvents';
import { foreignWords } from '../../fuzz/program/wording';

describe('events are counted without the product', () => {
  test.each([
    ['[{"ph":"X"},{"ph":"B"}]', [1, 12]],
    ['[{"ph":"X","args":{"ph":"Y"}}]', [1]],
    ['[{"ph":"X",{"ph":"B"}]', [11]],
    ['[{"ph":"X","a":"}{"},{"b":1},"{\\"ph\\":1}"]', [1]],
    ['{"a":1,"traceEvents":[{"ph":"X"}]', [22]],
    ['', []],
  ])('%s', (text, offsets) => {
    expect(wholeEvents(Buffer.from(text)).map(({ from }) => from)).toEqual(offsets);
  });

  test('a file of braces does not take for ever', () => {
    expect(wholeEvents(Buffer.from('{'.repeat(200_000)))).toEqual([]);
  });
});

test('what is in an archive is told without the product', () => {
  const text = Buffer.from('[{"ph":"X","ts":1}]'.repeat(50));
  const gzip = gzipSync(text);
  const stored = writeZip([{ name: 'a', bytes: text, isStored: true }]);
  const told = (bytes: Buffer) => unpacked(bytes).map((one) => [one.bytes.toString(), one.isWhole]);
  const zip = writeZip([
    { name: 'a', bytes: Buffer.from('b') },
    { name: 'c', bytes: gzip },
  ]);
  expect(told(gzip)).toEqual([[text.toString(), true]]);
  expect(told(Buffer.concat([gzip, gzip]))).toEqual([[`${text}${text}`, true]]);
  expect(told(zip)).toEqual([
    ['b', true],
    [text.toString(), true],
  ]);
  const [cut] = unpacked(gzip.subarray(0, -12));
  expect(cut.isWhole).toBe(false);
  expect(text.toString().startsWith(cut.bytes.toString())).toBe(true);
  const flipped = Buffer.from(stored);
  flipped[flipped.indexOf('"ph"')] ^= 1;
  expect(unpacked(flipped).map(({ isWhole }) => isWhole)).toEqual([false]);
});

test.each([
  ['Unexpected token } in JSON at position 3', true],
  ["ENOENT: no such file or directory, open 'x'", true],
  ['It ended.\n    at Object.run (file:///x/y.js:1:2)', true],
  ['The number Infinity cannot be converted to a BigInt', true],
  ['The dump undefined is not open', true],
  ['An entry of the event list is not an object.', false],
  ['The file can’t be read: it does not exist.', false],
])('%s', (sentence, isForeign) => {
  expect(foreignWords(sentence) !== undefined).toBe(isForeign);
});

test('words of the file itself are nobody else’s', () => {
  expect(foreignWords('unknown phase "NaN"', '[{"ph":"NaN"}]')).toBeUndefined();
  // Named by the sentence as an example, and no value that it was filled with.
  for (const code of ['counter-odd-values', 'lane-row-without-value'] as const)
    expect(foreignWords(notice(code, 'warning', { count: 3 }).message), code).toBeUndefined();
  expect(foreignWords(notice('counter-odd-values', 'warning', { count: Number.NaN }).message)).toBe('NaN');
});

describe('mutants', () => {
  const mutators = [
    ...[byteMutators, csvMutators, packedMutators, sqliteMutators, encodingMutators, jsonMutators],
    ...[numberMutators, stringMutators, traceMutators],
  ].flat();
  const samples = [
    ...['', '{', '[{"ph":"X","ts":1,"args":{"a":"b"}}]', 'a,b\n"1\n",2\n', 'PK\x03\x04', '\x1f\x8b\x08'],
    ...['x'.repeat(3000), 'SQLite format 3\0'],
  ].map((text) => Buffer.from(text, 'latin1'));

  test.each(mutators.map((mutator) => [mutator.name, mutator] as const))('%s takes anything', (_, mutator) => {
    for (let seed = 0; seed < 40; seed++) {
      const sample = samples[seed % samples.length];
      const before = Buffer.from(sample);
      expect(mutator.change(sample, new Random(seed))).toBeInstanceOf(Buffer);
      expect(sample.equals(before), 'what it is given stays as it is').toBe(true);
    }
  });

  test('are the same for the same number', () => {
    const input = { name: 'x', bytes: samples[2], path: 'x', beside: {} };
    const format = { name: 'x', inputs: async () => [input], mutators, run: async () => [] };
    const of = (number: number) => mutantOf(format, [input], { format: 'x', seed: 7, number }).bytes.toString('latin1');
    expect(of(3)).toBe(of(3));
    expect(new Set(Array.from({ length: 50 }, (_, number) => of(number))).size).toBeGreaterThan(30);
  });
});

test('the databases written for it are ones', () => {
  const rows = Array.from({ length: 300 }, (_, i) => [
    i * 1000,
    0.25 - i / 2,
    i % 7 === 0 ? 'long '.repeat(i * 3) : `t${i}`,
    undefined,
  ]);
  const columns = ['a INTEGER', 'b REAL', 'c TEXT', 'd'];
  const path = temporaryFile(
    'x.db',
    writeDatabase([
      { name: 'many', columns, rows },
      { name: 'none', columns, rows: [] },
    ]),
  );
  const database = openDatabase(path);
  const read: unknown[][] = [];
  database.scan('many', ['a', 'b', 'c', 'd'], (row) => read.push([0, 1, 2, 3].map((column) => row.value(column))));
  expect(database.scan('none', ['a'], () => {})).toBe(0);
  database.close();
  expect(read).toEqual(rows);
  expect(database.notices).toEqual([]);
});

test('the zip files written for it are ones', async () => {
  const text = Buffer.from('[{"ph":"X","ts":1,"name":"a"}]');
  for (const isStored of [true, false]) {
    const path = temporaryFile('x.zip', writeZip([{ name: 'a.json', bytes: text, isStored }]));
    const source = openByteSource(path);
    const target = new Uint8Array(100);
    const length = await source.fill(target, 0);
    source.close();
    expect(Buffer.from(target.subarray(0, length))).toEqual(text);
  }
});
