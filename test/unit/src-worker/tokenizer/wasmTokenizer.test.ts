import { describe, expect, test } from 'vitest';
import { oddEventList } from '../../../fixtures/oddEvents';
import { Random } from '../../../fixtures/random';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();
const bytesOf = (text: string) => new TextEncoder().encode(text);

function randomEnds(random: Random, length: number): number[] {
  const ends = Array.from({ length: random.integer(0, 6) }, () => random.integer(0, length));
  return [...ends.sort((a, b) => a - b), length];
}

describe('the WebAssembly tokenizer answers as the plain one does', () => {
  test('on odd events, cut at random', () => {
    const pair = new TokenizerPair(module);
    for (let seed = 1; seed <= 4000; seed++) {
      const random = new Random(seed);
      const bytes = bytesOf(oddEventList(random, random.integer(1, 12)));
      pair.expectSame(bytes, randomEnds(random, bytes.length));
    }
    pair.expectSameTables();
    expect(pair.eventCount).toBeGreaterThan(20_000);
    // Of slices: many an odd time is none.
    expect(pair.idCount).toBeGreaterThan(400);
  });

  test('on damaged events, cut at random', () => {
    const pair = new TokenizerPair(module);
    for (let seed = 1; seed <= 4000; seed++) {
      const random = new Random(seed);
      const bytes = bytesOf(oddEventList(random, random.integer(1, 12), 0.4));
      pair.expectSame(bytes, randomEnds(random, bytes.length));
    }
    pair.expectSameTables();
    expect([...pair.stops].sort()).toEqual(['array-end', 'bad-byte', 'need-bytes']);
  });

  test('cut at every byte', () => {
    const pair = new TokenizerPair(module);
    for (let seed = 1; seed <= 20; seed++) {
      const bytes = bytesOf(oddEventList(new Random(seed), 4, seed % 2 === 0 ? 0.4 : 0));
      for (let cut = 0; cut <= bytes.length; cut++) pair.expectSame(bytes, [cut, bytes.length]);
    }
    pair.expectSameTables();
  });

  test('byte by byte', () => {
    const pair = new TokenizerPair(module);
    const bytes = bytesOf(oddEventList(new Random(77), 40));
    pair.expectSame(
      bytes,
      Array.from({ length: bytes.length }, (_, i) => i + 1),
    );
    pair.expectSameTables();
  });
});
