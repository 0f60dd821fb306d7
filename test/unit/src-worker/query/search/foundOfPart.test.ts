import { expect, test } from 'vitest';
import { createIndexSlices } from '../../../../../src-worker/index/columns/indexSlices';
import { NameDurations } from '../../../../../src-worker/query/nameDurations';
import { SlicesOfNames } from '../../../../../src-worker/query/search/foundOfPart';
import { Random } from '../../../../fixtures/random';

const NAMES = 300;
const COUNT = 50_000;
const LONG_NS = 5e9;

/** Slices of random names, of which every thousandth is longer than 32 bits have. */
function randomSlices() {
  const generator = new Random(17);
  const slices = createIndexSlices(COUNT, COUNT / 1_000, NAMES);
  for (let slice = 0; slice < COUNT; slice++) {
    slices.startNs[slice] = 10 * slice;
    slices.name[slice] = Math.floor(generator.next() * NAMES);
    if (slice % 1_000 !== 0) slices.durationNs[slice] = Math.floor(generator.next() * 1_000);
    else {
      slices.durationNs[slice] = ~(slice / 1_000);
      slices.longEndNs[slice / 1_000] = 10 * slice + LONG_NS + slice;
    }
  }
  return slices;
}

const slices = randomSlices();
const durations = new NameDurations(slices, NAMES);

function nsOf(slice: number): number {
  return slice % 1_000 === 0 ? LONG_NS + slice : slices.durationNs[slice];
}

test.each([
  ['all', (name: number) => name >= 0],
  ['a third', (name: number) => name % 3 === 1],
  ['one', (name: number) => name === 123],
])('slices of %s of the names: counted, found by place, within a range, all; against a plain loop', (_, isWanted) => {
  const names = Uint8Array.from({ length: NAMES }, (_, name) => (isWanted(name) ? 1 : 0));
  const expected = Array.from(slices.name.keys()).filter((slice) => isWanted(slices.name[slice]));
  const found = new SlicesOfNames(slices.name, durations, names);
  const lengths = expected.map(nsOf);
  expect(found.durations).toEqual({
    count: expected.length,
    sumNs: lengths.reduce((sum, ns) => sum + ns, 0),
    minNs: Math.min(...lengths),
    maxNs: Math.max(...lengths),
  });
  // From the end, back, and on from there, as one scrolls.
  const places = [
    expected.length - 1,
    0,
    1,
    2,
    Math.floor(expected.length / 2),
    Math.floor(expected.length / 2) + 1,
    3,
  ];
  const at = () => places.map((place) => found.sliceAt(place));
  expect(at()).toEqual(places.map((place) => expected[place]));
  for (const [first, end] of [
    [0, 0],
    [0, COUNT],
    [16_000, 33_333],
    [COUNT - 1, COUNT],
  ]) {
    const within = expected.filter((slice) => slice >= first && slice < end);
    expect(Array.from(found.within({ first, end }))).toEqual(within);
  }
  expect(Array.from(found.all())).toEqual(expected);
  expect(at()).toEqual(places.map((place) => expected[place]));
  expect(found.within({ first: 100, end: 200 })).toEqual(
    Uint32Array.from(expected.filter((slice) => slice >= 100 && slice < 200)),
  );
});

test('names that no slice has', () => {
  const found = new SlicesOfNames(slices.name, durations, new Uint8Array(NAMES));
  expect(found.count).toBe(0);
  expect(found.all()).toHaveLength(0);
});
