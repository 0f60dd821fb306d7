import { expect } from 'vitest';
import { oddEventList } from '../../../fixtures/oddEvents';
import { Random } from '../../../fixtures/random';
import { TokenizerPair, tokenizerModule } from '../../../fixtures/tokenizerPair';

const module = tokenizerModule();
const bytesOf = (text: string) => new TextEncoder().encode(text);

function randomEnds(random: Random, length: number): number[] {
  const ends = Array.from({ length: random.integer(0, 6) }, () => random.integer(0, length));
  return [...ends.sort((a, b) => a - b), length];
}

/** Compares on so many lists of odd events, each cut at random; of each event, so much is damaged. */
function compareAtRandom(listCount: number, damage: number): TokenizerPair {
  const pair = new TokenizerPair(module);
  for (let seed = 1; seed <= listCount; seed++) {
    const random = new Random(seed);
    const bytes = bytesOf(oddEventList(random, random.integer(1, 12), damage));
    pair.expectSame(bytes, randomEnds(random, bytes.length));
  }
  pair.expectSameTables();
  return pair;
}

export function expectSameOnOddEvents(listCount: number): void {
  const pair = compareAtRandom(listCount, 0);
  expect(pair.eventCount).toBeGreaterThan(5 * listCount);
  // Of slices: many an odd time is none.
  expect(pair.idCount).toBeGreaterThan(listCount / 10);
}

export function expectSameOnDamagedEvents(listCount: number): void {
  const pair = compareAtRandom(listCount, 0.4);
  expect([...pair.stops].sort()).toEqual(['array-end', 'bad-byte', 'need-bytes']);
}

/** Compares on so many short lists, each cut once at every byte. */
export function expectSameAtEveryCut(listCount: number): void {
  const pair = new TokenizerPair(module);
  for (let seed = 1; seed <= listCount; seed++) {
    const bytes = bytesOf(oddEventList(new Random(seed), 4, seed % 2 === 0 ? 0.4 : 0));
    for (let cut = 0; cut <= bytes.length; cut++) pair.expectSame(bytes, [cut, bytes.length]);
  }
  pair.expectSameTables();
}
