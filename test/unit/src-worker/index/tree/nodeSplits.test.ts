import { describe, expect, test } from 'vitest';
import { sliceTimesOf } from '../../../../../src-worker/index/columns/indexSlices';
import { buildIntervalTree } from '../../../../../src-worker/index/tree/intervalTree';
import { Random } from '../../../../fixtures/random';

const FANOUT = 8;

interface Slice {
  readonly startNs: number;
  readonly endNs: number;
}

/** Rows of slices with gaps between them: of many lengths, or hardly any at all. */
function madeUpRows(random: Random, counts: readonly number[]): Slice[][] {
  return counts.map((count, row) => {
    let ns = random.integer(0, 1000);
    return Array.from({ length: count }, () => {
      ns += random.chance(0.1) ? random.integer(0, row % 2 === 0 ? 1_000_000 : 2) : random.integer(0, 30);
      const startNs = ns;
      ns += random.integer(0, 50);
      return { startNs, endNs: ns };
    });
  });
}

/** What is asked of the slices below a node, by looking at each. */
function splitOf(slices: readonly Slice[]) {
  const gaps = slices.slice(1).map(({ startNs }, i) => startNs - slices[i].endNs);
  const gapNs = Math.max(...gaps);
  const before = gaps.indexOf(gapNs) + 1;
  const longest = (of: readonly Slice[]) => Math.max(...of.map(({ startNs, endNs }) => endNs - startNs));
  const [left, right] = [slices.slice(0, before), slices.slice(before)];
  return {
    gapStartNs: slices[before - 1].endNs,
    nextGapNs: Math.max(0, ...gaps.filter((_, i) => i !== before - 1)),
    before,
    busyBeforeNs: left.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0),
    longestNs: [longest(left), longest(right)].sort((a, b) => a - b),
  };
}

describe('splits of nodes at their longest gap', () => {
  const rows = madeUpRows(new Random(3), [3000, 9, 70, 1, 700, 64, 65, 513, 9000]);
  const all = rows.flat();
  const [startNs, endNs] = [all.map((slice) => slice.startNs), all.map((slice) => slice.endNs)].map((times) =>
    Float64Array.from(times),
  );
  const rowFirst = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => {
    rowFirst[i + 1] = rowFirst[i] + row.length;
  });
  const { levels, splits } = buildIntervalTree(sliceTimesOf(startNs, endNs), rowFirst);
  const durationNs = (slice: number) => endNs[slice] - startNs[slice];

  test.each([2, 3, 4])('are those of all their slices, on level %d', (level) => {
    const nodes = levels[level - 1];
    const own = splits[level - 2];
    let count = 0;
    rows.forEach((row, r) => {
      for (let node = nodes.rowFirstNode[r]; node < nodes.rowFirstNode[r + 1]; node++) {
        const first = (node - nodes.rowFirstNode[r]) * FANOUT ** level;
        const below = row.slice(first, first + FANOUT ** level);
        if (below.length === 1) continue;
        const { longestNs, ...wanted } = splitOf(below);
        if (wanted.gapStartNs === below[wanted.before].startNs) continue;
        const found = {
          gapStartNs: own.gapStartNs[node],
          nextGapNs: own.nextGapNs[node],
          before: own.before[node],
          busyBeforeNs: own.busyBeforeNs[node],
        };
        expect(found).toEqual(wanted);
        const [longest, other] = [nodes.longest[node], own.otherLongest[node]];
        expect([own.otherLongestNs[node], nodes.longestNs[node]]).toEqual(longestNs);
        expect(durationNs(other)).toBe(own.otherLongestNs[node]);
        // One on either side of the gap.
        const border = rowFirst[r] + first + wanted.before;
        expect(longest < border).toBe(other >= border);
        count++;
      }
    });
    expect(count).toBeGreaterThan(2);
  });
});
