import { type RankIndex, TREE_FANOUT_BITS } from '../index/rankIndex';

const FANOUT = 1 << TREE_FANOUT_BITS;
const UNKNOWN = 0xff;

/** Tells the hue class of a slice. */
export type HueOfSlice = (slice: number) => number;

/**
 * The hue class of each node of the interval tree: that of its longest slice. Hues come from names, which are looked at when
 * they are first needed; so this is no column of the index, but kept here. Nodes are of a level from 1 on.
 */
export class NodeHues {
  readonly #hues: readonly Uint8Array[];
  /** 1 where the children of a node have not all the same hue class, 0 where they have. */
  readonly #mixed: readonly Uint8Array[];

  constructor(readonly index: RankIndex) {
    const unknown = () => index.tree.levels.map(({ longest }) => new Uint8Array(longest.length).fill(UNKNOWN));
    this.#hues = unknown();
    this.#mixed = unknown();
  }

  of(level: number, node: number, hueOf: HueOfSlice): number {
    const hues = this.#hues[level - 1];
    if (hues[node] === UNKNOWN) hues[node] = hueOf(this.index.tree.levels[level - 1].longest[node]);
    return hues[node];
  }

  /** Of a node of level 2 or above: its children differ. */
  areMixed(level: number, row: number, node: number, hueOf: HueOfSlice): boolean {
    const mixed = this.#mixed[level - 1];
    if (mixed[node] === UNKNOWN) mixed[node] = this.#areMixed(level, row, node, hueOf) ? 1 : 0;
    return mixed[node] === 1;
  }

  #areMixed(level: number, row: number, node: number, hueOf: HueOfSlice): boolean {
    const { levels } = this.index.tree;
    const below = levels[level - 2].rowFirstNode;
    const first = below[row] + (node - levels[level - 1].rowFirstNode[row]) * FANOUT;
    const end = Math.min(first + FANOUT, below[row + 1]);
    const hue = this.of(level - 1, first, hueOf);
    for (let child = first + 1; child < end; child++) if (this.of(level - 1, child, hueOf) !== hue) return true;
    return false;
  }
}
