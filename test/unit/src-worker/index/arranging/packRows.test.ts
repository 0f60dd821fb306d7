import { describe, expect, test } from 'vitest';
import { Random } from '../../../../fixtures/random';
import { expectNoneHidden, pack, packedByDefinition } from '../packedRows';

describe('rows of a lane', () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))('as defined, whatever crosses (seed %i)', (seed) => {
    const random = new Random(900 + seed);
    const count = random.integer(1, 500);
    const span = random.pick([20, 500, 5000, 100_000]);
    const longest = random.pick([5, 100, 2000, 200_000]);
    const startNs = Float64Array.from({ length: count }, () => random.integer(0, span));
    const endNs = startNs.map((start) => start + random.pick([0, random.integer(0, 5), random.integer(0, longest)]));
    const { rows, order, overlapCount } = pack({ startNs, endNs });
    expect({ rows: [...rows], overlapCount }).toEqual(packedByDefinition({ startNs, endNs }, order));
  });

  test('slices of which some thousand at a time cross each other', () => {
    const count = 200_000;
    const random = new Random(7);
    const startNs = Float64Array.from({ length: count }, (_, i) => 10 * i + random.integer(0, 9));
    const endNs = startNs.map((start) => start + random.integer(1, 50_000));
    const { rows, order } = pack({ startNs, endNs });
    expectNoneHidden({ startNs, endNs }, order, rows);
    // At most 5000 and some are open at a time.
    expect(rows.reduce((max, row) => Math.max(max, row), 0)).toBeLessThan(6000);
  });
});
