import { expect, test } from 'vitest';
import { isAtEnd, viewOfEnd, viewOnGrowth } from '../../../../src-renderer/session/followEnd';
import { dumpState } from '../../../fixtures/dumpState';

const growing = (endNs: number, isGrowing = true) => {
  const { ranks } = dumpState();
  return { endNs, ranks: ranks.map((rank) => ({ ...rank, isGrowing })) };
};

test('with the end in sight the view goes along with it, at the same zoom', () => {
  const view = { startNs: 900, endNs: 1_010 };
  const next = viewOnGrowth(view, { endNs: 1_000 }, growing(5_000));
  expect(next.endNs - next.startNs).toBeCloseTo(110);
  expect(isAtEnd(next, { endNs: 5_000 })).toBe(true);
  expect(next).toEqual(viewOfEnd(view, { endNs: 5_000 }));
});

test('where one looks at something else, it stays', () => {
  const view = { startNs: 100, endNs: 900 };
  expect(viewOnGrowth(view, { endNs: 1_000 }, growing(5_000))).toBe(view);
  // Behind the end there is nothing of it to be seen.
  const behind = { startNs: 1_000, endNs: 1_200 };
  expect(viewOnGrowth(behind, { endNs: 1_000 }, growing(5_000))).toBe(behind);
});

test('a dump that is not being written, or has no more than before, moves nothing', () => {
  const view = { startNs: 900, endNs: 1_010 };
  expect(viewOnGrowth(view, { endNs: 1_000 }, growing(5_000, false))).toBe(view);
  expect(viewOnGrowth(view, { endNs: 1_000 }, growing(1_000))).toBe(view);
});
