/** Sequences of framework ops that Ascend has as one operator. The table is resources/affinityOps.json. */
import table from '../../resources/affinityOps.json';

/**
 * A sequence in order: the names of an op without `aten::`, one of which it is, "a|b"; with " ?" it may be left out, with " +" it
 * comes up to `MOST_REPEATS` times.
 */
export interface AffinitySequence {
  readonly fused: string;
  readonly ops: readonly string[];
}

const MOST_REPEATS = 4;
const ATEN = /^aten::/;
const OPTIMIZER = /^Optimizer\.step#(\w+)\.step$/;

/** The fused optimizer that there is for the one whose step is called so. */
export function fusedOptimizer(name: string): string | undefined {
  const own = OPTIMIZER.exec(name)?.[1];
  const known: Readonly<Record<string, string>> = table.optimizers;
  return own !== undefined && Object.hasOwn(known, own) ? known[own] : undefined;
}

export function isFrameworkOp(name: string): boolean {
  return ATEN.test(name);
}

export interface AffinityMatch {
  readonly fused: string;
  /** Positions in the names: the first op, and the one after the last. */
  readonly from: number;
  readonly end: number;
}

/** Of ops in the order of their calls (`aten::mul`). What only looks at a tensor in another way is passed over. */
export class AffinityMatcher {
  readonly #letterOf = new Map<string, string>();
  readonly #patterns: readonly { readonly fused: string; readonly pattern: RegExp }[];
  readonly #transparent = new Set<string>(table.transparent);

  constructor(sequences: readonly AffinitySequence[] = table.sequences) {
    this.#patterns = sequences.map(({ fused, ops }) => {
      return { fused, pattern: new RegExp(ops.map((op) => this.#step(op)).join(''), 'g') };
    });
  }

  /** Each op is in one match at most; those that stand first in the table are looked for first. */
  find(names: readonly string[]): AffinityMatch[] {
    const places: number[] = [];
    let letters = '';
    names.forEach((name, at) => {
      const op = name.replace(ATEN, '');
      if (this.#transparent.has(op)) return;
      places.push(at);
      letters += this.#letterOf.get(op) ?? OTHER;
    });
    const matches: AffinityMatch[] = [];
    // Every element is one letter or a few, none is nested: each place is tried in a bounded number of steps.
    for (const { fused, pattern } of this.#patterns)
      letters = letters.replace(pattern, (found, at: number) => {
        matches.push({ fused, from: places[at], end: places[at + found.length - 1] + 1 });
        return OTHER.repeat(found.length);
      });
    return matches.sort((a, b) => a.from - b.from);
  }

  #step(op: string): string {
    const [names, times = ''] = op.split(' ');
    const letters = names.split('|').map((name) => this.#letter(name));
    return `[${letters.join('')}]${times === '+' ? `{1,${MOST_REPEATS}}` : times}`;
  }

  #letter(name: string): string {
    const known = this.#letterOf.get(name);
    if (known) return known;
    const letter = String.fromCharCode(FIRST_LETTER + this.#letterOf.size);
    this.#letterOf.set(name, letter);
    return letter;
  }
}

/** Of Unicode's private use: none of them means anything in a pattern. */
const FIRST_LETTER = 0xe001;
const OTHER = '\ue000';
