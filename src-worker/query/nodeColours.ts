import { type RankIndex, TREE_FANOUT_BITS } from '../index/rankIndex';

const FANOUT = 1 << TREE_FANOUT_BITS;
const UNKNOWN = 0xff;

/** Tells the colour of a slice, `hue class * 16 + variant`. */
export type ColourOfSlice = (slice: number) => number;

/**
 * The colour of each node of the interval tree: that of its longest slice. Colours come from names, which are looked at when
 * they are first needed; so this is no column of the index, but kept here. Nodes are of a level from 1 on.
 */
export class NodeColours {
  readonly #colours: readonly Uint8Array[];
  /** 1 where the children of a node have not all the same hue class, 0 where they have. */
  readonly #mixed: readonly Uint8Array[];

  constructor(readonly index: RankIndex) {
    const unknown = () => index.tree.levels.map(({ longest }) => new Uint8Array(longest.length).fill(UNKNOWN));
    this.#colours = unknown();
    this.#mixed = unknown();
  }

  of(level: number, node: number, colourOf: ColourOfSlice): number {
    const colours = this.#colours[level - 1];
    const known = colours[node];
    if (known !== UNKNOWN) return known;
    const colour = colourOf(this.index.tree.levels[level - 1].longest[node]);
    colours[node] = colour;
    return colour;
  }

  /** The node's children, of level 1 its slices, differ in hue class. */
  areMixed(level: number, row: number, node: number, colourOf: ColourOfSlice): boolean {
    const mixed = this.#mixed[level - 1];
    if (mixed[node] === UNKNOWN) {
      const { tree, rowFirstSlice } = this.index;
      const firstBelow = level === 1 ? rowFirstSlice : tree.levels[level - 2].rowFirstNode;
      const first = firstBelow[row] + (node - tree.levels[level - 1].rowFirstNode[row]) * FANOUT;
      const end = Math.min(first + FANOUT, firstBelow[row + 1]);
      mixed[node] = this.#differ(level - 1, first, end, colourOf) ? 1 : 0;
    }
    return mixed[node] === 1;
  }

  /** Of nodes, or of slices for level 0. */
  #differ(level: number, first: number, end: number, colourOf: ColourOfSlice): boolean {
    const of = (child: number) => (level === 0 ? colourOf(child) : this.of(level, child, colourOf)) >> 4;
    const hue = of(first);
    for (let child = first + 1; child < end; child++) if (of(child) !== hue) return true;
    return false;
  }
}
