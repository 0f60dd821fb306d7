import { describe, expect, test } from 'vitest';
import {
  createIndexSlices,
  durationNsOf,
  endNsOf,
  firstEndingFrom,
  sliceTimesOf,
} from '../../../../../src-worker/index/columns/indexSlices';
import { indexText, listSlices } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';

/** What is at the borders of 31, 32 and 53 bits, and what is beyond any of them: up to 292 years. */
const DURATIONS = [
  0,
  1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 31 + 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 40 + 3,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
];
const STARTS = [0, -1, 7, 2 ** 31, 2 ** 32 + 5, -(2 ** 33) - 1, 2 ** 52 + 1, -(2 ** 53), 2 ** 60, -(2 ** 62)];

describe('times of slices', () => {
  test('ends and durations are what they were, to the bit, wherever a slice is and however long', () => {
    const pairs = STARTS.flatMap((start) => DURATIONS.map((ns) => [start, start + ns] as const));
    const random = new Random(12);
    for (let i = 0; i < 2000; i++) {
      const start = random.integer(-(2 ** 40), 2 ** 40) * random.pick([1, 1, 2 ** 12]);
      pairs.push([start, start + random.integer(0, random.pick([10, 2 ** 31, 2 ** 33, 2 ** 45]))]);
    }
    const startNs = Float64Array.from(pairs, ([start]) => start);
    const endNs = Float64Array.from(pairs, ([, end]) => end);
    const times = sliceTimesOf(startNs, endNs);
    expect(pairs.map((_, i) => endNsOf(times, i))).toEqual([...endNs]);
    expect(pairs.map((_, i) => durationNsOf(times, i))).toEqual(pairs.map(([start, end]) => end - start));
    expect(times.longEndNs.length).toBe(pairs.filter(([start, end]) => end - start >= 2 ** 31).length);
  });

  test('of slices in order, short and long, the first that ends at an instant or later is found', () => {
    const random = new Random(13);
    let ns = -(2 ** 34);
    const ends: number[] = [];
    const starts = Array.from({ length: 500 }, () => {
      const start = ns;
      ns += random.pick([0, 5, 2 ** 31 - 1, 2 ** 31, 2 ** 33]);
      ends.push(ns);
      ns += random.integer(0, 3);
      return start;
    });
    const times = sliceTimesOf(Float64Array.from(starts), Float64Array.from(ends));
    for (const end of ends)
      for (const wanted of [end - 1, end, end + 1]) {
        const behind = ends.findIndex((own) => own >= wanted);
        expect(firstEndingFrom(times, wanted, 0, 500)).toBe(behind < 0 ? 500 : behind);
      }
  });

  test('names have 16 bits as long as that is enough for all of them', () => {
    expect(createIndexSlices(1, 0, 2 ** 16).name).toBeInstanceOf(Uint16Array);
    expect(createIndexSlices(1, 0, 2 ** 16 + 1).name).toBeInstanceOf(Uint32Array);
  });

  test('categories have 8 bits as long as that is enough for all of them', () => {
    expect(createIndexSlices(1, 0, 1, [], 2 ** 8).category).toBeInstanceOf(Uint8Array);
    expect(createIndexSlices(1, 0, 1, [], 2 ** 8 + 1).category).toBeInstanceOf(Uint16Array);
  });
});

test('a lane with long and short slices in any order, nested and crossing, has all of them as the file has them', async () => {
  const random = new Random(14);
  const wanted: string[] = [];
  const events = Array.from({ length: 3000 }, (_, i) => {
    const [ts, dur] = [
      random.integer(-(2 ** 24), 2 ** 24),
      random.integer(0, random.pick([9, 2 ** 21, 2 ** 23, 2 ** 42])),
    ];
    wanted.push(`n${i} ${ts} ${dur}`);
    return `{"ph":"X","pid":1,"tid":${i % 3},"ts":${ts},"dur":${dur},"name":"n${i}"}`;
  });
  const found = listSlices(await indexText(`[${events.join(',')}]`)).filter(({ isComputed }) => !isComputed);
  const told = found.map(({ name, startNs, endNs }) => `${name} ${startNs / 1000n} ${(endNs - startNs) / 1000n}`);
  expect(told.sort()).toEqual(wanted.sort());
});
