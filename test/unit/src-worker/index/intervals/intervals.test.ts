import { describe, expect, test } from 'vitest';
import {
  difference,
  type Intervals,
  intersection,
  intervalsOf,
  totalNs,
  unionOf,
  unionOfTwo,
} from '../../../../../src-worker/index/intervals/intervals';
import { Random } from '../../../../fixtures/random';

/** "##..#": one character a ns, '#' where it is covered; several pictures are put on top of one another. */
function drawn(...pictures: readonly string[]): Intervals {
  return unionOf(
    pictures.flatMap((picture) => Array.from(picture.matchAll(/#+/g), (run) => spanOf(run.index, run[0].length))),
  );
}

const spanOf = (startNs: number, length: number) => ({ startNs, endNs: startNs + length });

function picture({ startNs, endNs }: Intervals, length: number): string {
  const covers = (ns: number) => startNs.some((start, i) => start <= ns && ns < endNs[i]);
  return Array.from({ length }, (_, ns) => (covers(ns) ? '#' : '.')).join('');
}

describe('intervals', () => {
  const a = drawn('###..####..##', '..#..##......');
  const b = drawn('.#####..#....');

  test('union', () => {
    expect(a.startNs).toEqual(Float64Array.of(0, 5, 11));
    expect(a.endNs).toEqual(Float64Array.of(3, 9, 13));
    expect(totalNs(a)).toBe(9);
    expect(totalNs(unionOf([spanOf(4, 0)]))).toBe(0);
    expect(drawn('##..', '..##').startNs).toEqual(Float64Array.of(0));
  });

  test('difference and intersection', () => {
    expect(picture(difference(a, b), 13)).toBe('#.....##...##');
    expect(picture(intersection(a, b), 13)).toBe('.##..#..#....');
    expect(picture(intersection(b, a), 13)).toBe('.##..#..#....');
    expect(totalNs(intersection(a, drawn('')))).toBe(0);
  });

  test('union, difference and intersection of any two pictures: as many pieces as there are of both at most', () => {
    const random = new Random(7);
    // More than is needed, with what the pictures before have left there.
    const room = intervalsOf(64);
    for (let round = 0; round < 300; round++) {
      const length = random.integer(1, 24);
      const [one, other] = [0, 1].map(() =>
        Array.from({ length }, () => (random.integer(0, 2) === 0 ? '.' : '#')).join(''),
      );
      const both = (isCovered: (own: string, other: string) => boolean) =>
        Array.from(one, (own, at) => (isCovered(own, other[at]) ? '#' : '.')).join('');
      expect(unionOfTwo(drawn(one), drawn(other), room)).toEqual(drawn(one, other));
      expect(unionOfTwo(drawn(one), drawn(other))).toEqual(drawn(one, other));
      expect(picture(intersection(drawn(one), drawn(other)), length)).toBe(both((x, y) => x === '#' && y === '#'));
      expect(picture(difference(drawn(one), drawn(other)), length)).toBe(both((x, y) => x === '#' && y !== '#'));
    }
  });
});
