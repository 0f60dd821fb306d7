import { describe, expect, test } from 'vitest';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** One of each order that the WebAssembly tokenizer reads without looking for keys. */
const USUAL = [
  '{"name": "SDMA", "pid": 3199117728, "tid": 4, "ts": "1754300053405602.224", "dur": 1846.7080625, "args": {"Task Id": 37592, "connection_id": 76156}, "ph": "X"}',
  '{"name": "aten::add", "pid": 1, "tid": 1234567890123456, "ts": "17.5", "dur": 0, "ph": "X"}',
  '{"ph": "X", "name": "aten::mm", "pid": 3124138, "tid": 3124138, "ts": "1754300001002728.1", "dur": 147.49, "cat": "cpu_op", "args": {"Sequence number": -1, "Input Dims": "[1, 2];\\r\\n", "External id": 7}}',
  '{"ph": "X", "name": "", "pid": 0, "tid": 0, "ts": "1754300001002728.10049", "dur": 1e3, "args": {}}',
  '{"ph": "X", "name": "a\\"b", "pid": 5, "tid": 6, "ts": "1754300001002728.100", "dur": -3.5}',
  '{"name": "HBM", "ts": "1754300001002728.100", "pid": 7, "tid": 0, "args": {"Read(MB/s)": 12.5, "acc_id": 3}, "ph": "C"}',
];

describe('events in the order that profilers write', () => {
  test('are read as all others are', () => {
    const pair = new TokenizerPair(module);
    pair.expectSame(bytesOf(`${[...USUAL, ...USUAL].join(', ')}]`));
    pair.expectSameTables();
    expect(pair.eventCount).toBe(2 * USUAL.length);
    expect(pair.idCount).toBe(4);
  });

  test('cut at every byte', () => {
    const pair = new TokenizerPair(module);
    const bytes = bytesOf(`${USUAL.join(', ')}]`);
    for (let cut = 0; cut <= bytes.length; cut++) pair.expectSame(bytes, [cut, bytes.length]);
    pair.expectSameTables();
  });

  test.each(USUAL)('each byte left out, doubled or another one: %s', (event) => {
    const pair = new TokenizerPair(module);
    const events = [event, event];
    const read = (damaged: string) => pair.expectSame(bytesOf(`${damaged}, ${events.join(', ')}]`));
    for (let at = 0; at < event.length; at++) {
      const [before, behind] = [event.slice(0, at), event.slice(at + 1)];
      read(before + behind);
      read(`${before}${event[at]}${event[at]}${behind}`);
      for (const other of ' ,:"\\{}[]0.x-') read(before + other + behind);
    }
    pair.expectSameTables();
  });

  test('with numbers of any length', () => {
    const pair = new TokenizerPair(module);
    const digits = '9876543210987654321098765';
    const numbers = Array.from(digits, (_, i) => digits.slice(i));
    const events = numbers.flatMap((number) =>
      ['', '.', '.4', '.4995', '.12345678', '.999999999'].flatMap((rest) => [
        `{"name": "a", "pid": ${number}, "tid": ${number}, "ts": "${number}${rest}", "dur": ${number}${rest}, "ph": "X"}`,
        `{"name": "a", "ts": "-${number}${rest}", "pid": -1, "tid": 1, "args": {"a": ${number}${rest}}, "ph": "C"}`,
        `{"name": "a", "ts": "${number}${rest}", "pid": 1, "tid": 1, "args": {"a": ${number}${rest}}, "ph": "C"}`,
      ]),
    );
    pair.expectSame(bytesOf(`${events.join(', ')}]`));
    pair.expectSameTables();
    expect(pair.eventCount).toBe(events.length);
  });
});

test('ids at every place of a block, in strings and outside of them', () => {
  const pair = new TokenizerPair(module);
  const keys = ['correlation', 'correlation_id', 'connection_id', 'External id', 'external id', 'src rank', 'dst rank'];
  for (let before = 0; before < 140; before++) {
    const filling = 'x'.repeat(before);
    const args = keys.flatMap((key) => [
      `{"${filling}": 1, "${key}": 5, "Collective name": "c"}`,
      `{"f": "${filling}|\\"${key}\\": 6", "a": {"${key}": 7}, "${key}": "8"}`,
      `{"f": "${filling}", ", ${key}": 6}`,
      `{"f": "${filling}"${key}": 9}`,
    ]);
    const events = args.map(
      (each) => `{"name": "n", "pid": 1, "tid": 1, "ts": "1.5", "dur": 1, "args": ${each}, "ph": "X"}`,
    );
    pair.expectSame(bytesOf(`${events.join(', ')}]`));
  }
  pair.expectSameTables();
  expect(pair.idCount).toBeGreaterThan(140 * keys.length);
});
