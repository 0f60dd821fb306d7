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

  test('counters with ids: of one name, empty, quoted or not, long, local, with the name behind', () => {
    const pair = new TokenizerPair(tokenizerModule());
    const long = 'x'.repeat(1000);
    const counters = [
      '"name":"c","id":1',
      '"name":"c","id":"1"',
      '"name":"c","id":"2"',
      '"name":"c","id":""',
      '"name":"c"',
      '"id":"ü]","name":"c[1]"',
      '"id":"0x7","id2":{"local":"0x8"},"name":"c"',
      '"id":{"a":[1]},"name":"c"',
      ...[21, 22, 23, 24].map((length) => `"name":"${long}","id":"${'y'.repeat(length)}"`),
    ];
    const events = counters.map((own, i) => `{"ph":"C","ts":${i},"pid":1,${own},"args":{"v":${i}}}`);
    const bytes = new TextEncoder().encode(`${events.join(',')}]`);
    for (let cut = 0; cut <= bytes.length; cut += cut < 700 ? 1 : 97) pair.expectSame(bytes, [cut, bytes.length]);
    pair.expectSameTables();
  });
});
