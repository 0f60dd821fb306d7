import { expect, test } from 'vitest';
import { PartKinds } from '../../../../../src-worker/importers/profilerDatabase/partKinds';
import { Random } from '../../../../fixtures/random';

test('kinds of parts are numbered as they are first seen, those without a type too', () => {
  const random = new Random(7);
  const kinds = new PartKinds();
  const numbers = new Map<string, number>();
  const seen: number[][] = [];
  for (let i = 0; i < 20_000; i++) {
    const kind = [
      random.pick([Number.NaN, 0, 5, 2 ** 28 + random.integer(0, 30)]),
      random.integer(0, 3),
      random.integer(0, 2),
      random.pick([0xffffffff, random.integer(0, 15)]),
      random.pick([0xffffffff, random.integer(0, 15)]),
    ] as const;
    const key = kind.join(' ');
    if (!numbers.has(key)) {
      numbers.set(key, numbers.size);
      seen.push([...kind]);
    }
    expect(kinds.number(...kind)).toBe(numbers.get(key));
  }
  const { type, plane, group, sourceRank, destinationRank } = kinds.columns();
  expect(seen.length).toBeGreaterThan(1000);
  expect(Array.from(type, (_, i) => [type[i], plane[i], group[i], sourceRank[i], destinationRank[i]])).toEqual(seen);
});
