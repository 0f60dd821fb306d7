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
