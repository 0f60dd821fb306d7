import { expect, test } from 'vitest';
import { BATCH_SAMPLES, EventFlag, MAX_TEXT_BYTES } from '../../../../src-worker/tokenizer/batch';
import { indexText } from '../../../fixtures/indexed';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('texts longer than anybody reads are cut, between two characters, and it is said', async () => {
  const longest = 'x'.repeat(MAX_TEXT_BYTES);
  const split = `${'x'.repeat(MAX_TEXT_BYTES - 1)}控`;
  const event = (name: string) => `{"ph":"X","ts":1,"dur":1,"pid":1,"tid":"${name}","cat":"${name}","name":"${name}"}`;
  const pair = new TokenizerPair(tokenizerModule());
  pair.expectSame(bytesOf(`${[longest, `${longest}a`, `${longest}b`, split].map(event).join(',')}]`));
  pair.expectSameTables();
  expect(pair.plain.names.size).toBe(2);
  const { summary, index } = await indexText(`[${event(`${longest}a`)},${event(split)}]`);
  expect([...index.names.ends]).toEqual([MAX_TEXT_BYTES, 2 * MAX_TEXT_BYTES - 1]);
  expect(summary.notices.map(({ code }) => code)).toEqual(['texts-cut']);
  expect((await indexText(`[${event(longest)}]`)).summary.notices).toEqual([]);
});

test('a counter with more values than a batch takes has the first of them, and it is said where it stands', async () => {
  const values = (count: number) => Array.from({ length: count }, (_, i) => `"${i}":1`).join(',');
  const counter = (count: number) => `{"ph":"C","ts":1,"pid":1,"name":"c","args":{${values(count)}}}`;
  const pair = new TokenizerPair(tokenizerModule());
  for (const count of [BATCH_SAMPLES, BATCH_SAMPLES + 1]) {
    pair.expectSame(bytesOf(`${counter(1)},${counter(count)}]`));
    expect(pair.stops).toContain('batch-full');
  }
  expect(pair.plain.batch.flags[0] & EventFlag.lostSamples).toBe(EventFlag.lostSamples);
  const { summary } = await indexText(`[${counter(1)},${counter(BATCH_SAMPLES + 1)}]`);
  expect(summary.notices.filter(({ code }) => code === 'counter-too-wide')).toMatchObject([
    { byteOffset: counter(1).length + 2, params: { limit: BATCH_SAMPLES } },
  ]);
});

const ODD = '{"ph":"C","ts":1,"pid":1,"name":"c","args":';

test('values of counters that are no numbers are counted by both tokenizers, and it is said where the first is', async () => {
  const numbers = `${ODD}{"a":1,"b":"2"}}`;
  const nothing = `${ODD}{"a":1,"b":null,"c":"","d":"N/A"}}`;
  const odd = `${ODD}{"a":1,"b":"x","c":{"d":1},"d":[2],"e":true,"f":NaN,"g":1e999,"h":"nul","i":"N/B"}}`;
  // As torch_npu writes them.
  const usual = '{"name": "c", "ts": "5.000", "pid": 1, "tid": 0, "args": {"a": 2, "acc_id": "x"}, "ph": "C"}';
  // Of both it is said that they are skipped.
  const others = `${ODD}{"a":"x"}},{"ph":"C","pid":1,"name":"c","args":{"a":1,"b":"x"}}`;
  const pair = new TokenizerPair(tokenizerModule());
  const text = [numbers, nothing, odd, others, usual].join(',');
  pair.expectSame(bytesOf(`${text}]`));
  const { summary } = await indexText(`[${text}]`);
  expect(summary.notices).toMatchObject([
    {
      code: 'counter-odd-values',
      params: { count: 9 },
      message: expect.stringMatching(
        /^9 counter values are not drawn: only finite numbers can be.* correct what writes/,
      ),
      byteOffset: text.indexOf(odd) + 1,
    },
  ]);
  expect(summary.skipped.map(({ notice }) => notice.code)).toEqual(['counter-without-values', 'no-timestamp']);
  expect((await indexText(`[${numbers},${nothing}]`)).summary.notices).toEqual([]);
});

test('they are counted once where the samples go into the next batch', () => {
  const values = Array.from({ length: BATCH_SAMPLES }, (_, i) => `"${i}":1`).join(',');
  const pair = new TokenizerPair(tokenizerModule());
  pair.expectSame(bytesOf(`${ODD}{"a":1,"b":"x"}},${ODD}{"y":"x",${values}}},${ODD}{"a":1,"b":"x"}}]`));
  expect(pair.stops).toContain('batch-full');
});
