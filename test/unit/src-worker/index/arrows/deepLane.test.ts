import { expect, test } from 'vitest';
import type { ArrangedSlices } from '../../../../../src-worker/index/arrangedSlices';
import { bindFlowEnds } from '../../../../../src-worker/index/arrows/bindFlows';
import type { BoundFlows } from '../../../../../src-worker/index/arrows/matchFlows';
import { createColumns } from '../../../../../src-worker/index/columns/chunks';
import { MARK_COLUMNS } from '../../../../../src-worker/index/columns/segmentColumns';
import { indexText } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';

/** Slices that cross and nest, some without a length, some instants, many at the same instants; with ids in their args. */
function crossingTrace(random: Random): string {
  const slices = Array.from({ length: 120 }, () => {
    const ts = random.integer(0, 40);
    const phase = random.chance(0.1) ? 'i' : 'X';
    const args = `"args":{"correlation":${random.integer(1, 5)}}`;
    return `{"ph":"${phase}","ts":${ts},"dur":${random.integer(0, 30)},"pid":1,"tid":1,"name":"n",${args}}`;
  });
  return `[${slices.join(',')}]`;
}

/** Ends of arrows at every instant there may be something. */
function endsAt(random: Random, count: number): BoundFlows {
  const times = Array.from({ length: count }, () => 1000 * random.integer(-2, 80)).sort((a, b) => a - b);
  const ends = createColumns(MARK_COLUMNS, count);
  ends.timeNs.set(times);
  ends.phase.set(times.map(() => (random.chance(0.5) ? 's' : 'f').charCodeAt(0)));
  return {
    ends: { ...ends, sourceBases: new Float64Array(0) },
    boundTo: new Uint32Array(count).fill(0xffffffff),
    byLane: Uint32Array.from(times.keys()),
    laneFirst: Uint32Array.of(0, count),
    from: new Uint32Array(0),
    to: new Uint32Array(0),
    categoryFirst: new Uint32Array(2),
    startless: new Uint32Array(0),
  };
}

test('a lane of many rows binds arrows as one that is looked at row by row', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    const { index } = await indexText(crossingTrace(random));
    const slices: ArrangedSlices = { ...index, ...index.slices };
    const matched = endsAt(random, 300);
    // Categories with ids, and without.
    for (const categories of [[''], ['ac2g']]) {
      const [plain, deep] = [Number.MAX_SAFE_INTEGER, 0].map((manyRows) => {
        const own = { ...matched, boundTo: matched.boundTo.slice() };
        bindFlowEnds(own, slices, categories, [0], undefined, manyRows);
        return [...own.boundTo];
      });
      expect(deep, `seed ${seed}`).toEqual(plain);
      expect(new Set(plain).size).toBeGreaterThan(10);
    }
  }
});
