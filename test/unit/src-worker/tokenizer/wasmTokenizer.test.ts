import { describe, expect, test } from 'vitest';
import { oddEventList } from '../../../fixtures/oddEvents';
import { Random } from '../../../fixtures/random';
import { expectSame, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();
const bytesOf = (text: string) => new TextEncoder().encode(text);

function randomEnds(random: Random, length: number): number[] {
  const ends = Array.from({ length: random.integer(0, 6) }, () => random.integer(0, length));
  return [...ends.sort((a, b) => a - b), length];
}

describe('the WebAssembly tokenizer answers as the plain one does', () => {
  test('on odd events, cut at random', () => {
    let eventCount = 0;
    for (let seed = 1; seed <= 1500; seed++) {
      const random = new Random(seed);
      const bytes = bytesOf(oddEventList(random, random.integer(1, 12)));
      eventCount += expectSame(module, bytes, randomEnds(random, bytes.length)).eventCount;
    }
    expect(eventCount).toBeGreaterThan(5000);
  });

  test('on damaged events, cut at random', () => {
    const stops = new Set<string>();
    for (let seed = 1; seed <= 1500; seed++) {
      const random = new Random(seed);
      const bytes = bytesOf(oddEventList(random, random.integer(1, 12), 0.4));
      for (const stop of expectSame(module, bytes, randomEnds(random, bytes.length)).stops) stops.add(stop);
    }
    expect([...stops].sort()).toEqual(['array-end', 'bad-byte', 'need-bytes']);
  });

  test('cut at every byte', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const bytes = bytesOf(oddEventList(new Random(seed), 3, seed > 3 ? 0.4 : 0));
      for (let cut = 0; cut <= bytes.length; cut++) expectSame(module, bytes, [cut, bytes.length]);
    }
  });

  test('byte by byte', () => {
    const bytes = bytesOf(oddEventList(new Random(77), 40));
    expectSame(
      module,
      bytes,
      Array.from({ length: bytes.length }, (_, i) => i + 1),
    );
  });
});
