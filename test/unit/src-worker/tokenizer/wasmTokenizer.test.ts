import { describe, test } from 'vitest';
import { oddEventList } from '../../../fixtures/oddEvents';
import { Random } from '../../../fixtures/random';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';
import { expectSameAtEveryCut, expectSameOnDamagedEvents, expectSameOnOddEvents } from './cutEvents';

describe('the WebAssembly tokenizer answers as the plain one does', () => {
  test('on odd events, cut at random', () => expectSameOnOddEvents(1500));

  test('on damaged events, cut at random', () => expectSameOnDamagedEvents(1500));

  test('cut at every byte', () => expectSameAtEveryCut(6));

  test('byte by byte', () => {
    const pair = new TokenizerPair(tokenizerModule());
    const bytes = new TextEncoder().encode(oddEventList(new Random(77), 40));
    pair.expectSame(
      bytes,
      Array.from({ length: bytes.length }, (_, i) => i + 1),
    );
    pair.expectSameTables();
  });

  test('categories one after another: the same again, a part of the last, the last and more, long ones, none', () => {
    const pair = new TokenizerPair(tokenizerModule());
    const long = 'x'.repeat(16);
    const texts = ['a', 'a', 'ab', 'a', '', 'ab', 'ab', long, long, `${long}y`, long, `${long}z`, '', '\\u0000', 'a'];
    const events = texts.map((cat, i) => `{"ph":"X","ts":${i},"dur":1,"pid":1,"tid":1,"cat":"${cat}","name":"n"}`);
    const bytes = new TextEncoder().encode(`${events.join(',')}]`);
    for (let round = 0; round < 2; round++) pair.expectSame(bytes, [bytes.length]);
    pair.expectSameTables();
  });
});
