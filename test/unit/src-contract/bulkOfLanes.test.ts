import { expect, test } from 'vitest';
import { bulkOfLanes, LEAST_GAP_NS } from '../../../src-contract/bulkOfLanes';

const SECOND = 1e9;
const lane = (startNs: number, endNs: number, count = 10) => ({ startNs, endNs, count });

test('years between two groups of lanes: the one with more on it', () => {
  const work = [lane(0, SECOND), lane(0.2 * SECOND, 0.9 * SECOND)];
  const marks = [lane(5e16, 5e16 + 100 * SECOND, 13)];
  expect(bulkOfLanes([...work, ...marks])).toEqual({ startNs: 0, endNs: SECOND });
  expect(bulkOfLanes([...marks, lane(0, SECOND, 12)])).toEqual({ startNs: 5e16, endNs: 5e16 + 100 * SECOND });
});

test('three clocks: what lies furthest goes first', () => {
  const all = [lane(0, SECOND, 1), lane(4e13, 4e13 + SECOND, 50), lane(5e16, 5e16 + SECOND, 20)];
  expect(bulkOfLanes(all)).toEqual({ startNs: 4e13, endNs: 4e13 + SECOND });
});

test('a lane that goes all the way, a pause, and lanes without anything tell nothing apart', () => {
  expect(bulkOfLanes([lane(0, SECOND), lane(5e16, 5e16 + SECOND), lane(0, 5e16)])).toBeUndefined();
  expect(bulkOfLanes([lane(0, 1), lane(LEAST_GAP_NS, LEAST_GAP_NS + 1)])).toBeUndefined();
  expect(bulkOfLanes([lane(0, 1), lane(LEAST_GAP_NS + 2, LEAST_GAP_NS + 3)])).toEqual({ startNs: 0, endNs: 1 });
  expect(bulkOfLanes([lane(0, SECOND), lane(5e16, 5e16 + 1, 0)])).toBeUndefined();
  expect(bulkOfLanes([])).toBeUndefined();
});
