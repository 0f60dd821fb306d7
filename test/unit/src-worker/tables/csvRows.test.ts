import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { ByteTexts } from '../../../../src-worker/tables/byteTexts';
import { readCsvRows } from '../../../../src-worker/tables/csvRows';
import { readCsv } from '../../../../src-worker/tables/csvTable';
import { temporaryFolder } from '../../../fixtures/indexed';

async function rowsOf(text: string): Promise<string[][]> {
  const path = join(temporaryFolder(), 'rows.csv');
  writeFileSync(path, text);
  const rows: string[][] = [];
  await readCsvRows(path, ({ bytes, cellCount, start, end }) => {
    const cell = (i: number) => Buffer.from(bytes.subarray(start[i], end[i])).toString('utf8');
    rows.push(Array.from({ length: cellCount }, (_, i) => cell(i)));
  });
  return rows;
}

/** Mulberry32: the same rows every time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

test('rows of odd cells are what another parser makes of them', async () => {
  const random = randomOf(7);
  const pieces = ['a', 'é', '"', ',', '\n', '1.5', ' ', '\t', 'N/A', '中', ';', '""'];
  for (let round = 0; round < 200; round++) {
    const cellCount = 1 + Math.floor(random() * 5);
    const oddCell = () =>
      Array.from({ length: Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    const oddRows = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      Array.from({ length: cellCount }, oddCell),
    );
    // A header of one line tells how many cells a row has.
    const rows = [Array.from({ length: cellCount }, (_, cell) => `"${cell},`), ...oddRows];
    const newline = random() < 0.5 ? '\n' : '\r\n';
    const text = Papa.unparse(rows, { newline }) + (random() < 0.5 ? newline : '');
    const expected = Papa.parse<string[]>(text, { delimiter: ',', newline, skipEmptyLines: true }).data;
    expect(await rowsOf(text), JSON.stringify(text)).toEqual(expected);
  }
});

test('rows longer than a block, and cells that a block would cut', async () => {
  const long = 'x"y'.repeat(700_000);
  const rows = [['head', 'second'], [long, '1'], ...Array.from({ length: 60_000 }, (_, i) => [`"${i},`, `é${i}`])];
  expect(await rowsOf(Papa.unparse(rows))).toEqual(rows);
});

test('rows that are written once the file has been opened are read too', async () => {
  const path = join(temporaryFolder(), 'growing.csv');
  const later = Array.from({ length: 300_000 }, (_, i) => `later,${i}\n`);
  writeFileSync(path, 'name,number\nfirst,1\nla');
  const rows: string[] = [];
  let isWritten = false;
  let blockCount = 0;
  const sizeBytes = await readCsvRows(
    path,
    ({ bytes, start, end }) => rows.push(Buffer.from(bytes.subarray(start[0], end[1])).toString()),
    () => {
      blockCount++;
      if (!isWritten) appendFileSync(path, later.join('').slice(2));
      isWritten = true;
    },
  );
  expect(rows).toEqual(['name,number', 'first,1', ...later.map((line) => line.slice(0, -1))]);
  expect(sizeBytes).toBe(statSync(path).size);
  expect(blockCount).toBeLessThan(10);
});

test('a quote that is not doubled belongs to the cell', async () => {
  expect(await rowsOf('"a"b",c\n1,2\n')).toEqual([
    ['a"b', 'c'],
    ['1', '2'],
  ]);
});

test('numbers are rounded once, as the digits say', async () => {
  const digits = [
    '53.741',
    '0.001',
    '123456789012.345',
    '-7.5',
    '.5',
    '5.',
    '1e3',
    '9007199254740993',
    '0.1234567',
    '1',
  ];
  const path = join(temporaryFolder(), 'numbers.csv');
  writeFileSync(path, `Duration(us),Start Time(us)\n${digits.map((text) => `${text},${text}`).join('\n')}\n`);
  const table = await readCsv(path, { baseNs: 0n });
  const [duration] = table.columns;
  const wanted = digits.map((text) => (text.includes('e') ? 1e6 : Number(`${text.replace(/\.$/, '')}e3`)));
  expect(duration.kind === 'number' && [...duration.values]).toEqual(wanted);
  expect(table.notices).toEqual([]);
});

test('a hundred thousand different texts keep their codes', () => {
  const texts = new ByteTexts();
  const encoder = new TextEncoder();
  const code = (text: string) => {
    const bytes = encoder.encode(`__${text}__`);
    return texts.code(bytes, 2, bytes.length - 2);
  };
  const wrong: number[] = [];
  for (let i = 0; i < 100_000; i++) if (code(`kernel ${i * 7}`) !== i) wrong.push(i);
  for (let i = 99_999; i >= 0; i -= 13) if (code(`kernel ${i * 7}`) !== i) wrong.push(i);
  expect(wrong).toEqual([]);
  expect(code('')).toBe(100_000);
  expect(texts.texts[100_000]).toBe('');
});
