/** How many slices each name of a part has, and how long they are: worked out once, and then known of whatever names are asked for. */
import type { IndexSlices } from '../index/columns/indexSlices';

/** So many slices with each call: a loop that is called once for millions stays in V8's first, slow code. */
const STRETCH = 1 << 14;

export interface DurationSums {
  readonly count: number;
  readonly sumNs: number;
  readonly minNs: number;
  readonly maxNs: number;
}

export const NO_DURATIONS: DurationSums = {
  count: 0,
  sumNs: 0,
  minNs: Number.POSITIVE_INFINITY,
  maxNs: Number.NEGATIVE_INFINITY,
};

/** Of two that have no slice in common. */
export function bothDurations(one: DurationSums, other: DurationSums): DurationSums {
  return {
    count: one.count + other.count,
    sumNs: one.sumNs + other.sumNs,
    minNs: Math.min(one.minNs, other.minNs),
    maxNs: Math.max(one.maxNs, other.maxNs),
  };
}

/** A number for each name of the part. */
export class NameDurations {
  readonly count: Uint32Array;
  readonly sumNs: Float64Array;
  readonly minNs: Float64Array;
  readonly maxNs: Float64Array;

  constructor(slices: IndexSlices, nameCount: number) {
    this.count = new Uint32Array(nameCount);
    this.sumNs = new Float64Array(nameCount);
    this.minNs = new Float64Array(nameCount).fill(Number.POSITIVE_INFINITY);
    this.maxNs = new Float64Array(nameCount).fill(Number.NEGATIVE_INFINITY);
    const { length } = slices.name;
    for (let first = 0; first < length; first += STRETCH)
      addStretch(this, slices, first, Math.min(length, first + STRETCH));
  }

  /** Of all slices whose name is 1 in `names`. */
  of(names: Uint8Array): DurationSums {
    let [count, sumNs, minNs, maxNs] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let name = 0; name < names.length; name++) {
      if (names[name] === 0) continue;
      count += this.count[name];
      sumNs += this.sumNs[name];
      if (this.minNs[name] < minNs) minNs = this.minNs[name];
      if (this.maxNs[name] > maxNs) maxNs = this.maxNs[name];
    }
    return { count, sumNs, minNs, maxNs };
  }
}

function addStretch(
  { count, sumNs, minNs, maxNs }: NameDurations,
  { name: names, startNs, durationNs, longEndNs }: IndexSlices,
  first: number,
  end: number,
): void {
  for (let slice = first; slice < end; slice++) {
    const name = names[slice];
    let ns = durationNs[slice];
    if (ns < 0) ns = longEndNs[~ns] - startNs[slice];
    count[name]++;
    sumNs[name] += ns;
    if (ns < minNs[name]) minNs[name] = ns;
    if (ns > maxNs[name]) maxNs[name] = ns;
  }
}
