/**
 * Slices of lanes put together by their stacks (a flame graph):
 *
 *     a ───────────── a ────── b ──        a 2 × ───────────────── b 1 × ──
 *       c ── d ─ c ──   c ───          →     c 3 × ────────── d ─
 *
 * Times are the indexes' own, clipped to a stretch; instants of the answer are the job's.
 */
import type { StackFunctions, StackTree } from '../../../src-contract';
import { stableOrder } from '../../index/arranging/sortLane';
import { endNsIn } from '../../index/columns/indexSlices';
import { type OwnStretch, slicesInRows } from '../chosenLanes';
import { isNested } from '../nested';
import type { PartLane } from '../rankView';
import type { SliceRange } from '../touching';
import { NameSlots } from './nameSlots';

const NO_NODE = -1;
const FIRST_SIZE = 1024;

export class StackTreeBuilder {
  readonly #slots = new NameSlots();
  #nodeCount = 0;
  #sliceCount = 0;
  #parent = new Int32Array(FIRST_SIZE);
  #name = new Uint32Array(FIRST_SIZE);
  #count = new Float64Array(FIRST_SIZE);
  #totalNs = new Float64Array(FIRST_SIZE);
  #selfNs = new Float64Array(FIRST_SIZE);
  #firstNs = new Float64Array(FIRST_SIZE);
  /** Nodes by parent and name, open addressing; 0: free, else the node and 1. At most half full. */
  #table = new Int32Array(FIRST_SIZE * 2);

  /** `turn` is called between two rows. */
  addLane(own: PartLane, stretch: OwnStretch, turn: () => void = () => {}): void {
    const rows = slicesInRows(own, stretch);
    if (isNested(own.part.index, own.lane)) this.#addNested(own, stretch, rows, turn);
    else this.#addCrossing(own, stretch, rows, turn);
  }

