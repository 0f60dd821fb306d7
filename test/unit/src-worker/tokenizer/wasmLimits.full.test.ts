import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BATCH_EVENTS, BATCH_SAMPLES } from '../../../../src-worker/tokenizer/batch';
import { loadWasmModule } from '../../../../src-worker/tokenizer/wasmModule';
import { createWasmTokenizer, WasmTokenizer } from '../../../../src-worker/tokenizer/wasmTokenizer';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();
const bytesOf = (text: string) => new TextEncoder().encode(text);

function compareOn(text: string): TokenizerPair {
  const pair = new TokenizerPair(module);
  pair.expectSame(bytesOf(text));
  pair.expectSameTables();
  return pair;
}

describe('at the limits of a batch', () => {
  test('both sides lay out the same columns', () => {
    const { exports } = new WebAssembly.Instance(module, { host: { oddNumber() {}, sampleValue() {} } });
    const sizes = [exports.BATCH_EVENTS, exports.BATCH_SAMPLES].map((size) => size as { readonly value: number });
    expect(sizes.map(({ value }) => value)).toEqual([BATCH_EVENTS, BATCH_SAMPLES]);
  });

  test('more events than a batch holds', () => {
    const pair = compareOn(`${'{"ph":"i","ts":1},'.repeat(2 * BATCH_EVENTS + 5)}]`);
    expect(pair.eventCount).toBe(2 * BATCH_EVENTS + 5);
    expect(pair.stops).toContain('batch-full');
  });

  test('more samples than a batch holds, in many events and in one', () => {
    const samples = (count: number) => Array.from({ length: count }, (_, i) => `"k${i % 9}":${i}.5`).join(',');
    const counter = (count: number) => `{"ph":"C","ts":1,"args":{${samples(count)}}}`;
    const pair = compareOn(
      `${[...Array(30).fill(counter(9001)), counter(BATCH_SAMPLES + 3), counter(2), counter(BATCH_SAMPLES)].join(',')}]`,
    );
    expect(pair.eventCount).toBe(33);
    expect(pair.stops).toContain('batch-full');
  });
});

describe('tables grow', () => {
  test('many different names, and a long one', () => {
    const names = Array.from({ length: 300_000 }, (_, i) => `{"name":"n${i * 7919}"}`);
    const pair = compareOn(`${names.join(',')},{"name":"${'long '.repeat(1 << 20)}"},${names[0]}]`);
    expect(pair.wasm.names.size).toBe(300_001);
  });

  test('more lanes and categories than 16 bits can number', () => {
    const event = (_: unknown, i: number) => `{"cat":"c${i}","pid":${i % 1000},"tid":"${i}"}`;
    const pair = compareOn(`${Array.from({ length: 66_000 }, event).join('\n')}]`);
    expect(pair.wasm.laneCount).toBe(66_000);
    expect(pair.wasm.categories.size).toBe(66_001);
  });

  test('lanes whose texts are longer than 16 bytes, or alike in their first 16', () => {
    const tids = ['1234567890123456', '12345678901234567', '12345678901234568', '"12345678\\u0000"', '12345678', '1'];
    const events = [...tids, ...tids].flatMap((pid) => tids.map((tid) => `{"pid":${pid},"tid":${tid}}`));
    expect(compareOn(`${events.join(',')}]`).wasm.laneCount).toBe(36);
  });
});

describe('nested values', () => {
  // What stands in the args, moved through every place of a block of 64 bytes and across its end.
  const contents = [
    '"}"',
    '"{"',
    '"\\""',
    '"\\\\"',
    '"\\\\\\""',
    '[{}]',
    '"]}"',
    '{"a":{"b":[]}}',
    '""',
    '"\\\\\\\\","}"',
  ];

  test.each(contents)('%s at every place of a block', (content) => {
    let text = '';
    for (let padding = 0; padding < 140; padding++)
      text += `{"name":"${padding}","args":{"${'p'.repeat(padding)}":${content},"x":${content}},"ts":1},`;
    const pair = compareOn(`${text}]`);
    expect(pair.eventCount).toBe(140);
    expect([...pair.stops].sort()).toEqual(['array-end', 'need-bytes']);
  });

  test('long runs of backslashes', () => {
    let text = '';
    for (let length = 0; length < 300; length++) text += `{"args":{"a":"${'\\\\'.repeat(length)}\\"}"},"ts":1},`;
    expect(compareOn(`${text}]`).eventCount).toBe(300);
  });

  test('deep ones, and backslashes outside of strings', () => {
    compareOn(`{"args":${'{"a":['.repeat(500)}${']}'.repeat(500)},"ts":1},{"args":{\\"a\\":1}},{"args":{"b":[\\]"}"}]`);
  });
});

describe('memory', () => {
  test('bytes keep their content and positions their meaning when they move', () => {
    const tokenizer = new WasmTokenizer(module, 5);
    tokenizer.reserve(100);
    tokenizer.bytes.set(bytesOf('{"ts":7},{"ts":8'));
    expect(tokenizer.parse(0, 16, 0)).toBe('need-bytes');
    // Tables between the bytes and the end of the memory keep them from growing where they are.
    tokenizer.reserve(64 << 20);
    expect(tokenizer.position).toBe(9);
    tokenizer.bytes.set(bytesOf('}]'), 16);
    expect(tokenizer.parse(tokenizer.position, 18, 0)).toBe('array-end');
    expect(tokenizer.baseUs).toBe(5);
    expect([...tokenizer.batch.startNs.subarray(0, 2)]).toEqual([2000, 3000]);
  });

  test('what is more than there can be is refused, and said why', () => {
    const tokenizer = createWasmTokenizer(module);
    expect(() => tokenizer.reserve(2 ** 31)).toThrow(RangeError);
  });

  test('a module that the engine does not understand is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracelane-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'tokenizer.wasm');
    // The header, and a section of a kind that does not exist.
    writeFileSync(path, new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 99, 0]));
    expect(loadWasmModule(path)).toBeUndefined();
  });
});
