import { expect, test } from 'vitest';
import { DumpContext } from '../../../../src-worker/model/dumpContext';

const originNs = 1_752_215_573_993_169_006n;
const files = { ranks: [], clusterFiles: [] };

test('times of a dump without tables are exact to the ns: they count from its origin, not from 1970', () => {
  const dump = new DumpContext(files, undefined, () => new Map());
  dump.setPlace({ names: new Map(), originNs: 0n, shifts: [], clockRevision: 0, generations: new Map() });
  dump.setPlace({ names: new Map(), originNs, shifts: [], clockRevision: 0, generations: new Map() });
  expect(dump.baseNs).toBe(originNs);
  expect(dump.toOwnNs(dump.fromOwnNs(123_457))).toBe(123_457);
  // The origin moves once, to the first event of all; what has been read stays where it is.
  dump.setPlace({ names: new Map(), originNs: originNs - 1001n, shifts: [], clockRevision: 0, generations: new Map() });
  expect(dump.baseNs).toBe(originNs);
  expect(dump.toOwnNs(0)).toBe(1001);
});

test('where tables have instants, those are counted from, whatever the origin', () => {
  const dump = new DumpContext(files, originNs, () => new Map());
  dump.setPlace({ names: new Map(), originNs: originNs - 7n, shifts: [], clockRevision: 0, generations: new Map() });
  expect(dump.baseNs).toBe(originNs);
  expect(dump.toOwnNs(5)).toBe(12);
});