  /** Each slice lies within one of the row above. */
  #addNested(own: PartLane, stretch: OwnStretch, rows: readonly SliceRange[], turn: () => void): void {
    const { startNs, durationNs, longEndNs } = own.part.index.slices;
    let above: SliceRange = { first: 0, end: 0 };
    let nodesAbove = new Int32Array(0);
    for (const row of rows) {
      const nodes = new Int32Array(row.end - row.first);
      let at = above.first;
      for (let slice = row.first; slice < row.end; slice++) {
        const start = startNs[slice];
        while (at + 1 < above.end && startNs[at + 1] <= start) at++;
        const isInside = at < above.end && startNs[at] <= start;
        const parent = isInside ? nodesAbove[at - above.first] : NO_NODE;
        const end = endNsIn(startNs, durationNs, longEndNs, slice);
        const ns = Math.min(end, stretch.toNs) - Math.max(start, stretch.fromNs);
        nodes[slice - row.first] = this.#add(own, slice, parent, ns, start);
        if (parent !== NO_NODE) this.#selfNs[parent] -= ns;
      }
      above = row;
      nodesAbove = nodes;
      turn();
    }
  }

  /** What encloses a slice may be in any row above it, and what a slice encloses may overlap: by start, all rows together. */
  #addCrossing(own: PartLane, stretch: OwnStretch, rows: readonly SliceRange[], turn: () => void): void {
    const { startNs, durationNs, longEndNs } = own.part.index.slices;
    const count = rows.reduce((sum, { first, end }) => sum + end - first, 0);
    const [slices, rowOf, starts] = [new Uint32Array(count), new Uint32Array(count), new Float64Array(count)];
    let placed = 0;
    for (const [row, { first, end }] of rows.entries())
      for (let slice = first; slice < end; slice++) {
        slices[placed] = slice;
        rowOf[placed] = row;
        starts[placed++] = startNs[slice];
      }
    /** Of the latest slice of each row: its end, its node, and how far what is in it has been taken from it. */
    const endNs = new Float64Array(rows.length).fill(Number.NEGATIVE_INFINITY);
    const node = new Int32Array(rows.length).fill(NO_NODE);
    const coveredNs = new Float64Array(rows.length);
    let turns = 0;
    for (const place of stableOrder(starts)) {
      const [slice, row] = [slices[place], rowOf[place]];
      const start = startNs[slice];
      const end = endNsIn(startNs, durationNs, longEndNs, slice);
      const [fromNs, toNs] = [Math.max(start, stretch.fromNs), Math.min(end, stretch.toNs)];
      let above = row - 1;
      while (above >= 0 && endNs[above] < end) above--;
      const parent = above < 0 ? NO_NODE : node[above];
      if (parent !== NO_NODE && toNs > coveredNs[above]) {
        this.#selfNs[parent] -= toNs - Math.max(fromNs, coveredNs[above]);
        coveredNs[above] = toNs;
      }
      node[row] = this.#add(own, slice, parent, toNs - fromNs, start);
      endNs[row] = end;
      coveredNs[row] = fromNs;
      if ((++turns & 0xffff) === 0) turn();
    }
  }

  #add({ part, lane }: PartLane, slice: number, parent: number, ns: number, startNs: number): number {
    const name = part.index.slices.name[slice];
    let slot = this.#slots.of(part)[name];
    if (slot < 0) slot = this.#slots.add(part, name, lane);
    const node = this.#nodeOf(parent, slot);
    this.#sliceCount++;
    this.#count[node]++;
    this.#totalNs[node] += ns;
    this.#selfNs[node] += ns;
    const firstNs = part.time.toJob(startNs);
    if (firstNs < this.#firstNs[node]) this.#firstNs[node] = firstNs;
    return node;
  }

  #nodeOf(parent: number, slot: number): number {
    const mask = this.#table.length - 1;
    let at = placeFor(parent, slot, mask);
    for (;;) {
      const node = this.#table[at] - 1;
      if (node < 0) break;
      if (this.#parent[node] === parent && this.#name[node] === slot) return node;
      at = (at + 1) & mask;
    }
    const node = this.#nodeCount++;
    if (node === this.#parent.length) {
      this.#grow();
      return this.#put(node, parent, slot);
    }
    this.#table[at] = node + 1;
    return this.#set(node, parent, slot);
  }

  #put(node: number, parent: number, slot: number): number {
    const mask = this.#table.length - 1;
    let at = placeFor(parent, slot, mask);
    while (this.#table[at] !== 0) at = (at + 1) & mask;
    this.#table[at] = node + 1;
    return this.#set(node, parent, slot);
  }

  #set(node: number, parent: number, slot: number): number {
    this.#parent[node] = parent;
    this.#name[node] = slot;
    this.#firstNs[node] = Number.POSITIVE_INFINITY;
    return node;
  }

  #grow(): void {
    const size = this.#parent.length * 2;
    this.#parent = longer(this.#parent, new Int32Array(size));
    this.#name = longer(this.#name, new Uint32Array(size));
    this.#count = longer(this.#count, new Float64Array(size));
    this.#totalNs = longer(this.#totalNs, new Float64Array(size));
    this.#selfNs = longer(this.#selfNs, new Float64Array(size));
    this.#firstNs = longer(this.#firstNs, new Float64Array(size));
    this.#table = new Int32Array(size * 2);
    const mask = this.#table.length - 1;
    for (let node = 0; node < size / 2; node++) {
      let at = placeFor(this.#parent[node], this.#name[node], mask);
      while (this.#table[at] !== 0) at = (at + 1) & mask;
      this.#table[at] = node + 1;
    }
  }

  /** With the nodes that take the longest: a node is answered with all that it is in. */
  tree(mostNodes: number): StackTree {
    const kept = this.#longest(mostNodes);
    const placeOf = new Int32Array(this.#nodeCount).fill(NO_NODE);
    kept.forEach((node, place) => {
      placeOf[node] = place;
    });
    const { names, colours } = this.#slots;
    const of = (column: Float64Array) => Float64Array.from(kept, (node) => column[node]);
    return {
      names,
      parent: Int32Array.from(kept, (node) => (this.#parent[node] < 0 ? NO_NODE : placeOf[this.#parent[node]])),
      name: Uint32Array.from(kept, (node) => this.#name[node]),
      colour: Uint8Array.from(kept, (node) => colours[this.#name[node]]),
      count: of(this.#count),
      totalNs: of(this.#totalNs),
      selfNs: of(this.#selfNs),
      firstNs: of(this.#firstNs),
      functions: this.#functions(),
      sliceCount: this.#sliceCount,
      cutCount: this.#nodeCount - kept.length,
    };
  }

  /**
   * Ascending, so that nodes stand behind those that they are in. A node is never longer than what it is in, where slices nest;
   * where they cross, those are kept with it.
   */
  #longest(most: number): Uint32Array {
    const all = Uint32Array.from({ length: this.#nodeCount }, (_, node) => node);
    if (all.length <= most) return all;
    const byTotal = all.slice().sort((a, b) => this.#totalNs[b] - this.#totalNs[a] || a - b);
    const isKept = new Uint8Array(this.#nodeCount);
    let keptCount = 0;
    for (const node of byTotal) {
      const path: number[] = [];
      for (let at = node; at >= 0 && isKept[at] === 0; at = this.#parent[at]) path.push(at);
      if (keptCount + path.length > most) break;
      for (const own of path) isKept[own] = 1;
      keptCount += path.length;
    }
    return all.filter((node) => isKept[node] === 1);
  }

  #functions(): StackFunctions {
    const { count: nameCount, colours } = this.#slots;
    const [count, totalNs, selfNs] = [0, 1, 2].map(() => new Float64Array(nameCount));
    for (let node = 0; node < this.#nodeCount; node++) {
      const name = this.#name[node];
      count[name] += this.#count[node];
      selfNs[name] += this.#selfNs[node];
      if (!this.#isWithinItself(node)) totalNs[name] += this.#totalNs[node];
    }
    return {
      name: Uint32Array.from({ length: nameCount }, (_, name) => name),
      colour: Uint8Array.from(colours),
      count,
      totalNs,
      selfNs,
    };
  }

  #isWithinItself(node: number): boolean {
    const name = this.#name[node];
    for (let at = this.#parent[node]; at >= 0; at = this.#parent[at]) if (this.#name[at] === name) return true;
    return false;
  }
}

function placeFor(parent: number, slot: number, mask: number): number {
  const mixed = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(slot + 1, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
}

function longer<T extends Int32Array | Uint32Array | Float64Array>(column: T, into: T): T {
  into.set(column);
  return into;
}
