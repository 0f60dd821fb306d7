import { describe, expect, test } from 'vitest';
import type { StackTree } from '../../../../../src-contract';
import {
  bottomUp,
  Children,
  type DrawnTree,
  layoutFlame,
  rectangleAt,
  stackText,
  stepFrom,
} from '../../../../../src-renderer/timeline/panels/stacks/stackModel';

/**
 *     main 100 ───────────────────────────     first 0
 *       load 30 ──  run 60 ──────────          first 50, 10
 *                     load 20 ──
 *     idle 100 (first 200)
 */
function tree(): StackTree {
  const names = ['main', 'load', 'run', 'idle'];
  const nodes = [
    { parent: -1, name: 0, count: 1, totalNs: 100, selfNs: 10, firstNs: 0 },
    { parent: 0, name: 1, count: 3, totalNs: 30, selfNs: 30, firstNs: 50 },
    { parent: 0, name: 2, count: 2, totalNs: 60, selfNs: 40, firstNs: 10 },
    { parent: 2, name: 1, count: 4, totalNs: 20, selfNs: 20, firstNs: 12 },
    { parent: -1, name: 3, count: 1, totalNs: 100, selfNs: 100, firstNs: 200 },
  ];
  const of = (key: 'count' | 'totalNs' | 'selfNs' | 'firstNs') => Float64Array.from(nodes, (node) => node[key]);
  return {
    names,
    parent: Int32Array.from(nodes, ({ parent }) => parent),
    name: Uint32Array.from(nodes, ({ name }) => name),
    colour: Uint8Array.from(nodes, ({ name }) => name),
    count: of('count'),
    totalNs: of('totalNs'),
    selfNs: of('selfNs'),
    firstNs: of('firstNs'),
    functions: {
      name: new Uint32Array(0),
      colour: new Uint8Array(0),
      count: new Float64Array(0),
      totalNs: new Float64Array(0),
      selfNs: new Float64Array(0),
    },
    sliceCount: 11,
    cutCount: 0,
  };
}

function drawn(own: DrawnTree, order: 'time' | 'heavy', zoomed = -1, least = 0): string[] {
  const layout = layoutFlame(new Children(own, order), zoomed, least);
  return layout.node
    .map((node, at) => ({
      depth: layout.depth[at]!,
      from: layout.from[at]!,
      text: `${layout.depth[at]} ${own.names[own.name[node]!]} ${layout.from[at]!.toFixed(2)}–${layout.to[at]!.toFixed(2)}`,
    }))
    .sort((a, b) => a.depth - b.depth || a.from - b.from)
    .map(({ text }) => text);
}

describe('a flame graph', () => {
  test('stands by time or by weight, and is as wide as it takes', () => {
    const byTime = ['0 main 0.00–0.50', '0 idle 0.50–1.00', '1 run 0.00–0.30', '1 load 0.30–0.45', '2 load 0.00–0.10'];
    expect(drawn(tree(), 'time')).toEqual(byTime);
    const heavy = tree();
    heavy.firstNs[1] = 5;
    expect(drawn(heavy, 'heavy')).toEqual(byTime);
    expect(drawn(heavy, 'time').slice(2)).toEqual(['1 load 0.00–0.15', '1 run 0.15–0.45', '2 load 0.15–0.25']);
  });

  test('zoomed to a node it is as wide as all, below what it is in; what is too narrow is left out', () => {
    expect(drawn(tree(), 'heavy', 2)).toEqual(['0 main 0.00–1.00', '1 run 0.00–1.00', '2 load 0.00–0.33']);
    expect(drawn(tree(), 'heavy', -1, 0.2)).toEqual(['0 main 0.00–0.50', '0 idle 0.50–1.00', '1 run 0.00–0.30']);
  });

  test('is pointed at, and moved about in with keys', () => {
    const children = new Children(tree(), 'heavy');
    const layout = layoutFlame(children, -1, 0);
    const at = (x: number, row: number) => {
      const rectangle = rectangleAt(layout, x, row);
      return rectangle === undefined ? undefined : layout.node[rectangle];
    };
    expect([at(0.2, 0), at(0.5, 0), at(0.35, 1), at(0.47, 1), at(0.05, 2), at(0.05, 3)]).toEqual([
      0,
      4,
      1,
      undefined,
      3,
      undefined,
    ]);
    expect(stepFrom(children, layout, 0, 'callee')).toBe(2);
    expect(stepFrom(children, layout, 2, 'next')).toBe(1);
    expect(stepFrom(children, layout, 1, 'next')).toBe(1);
    expect(stepFrom(children, layout, 3, 'caller')).toBe(2);
    expect(stepFrom(children, layout, 4, 'previous')).toBe(0);
    expect(stepFrom(children, layout, -1, 'next')).toBe(layout.node[0]);
    expect(stackText(tree(), 3)).toBe('main\n  run\n    load');
  });

  test('bottom-up it begins with what ran: self times by name, then by who called', () => {
    const up = bottomUp(tree());
    const pathOf = (node: number): string =>
      (up.parent[node]! < 0 ? '' : `${pathOf(up.parent[node]!)} < `) + up.names[up.name[node]!];
    const found = Array.from(up.name, (_, node) => `${pathOf(node)}: ${up.totalNs[node]} of ${up.count[node]}`);
    expect(found.sort()).toEqual(
      [
        'main: 10 of 1',
        'load: 50 of 7',
        'load < main: 30 of 3',
        'load < run: 20 of 4',
        'load < run < main: 20 of 4',
        'run: 40 of 2',
        'run < main: 40 of 2',
        'idle: 100 of 1',
      ].sort(),
    );
    expect(up.selfNs.reduce((sum, ns) => sum + ns, 0)).toBe(200);
  });
});
