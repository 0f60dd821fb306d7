import { expect, test } from 'vitest';
import type { Collective } from '../../../../../src-worker/model/collectives/collective';
import { wireNsOf } from '../../../../../src-worker/model/collectives/transit';
import { drawnCollective } from '../../../../fixtures/drawnJob';

const MS = 1e6;

/** ms: the sum over the links, the one plane's transit, the call; on the wire. */
function wire(ranks: number, sum: number, plane: number, elapse = 100, kind: Collective['kind'] = 'collective') {
  const op = { ...drawnCollective({ rank: 0, kind, elapse, wire: sum, size: 90 }), transitNs: plane * MS };
  const own = { key: 'g', name: 'g', ranks: [...Array(ranks).keys()] };
  return wireNsOf(op, new Map([['g', own]])) / MS;
}

test('the links to the peers work beside each other', () => {
  expect(wire(8, 35, 5)).toBe(5);
  // As in ascend/pp2_dp2_4ranks_no_timeline: one link, and the plane that is told of moved nothing, or all of it.
  expect(wire(2, 23.56, 0, 26.3)).toBeCloseTo(23.56, 9);
  expect(wire(2, 0.11, 0.11)).toBeCloseTo(0.11, 9);
});

test('several planes to one peer share its data: it is not counted once for each', () => {
  // As in the demo's groups of two ranks: three planes, 12.95 ms in all.
  expect(wire(2, 12.95, 4.3)).toBeCloseTo(4.317, 3);
  expect(wire(2, 12.95, 4.3, 4.5, 'p2p')).toBeCloseTo(4.317, 3);
  expect(wire(4, 30, 5)).toBe(5);
  // A plane that moved less than others (tokens of an AllToAll): there are not more planes than HCCL has.
  expect(wire(4, 30, 1)).toBe(5);
  expect(wire(8, 35, 1)).toBe(5);
});

test('nothing is on the wire for longer than the call takes', () => {
  expect(wire(2, 30, 0, 10)).toBe(10);
});
