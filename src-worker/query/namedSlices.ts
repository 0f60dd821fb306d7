/** Which of a rank's slices have a name that somebody looks for: often few of millions. */
import type { IndexSlices } from '../index/columns/indexSlices';

/** What is known of names: 0 as long as nothing is, 1 of those that nobody looks for, else what the name was found to be. */
export class NameCodes {
  static readonly none = 1;
  readonly codes: Uint8Array;

  constructor(
    nameCount: number,
    /** Asked once of each name. From 1 to 255. */
    readonly codeOf: (name: number) => number,
  ) {
    this.codes = new Uint8Array(nameCount);
  }

  find(name: number): number {
    this.codes[name] = this.codeOf(name);
    return this.codes[name];
  }
}

/**
 * Of the slices from `first` to `end` (not included) those with a name that is looked for, that begin from `fromNs` to
 * `toNs`. One small loop for all who look, and nothing in it but the looking: a rank has millions of slices that each of
 * them goes through once, and V8 has compiled such a loop long before one with all that is done with what is found.
 */
export function slicesNamed(
  { name, startNs }: Pick<IndexSlices, 'name' | 'startNs'>,
  first: number,
  end: number,
  names: NameCodes,
  fromNs = Number.NEGATIVE_INFINITY,
  toNs = Number.POSITIVE_INFINITY,
): number[] {
  const { codes } = names;
  const found: number[] = [];
  for (let slice = first; slice < end; slice++) {
    const code = codes[name[slice]];
    if (code === NameCodes.none || startNs[slice] < fromNs || startNs[slice] > toNs) continue;
    if (code !== 0 || names.find(name[slice]) !== NameCodes.none) found.push(slice);
  }
  return found;
}

/**
 * Of the slices from `first` to `end` (not included) those whose name was found to be `wanted`. For many of them: counted
 * first, so that they take no more room than they need.
 */
export function slicesOfCode(
  { name }: Pick<IndexSlices, 'name'>,
  first: number,
  end: number,
  names: NameCodes,
  wanted: number,
): Uint32Array {
  const found = new Uint32Array(countOfCode(name, first, end, names, wanted));
  const { codes } = names;
  let at = 0;
  for (let slice = first; slice < end; slice++) if (codes[name[slice]] === wanted) found[at++] = slice;
  return found;
}

/** Afterwards all codes of these slices are known. */
function countOfCode(name: IndexSlices['name'], first: number, end: number, names: NameCodes, wanted: number): number {
  const { codes } = names;
  let count = 0;
  for (let slice = first; slice < end; slice++) {
    const code = codes[name[slice]];
    if ((code === 0 ? names.find(name[slice]) : code) === wanted) count++;
  }
  return count;
}
