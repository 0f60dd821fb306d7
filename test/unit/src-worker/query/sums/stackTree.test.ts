import { describe, expect, test } from 'vitest';
import type { StackTree } from '../../../../../src-contract';
import { chosenLanes, ownStretch } from '../../../../../src-worker/query/chosenLanes';
import { StackTreeBuilder } from '../../../../../src-worker/query/sums/stackTree';
import { type Indexed, indexText, listSlices } from '../../../../fixtures/indexed';
import { planSlices, traceOf } from '../../../../fixtures/madeUpLanes';
import { Random } from '../../../../fixtures/random';

const EVERYTHING = { startNs: -1e9, endNs: 1e9 };

function treeOf({ view }: Indexed, stretch: { startNs: number; endNs: number }, mostNodes = 1e6): StackTree {
  const builder = new StackTreeBuilder();
  for (const lane of chosenLanes(view, stretch)) builder.addLane(lane, ownStretch(view, stretch));
  return builder.tree(mostNodes);
}

interface Node {
  count: number;
  totalNs: number;
  selfNs: number;
  firstNs: number;
}

/** By path of names, so that the order of the nodes does not matter. */
function nodesOf(tree: StackTree): Map<string, Node> {
  const pathOf = (node: number): string =>
    (tree.parent[node]! < 0 ? '' : `${pathOf(tree.parent[node]!)}/`) + tree.names[tree.name[node]!];
  return new Map(
    Array.from(tree.name, (_, node) => [
      pathOf(node),
      {
        count: tree.count[node]!,
        totalNs: tree.totalNs[node]!,
        selfNs: tree.selfNs[node]!,
        firstNs: tree.firstNs[node]!,
      },
    ]),
  );
}

/** Slice by slice, each path looked for among all slices of the lane, each ns counted by itself. */
function plainNodes(indexed: Indexed, { startNs, endNs }: { startNs: number; endNs: number }): Map<string, Node> {
  const base = BigInt(indexed.index.baseUs) * 1000n;
  const listed = listSlices(indexed)
    .filter(({ isComputed }) => !isComputed)
    .map((slice) => ({ ...slice, from: Number(slice.startNs - base), to: Number(slice.endNs - base) }));
  const isThere = ({ from, to }: { from: number; to: number }) =>
    Math.min(to, endNs) > Math.max(from, startNs) || (from === to && from >= startNs && from <= endNs);
  const all = listed.filter(isThere);
  type Own = (typeof all)[number];
  const parentOf = (slice: Own) =>
    all
      .filter(({ tid, row, from, to }) => tid === slice.tid && row < slice.row && from <= slice.from && to >= slice.to)
      // Of two that meet in a row where a slice without length is, the one that begins.
      .sort((a, b) => b.row - a.row || b.from - a.from)[0];
  const pathOf = (slice: Own): string => {
    const parent = parentOf(slice);
    return (parent ? `${pathOf(parent)}/` : '') + slice.name;
  };
  const nodes = new Map<string, Node>();
  for (const slice of all) {
    const [from, to] = [Math.max(slice.from, startNs), Math.min(slice.to, endNs)];
    const taken = new Uint8Array(to - from);
    for (const child of all)
      if (child !== slice && child.tid === slice.tid && parentOf(child) === slice)
        taken.fill(1, Math.max(child.from, from) - from, Math.max(0, Math.min(child.to, to) - from));
    const path = pathOf(slice);
    const node = nodes.get(path) ?? { count: 0, totalNs: 0, selfNs: 0, firstNs: slice.from };
    nodes.set(path, {
      count: node.count + 1,
      totalNs: node.totalNs + to - from,
      selfNs: node.selfNs + taken.filter((one) => one === 0).length,
      firstNs: Math.min(node.firstNs, slice.from),
    });
  }
  return nodes;
}

/** From `totalNs` of paths: a name within itself counts once. */
function plainFunctions(nodes: ReadonlyMap<string, Node>): Map<string, number[]> {
  const functions = new Map<string, number[]>();
  for (const [path, { count, totalNs, selfNs }] of nodes) {
    const names = path.split('/');
    const name = names.pop()!;
    const [calls, total, self] = functions.get(name) ?? [0, 0, 0];
    functions.set(name, [calls! + count, total! + (names.includes(name) ? 0 : totalNs), self! + selfNs]);
  }
  return functions;
}

