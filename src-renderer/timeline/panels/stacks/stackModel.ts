/** A flame graph as the window draws it: what stands where, bottom-up, and moving about. Pure. */
import type { StackTree } from '../../../../src-contract';

export type StackOrder = 'time' | 'heavy';

/** What is drawn of a tree, whichever way round. */
export type DrawnTree = Pick<
  StackTree,
  'names' | 'parent' | 'name' | 'colour' | 'count' | 'totalNs' | 'selfNs' | 'firstNs'
>;

/** Rectangles as columns; x from 0 to 1. */
export interface FlameLayout {
  /** By rectangle, its node. */
  readonly node: readonly number[];
  readonly depth: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly rowCount: number;
  /** Of each node its rectangle; -1: it is not to be seen. */
  readonly place: Int32Array;
}

const NO_NODE = -1;

/** Children of each node, and of none at `NO_NODE`, as they stand from left to right. */
export class Children {
  readonly #lists: number[][];
  readonly #roots: number[] = [];

  constructor(
    readonly tree: DrawnTree,
    order: StackOrder,
  ) {
    this.#lists = Array.from(tree.parent, () => []);
    for (const [node, parent] of tree.parent.entries()) this.of(parent).push(node);
    const { totalNs, firstNs } = tree;
    const compare =
      order === 'heavy'
        ? (a: number, b: number) => totalNs[b]! - totalNs[a]! || a - b
        : (a: number, b: number) => firstNs[a]! - firstNs[b]! || a - b;
    for (const list of [this.#roots, ...this.#lists]) list.sort(compare);
  }

  of(node: number): number[] {
    return node < 0 ? this.#roots : this.#lists[node]!;
  }
}

/** With the node across the whole width, below what it is in; `NO_NODE`: all of it. Narrower ones than `least` are left out. */
export function layoutFlame(children: Children, zoomed: number, least: number): FlameLayout {
  const { tree } = children;
  const { parent, totalNs } = tree;
  const layout = {
    node: [] as number[],
    depth: [] as number[],
    from: [] as number[],
    to: [] as number[],
    rowCount: 0,
    place: new Int32Array(parent.length).fill(-1),
  };
  const put = (node: number, depth: number, from: number, to: number) => {
    layout.place[node] = layout.node.length;
    layout.node.push(node);
    layout.depth.push(depth);
    layout.from.push(from);
    layout.to.push(to);
    layout.rowCount = Math.max(layout.rowCount, depth + 1);
  };
  const path: number[] = [];
  for (let at = zoomed; at >= 0; at = parent[at]!) path.unshift(at);
  for (const [depth, node] of path.entries()) put(node, depth, 0, 1);
  const open: { node: number; depth: number; from: number; to: number }[] = [
    { node: zoomed, depth: path.length, from: 0, to: 1 },
  ];
  for (let own = open.pop(); own; own = open.pop()) {
    const inside = children.of(own.node);
    const sumNs = inside.reduce((sum, node) => sum + totalNs[node]!, 0);
    // Where slices cross, together they may be longer than what they are in.
    const wholeNs = own.node < 0 ? sumNs : Math.max(sumNs, totalNs[own.node]!);
    if (!(wholeNs > 0)) continue;
    let from = own.from;
    for (const node of inside) {
      const to = from + ((own.to - own.from) * totalNs[node]!) / wholeNs;
      if (to - from >= least) {
        put(node, own.depth, from, to);
        open.push({ node, depth: own.depth + 1, from, to });
      }
      from = to;
    }
  }
  return layout;
}

/** The rectangle at a place; x from 0 to 1. */
export function rectangleAt(layout: FlameLayout, x: number, row: number): number | undefined {
  for (let at = 0; at < layout.node.length; at++)
    if (layout.depth[at] === row && x >= layout.from[at]! && x < layout.to[at]!) return at;
  return undefined;
}

/** From the function outwards: what ran, then who called it. A node's time is the self time of what it begins with. */
export function bottomUp({ names, parent, name, colour, count, selfNs, firstNs }: StackTree): DrawnTree {
  const columns = { parent: [] as number[], name: [] as number[], colour: [] as number[] };
  const sums = { count: [] as number[], totalNs: [] as number[], selfNs: [] as number[], firstNs: [] as number[] };
  const nodes = new Map<string, number>();
  const nodeOf = (above: number, own: number): number => {
    const key = `${above} ${name[own]}`;
    let node = nodes.get(key);
    if (node === undefined) {
      node = columns.parent.length;
      nodes.set(key, node);
      columns.parent.push(above);
      columns.name.push(name[own]!);
      columns.colour.push(colour[own]!);
      sums.count.push(0);
      sums.totalNs.push(0);
      sums.selfNs.push(0);
      sums.firstNs.push(Number.POSITIVE_INFINITY);
    }
    return node;
  };
  for (let own = 0; own < parent.length; own++) {
    if (!(selfNs[own]! > 0)) continue;
    let node = NO_NODE;
    for (let at = own; at >= 0; at = parent[at]!) {
      node = nodeOf(node, at);
      sums.count[node]! += count[own]!;
      sums.totalNs[node]! += selfNs[own]!;
      sums.firstNs[node] = Math.min(sums.firstNs[node]!, firstNs[own]!);
      if (at === own) sums.selfNs[node]! += selfNs[own]!;
    }
  }
  return {
    names,
    parent: Int32Array.from(columns.parent),
    name: Uint32Array.from(columns.name),
    colour: Uint8Array.from(columns.colour),
    count: Float64Array.from(sums.count),
    totalNs: Float64Array.from(sums.totalNs),
    selfNs: Float64Array.from(sums.selfNs),
    firstNs: Float64Array.from(sums.firstNs),
  };
}

export type Step = 'caller' | 'callee' | 'previous' | 'next';

/** The node that a key leads to from here, among those that are to be seen; the same where there is none. */
export function stepFrom(children: Children, layout: FlameLayout, node: number, step: Step): number {
  const isSeen = (own: number | undefined) => own !== undefined && layout.place[own] !== -1;
  if (node < 0) return layout.node[0] ?? NO_NODE;
  const { parent } = children.tree;
  if (step === 'caller') return parent[node]! < 0 ? node : parent[node]!;
  if (step === 'callee') return children.of(node).find(isSeen) ?? node;
  const beside = children.of(parent[node]!).filter(isSeen);
  const at = beside.indexOf(node) + (step === 'next' ? 1 : -1);
  return beside[at] ?? node;
}

/** A node and what it is in, outermost first, one a line. */
export function stackText({ names, name, parent }: DrawnTree, node: number): string {
  const lines: string[] = [];
  for (let at = node; at >= 0; at = parent[at]!) lines.unshift(names[name[at]!]!);
  return lines.map((line, depth) => '  '.repeat(depth) + line).join('\n');
}
