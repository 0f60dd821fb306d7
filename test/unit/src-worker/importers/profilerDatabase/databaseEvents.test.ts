import { expect, test } from 'vitest';
import { DatabaseEvents, isTime } from '../../../../../src-worker/importers/profilerDatabase/databaseEvents';
import { Names, type StringIds } from '../../../../../src-worker/importers/profilerDatabase/names';
import { countIds, createIdRefs, gatherIds, IdPlacer } from '../../../../../src-worker/index/ids/gatherIds';
import { SliceIds } from '../../../../../src-worker/index/ids/sliceIds';

test('between any two times lies less than the 292 years that 63 bits of ns hold', () => {
  const most = 4_503_599_627_370_496_000;
  expect(isTime(most - 1024)).toBe(true);
  expect(isTime(most)).toBe(false);
  expect(isTime(1024 - most)).toBe(true);
  expect(isTime(-most)).toBe(false);
  expect(2 * most).toBeLessThanOrEqual(2 ** 63);
  expect(isTime(Number.NaN)).toBe(false);
  // Clocks that count from the boot and from 1970 may stand in one file.
  expect(isTime(-1.7e18)).toBe(true);
});

test('slices between the same two ranks share their ids; 4294967295 is none', () => {
  const strings = { text: () => undefined } as unknown as StringIds;
  const events = new DatabaseEvents('a.db', new Names(strings));
  const none = 2 ** 32 - 1;
  const pairs = [
    [0, 1],
    [none, none],
    [0, 1],
    [1, 0],
    [none, 4],
    [none, 4],
    [0, none],
    [0, 1],
    [2 ** 31, 5],
    [2 ** 31, 5],
  ];
  for (const [source, destination] of pairs) {
    const slice = events.slice(0, 1, events.namedElsewhere('1', '1'), 0, 0, 0);
    events.ranks(slice, source, destination);
  }
  const segment = events.finish();
  expect(countIds(segment.ids)).toBe(2 + 2 + 1 + 1 + 1 + 2 + 2);
  const refs = createIdRefs(pairs.length, [segment]);
  new IdPlacer({ ids: segment.ids, firstId: 0 }, refs).place(Uint32Array.from(pairs.keys()), pairs.length);
  const ids = new SliceIds(gatherIds(refs, [segment]));
  const found = pairs.map((_, slice) => [ids.number('sourceRank', slice), ids.number('destinationRank', slice)]);
  expect(found).toEqual(pairs.map((pair) => pair.map((rank) => (rank === none ? undefined : rank))));
});