const functionsOf = ({ names, functions: { name, count, totalNs, selfNs } }: StackTree) =>
  new Map(Array.from(name, (own, at) => [names[own]!, [count[at]!, totalNs[at]!, selfNs[at]!]]));

describe('stacks', () => {
  test('where slices cross, coincide and have no length, against a plain recursion; whole and clipped', async () => {
    const shape = { laneCount: 3, sliceCount: 260, spanNs: 20_000, maxDurationNs: 9_000, zeroShare: 0.1 };
    const indexed = await indexText(traceOf(planSlices(new Random(77), shape)));
    for (const stretch of [EVERYTHING, { startNs: 3_000, endNs: 11_000 }, { startNs: 7_777, endNs: 7_777 }]) {
      const tree = treeOf(indexed, stretch);
      const expected = plainNodes(indexed, stretch);
      expect(nodesOf(tree)).toEqual(expected);
      expect(functionsOf(tree)).toEqual(plainFunctions(expected));
      expect(tree.sliceCount).toBe([...expected.values()].reduce((sum, { count }) => sum + count, 0));
      expect(tree.cutCount).toBe(0);
      for (const [node, parent] of tree.parent.entries()) expect(parent).toBeLessThan(node);
    }
  });

  test('where they nest, with calls of a name within itself', async () => {
    const random = new Random(5);
    const events: string[] = [];
    const call = (startNs: number, endNs: number, depth: number): void => {
      const name = random.pick(['f', 'g', 'h']);
      events.push(
        `{"ph":"X","pid":1,"tid":1,"ts":${startNs / 1000},"dur":${(endNs - startNs) / 1000},"name":"${name}"}`,
      );
      for (let at = startNs; depth < 6 && at + 40 < endNs; ) {
        const to = Math.min(endNs, at + random.integer(20, Math.max(21, (endNs - startNs) >> 1)));
        if (random.chance(0.7)) call(at, to, depth + 1);
        at = to + random.integer(0, 9);
      }
    };
    for (let i = 0; i < 3; i++) call(i * 5_000, i * 5_000 + 4_900, 0);
    const indexed = await indexText(`[${events.join()}]`);
    expect(indexed.index.lanes[0]!.overlapCount).toBe(0);
    expect(events.length).toBeGreaterThan(100);
    for (const stretch of [EVERYTHING, { startNs: 6_000, endNs: 13_000 }]) {
      const tree = treeOf(indexed, stretch);
      const expected = plainNodes(indexed, stretch);
      expect(nodesOf(tree)).toEqual(expected);
      expect(functionsOf(tree)).toEqual(plainFunctions(expected));
    }
  });

  test('of too many nodes those are answered that take the longest, with what they are in; functions are of all', async () => {
    const shape = { laneCount: 1, sliceCount: 400, spanNs: 40_000, maxDurationNs: 9_000, zeroShare: 0 };
    const indexed = await indexText(traceOf(planSlices(new Random(9), shape)));
    const whole = treeOf(indexed, EVERYTHING);
    const cut = treeOf(indexed, EVERYTHING, 50);
    expect(cut.name.length).toBeLessThanOrEqual(50);
    expect(cut.name.length).toBeGreaterThan(40);
    expect(cut.cutCount).toBe(whole.name.length - cut.name.length);
    expect(cut.functions).toEqual(whole.functions);
    const [all, kept] = [nodesOf(whole), nodesOf(cut)];
    for (const [path, node] of kept) expect(all.get(path)).toEqual(node);
    const longestLeftOut = Math.max(...[...all].filter(([path]) => !kept.has(path)).map(([, { totalNs }]) => totalNs));
    const shortestKept = Math.min(...[...kept.values()].map(({ totalNs }) => totalNs));
    expect(longestLeftOut).toBeLessThanOrEqual(shortestKept * 2);
  });
});
