import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Notice } from '../../../../src-contract';
import { readJsonEntries, readJsonFile } from '../../../../src-worker/tables/jsonFile';
import { jsonOf } from '../../../../src-worker/tables/jsonText';
import { temporaryFile, temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

/** Writes the file and reads it; `codes` are those of what is told beside the value. */
async function readAndTold(text: string | Buffer, prepare?: (text: string) => string) {
  const notices: Notice[] = [];
  const note = (own: Notice) => notices.push(own);
  const value = await readJsonFile(written(text), { note, ...(prepare && { prepare }) });
  return { value, notices };
}

async function read(text: string | Buffer, prepare?: (text: string) => string): Promise<unknown> {
  return (await readAndTold(text, prepare)).value;
}

async function entriesOf(text: string | Buffer, entryDepth: number) {
  const notices: Notice[] = [];
  const value = await readJsonEntries(written(text), entryDepth, { note: (own) => notices.push(own) });
  return { value, notices };
}

function written(text: string | Buffer): string {
  return temporaryFile('table.json', text);
}

test.each([
  ['a BOM', '\uFEFF{"a":1}', { a: 1 }],
  ['NaN', '{"a": NaN, "b": [1.5e3, NaN]}', { a: Number.NaN, b: [1500, Number.NaN] }],
  ['infinities', '[Infinity,-Infinity , -0]', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0]],
  ['both', '\uFEFF [NaN, true,false ,null, {}, [], ""]\n', [Number.NaN, true, false, null, {}, [], '']],
  ['control characters in texts', '{"a\tb": "c\nd"}', { 'a\tb': 'c\nd' }],
  ['escapes beside them', '["\t\\u00e9\\n\\"\\\\\\/", NaN]', ['\té\n"\\/', Number.NaN]],
])('%s as in a trace', async (_, text, value) => {
  expect(await read(text)).toEqual(value);
});

test('a key that every object has', async () => {
  const value = (await read('{"__proto__": {"x": NaN}, "constructor": 1}')) as object;
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  expect('x' in value).toBe(false);
});

test.each([
  ['{"a":1,}', '“}” is unexpected', 7],
  ['{"é": 1, "b" 2}', '“2” is unexpected', 14],
  ['\uFEFF{"é": x}', '“x” is unexpected', 10],
  ['{"a": 1} {', '“{” is unexpected', 9],
  ['{"a": "b', 'the file ends too early', 8],
  ['[1, 2', 'the file ends too early', 5],
  ['   ', 'the file ends too early', 3],
  ['{"a": \0}', 'the byte 0x00 is unexpected', 6],
  ['["\\x"]', '“\\” is unexpected', 2],
  ['[1.]', '“.” is unexpected', 2],
  [`${'['.repeat(5000)}x`, 'it is nested more than 1,000 deep', 1000],
])('what is wrong with %s is said with the byte, in our words', async (text, why, byteOffset) => {
  await expect(read(text)).rejects.toMatchObject({
    notice: {
      code: 'table-not-json',
      severity: 'error',
      message: `The JSON in this file is damaged: ${why}.`,
      byteOffset,
    },
  });
});

test('the byte is right behind bytes that are no UTF-8, and behind numbers that were quoted', async () => {
  const bytes = Buffer.concat([Buffer.from('{"'), Buffer.from([0xff, 0xc3, 0xff]), Buffer.from('": 12, ?}')]);
  await expect(read(bytes, (text) => text.replace('12', '"12"'))).rejects.toMatchObject({
    notice: { reason: { id: 'json-character', params: { found: '?' } }, byteOffset: 12 },
  });
});

test('no mutant is told of in the words of the engine, and what is JSON stays what it is', async () => {
  const original = JSON.stringify({
    step1: { collective: { 'hcom@7': { 'Start Timestamp(us)': 1.5, é: ['\n"', -2e-3, null] } } },
  });
  const pieces = ['{', '}', '[', ']', '"', ',', ':', '\\', 'NaN', '-Infinity', '\0', 'é', '1e', '.', 'x'];
  const random = new Random(11);
  for (let count = 0; count < 300; count++) {
    const at = random.integer(0, original.length);
    const text = original.slice(0, at) + random.pick(pieces) + original.slice(at + random.integer(0, 3));
    const strict = strictly(text);
    const own = await read(text).catch((error: Error) => error);
    if (strict !== undefined) expect(own, text).toEqual(strict);
    else if (own instanceof Error) {
      expect(own.message, text).toMatch(/^The JSON in this file is damaged: (“.”|the byte 0x[0-9a-f]+|the file) /);
    }
  }
});

function strictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test.each([
  ['NaN', 'NaN'],
  [' null\n', 'null'],
  ['\uFEFF12', '12'],
  [JSON.stringify('x'.repeat(100)), `"${'x'.repeat(39)}…`],
])('%j alone is no table, and that is said', async (text, found) => {
  await expect(read(text)).rejects.toMatchObject({
    notice: { code: 'json-no-values', severity: 'error', params: { found } },
  });
});

test('a text within another file', () => {
  expect(jsonOf('{"a": NaN}')).toEqual({ a: Number.NaN });
  expect(jsonOf('{')).toBeUndefined();
  expect(jsonOf(undefined)).toBeUndefined();
});

test('no such file, and nothing in it', async () => {
  const gone = join(temporaryFolder(), 'gone.json');
  await expect(readJsonFile(gone, { note: () => {} })).rejects.toMatchObject({
    notice: { code: 'file-unreadable', reason: { id: 'not-there' } },
  });
  await expect(read('')).rejects.toMatchObject({ notice: { code: 'empty-file' } });
});

test.each([
  ['{"a": {"b": 1, "c" 2, "d": 3}, "e": x, "f": [1]}', { a: { b: 1, d: 3 }, f: [1] }, 2, 15],
  ['{"a": {"b": {"c": 1,}, "d": 2}}', { a: { d: 2 } }, 1, 7],
  ['{"a": 1, , "b": 2,}', { a: 1, b: 2 }, 2, 9],
  ['{"a": 1} "b": 2}', { a: 1 }, 1, 9],
  ['{"a": {"b": 1, "c": {"d', { a: { b: 1 } }, 1, 15],
  ['\uFEFF{"é": 1, "b": ?, "c": 2}', { é: 1, c: 2 }, 1, 13],
])('of nested objects what is not damaged is read: %s', async (text, value, count, byteOffset) => {
  const read = await entriesOf(text, 2);
  expect(read.value).toEqual(value);
  expect(read.notices).toMatchObject([
    { code: 'json-damaged-entries', severity: 'warning', params: { count }, byteOffset },
  ]);
});

test('where there is no object nothing can be read of it', async () => {
  await expect(entriesOf('[{"a": 1}, x]', 2)).rejects.toMatchObject({ notice: { code: 'table-not-json' } });
});

test.each(['{,', '{"a":{', '"\\"'])('damage takes time in proportion to the bytes: %s', async (piece) => {
  const start = process.cpuUsage();
  const { notices } = await entriesOf(`{"a" 1, ${piece.repeat(500_000)}`, 3);
  expect(notices.map(({ code }) => code)).toEqual(['json-damaged-entries']);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
});

test.each(['{"a":1}', '\ufeff{"a":1}'])('UTF-16 is said to be that: %j', async (text) => {
  const bytes = Buffer.from(text, 'utf16le');
  for (const own of [bytes, Buffer.from(bytes).swap16()])
    await expect(read(own)).rejects.toMatchObject({ notice: { code: 'utf16', severity: 'error' } });
});

// 名称 in GBK.
const GBK = Buffer.from('\xc3\xfb\xb3\xc6', 'latin1');

test('a text that is not in UTF-8 is told with its place, and all is read', async () => {
  const { value, notices } = await readAndTold(
    Buffer.concat([Buffer.from('{"é": "'), GBK, Buffer.from('", "a": NaN}')]),
  );
  expect(value).toMatchObject({ a: Number.NaN });
  expect(notices).toMatchObject([{ code: 'not-utf8', severity: 'warning', byteOffset: 8 }]);
  const damaged = await entriesOf(Buffer.concat([Buffer.from('{"'), GBK, Buffer.from('": 1, "b": x}')]), 1);
  expect(damaged.notices.map(({ code }) => code)).toEqual(['not-utf8', 'json-damaged-entries']);
});

test('a text that has the character for such bytes itself is as it should be', async () => {
  expect((await readAndTold('["\ufffd"]')).notices).toEqual([]);
});
