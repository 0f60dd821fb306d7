/** Executions of functions, and how long each function kept the device from computing. */
import { medianOfNumbers } from '../../base/aggregates';
import type { Coverage } from '../../index/intervals/coverage';
import type { Intervals } from '../../index/intervals/intervals';

/** Executions in any order; those of one function may overlap (streams, threads). */
export class Executions {
  readonly keys: string[] = [];
  readonly #codes = new Map<string, number>();
  /** With room for more: there may be millions. */
  #code: Uint32Array;
  #startNs: Float64Array;
  #endNs: Float64Array;
  #slice: Float64Array;
  #count = 0;

  /** `expectedCount`: columns that are as long at once are not copied while they grow. */
  constructor(expectedCount = FIRST_CAPACITY) {
    const capacity = Math.max(FIRST_CAPACITY, expectedCount);
    this.#code = new Uint32Array(capacity);
    this.#startNs = new Float64Array(capacity);
    this.#endNs = new Float64Array(capacity);
    this.#slice = new Float64Array(capacity);
  }

  get code(): Uint32Array {
    return this.#code.subarray(0, this.#count);
  }

  get startNs(): Float64Array {
    return this.#startNs.subarray(0, this.#count);
  }

  get endNs(): Float64Array {
    return this.#endNs.subarray(0, this.#count);
  }

  /** Slice of the rank; NaN: not in a timeline. */
  get slice(): Float64Array {
    return this.#slice.subarray(0, this.#count);
  }

  codeOf(key: string): number {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.keys.length;
    this.keys.push(key);
    this.#codes.set(key, code);
    return code;
  }

  add(code: number, startNs: number, endNs: number, slice: number): void {
    const at = this.#count++;
    if (at === this.#code.length) this.#grow();
    this.#code[at] = code;
    this.#startNs[at] = startNs;
    this.#endNs[at] = endNs;
    this.#slice[at] = slice;
  }

  #grow(): void {
    const capacity = 2 * this.#code.length;
    const [code, startNs, endNs, slice] = [this.#code, this.#startNs, this.#endNs, this.#slice];
    this.#code = new Uint32Array(capacity);
    this.#startNs = new Float64Array(capacity);
    this.#endNs = new Float64Array(capacity);
    this.#slice = new Float64Array(capacity);
    this.#code.set(code);
    this.#startNs.set(startNs);
    this.#endNs.set(endNs);
    this.#slice.set(slice);
  }
}

const FIRST_CAPACITY = 1024;

/** What is measured: from its start to its end; all of the index’s time, or all of the tables’. */
export interface Window {
  readonly startNs: number;
  readonly endNs: number;
  readonly computing: Coverage;
  /** Neither computing nor communication, between the device’s first and last. */
  readonly free: Coverage;
}

/** Of one function, within the window. */
export interface FunctionTimes {
  readonly key: string;
  readonly count: number;
  /** Union of its executions less computing; of kernels that compute, the union itself. */
  readonly exposedNs: number;
  /** What of the union is Free. */
  readonly freeNs: number;
  readonly meanNs: number;
  readonly medianNs: number;
  /** Of all executions, not of a sample of them. */
  readonly deviationNs: number;
  /** Of each execution, in no order; undefined: only their sums are known (Python). */
  readonly durationsNs: Float64Array | undefined;
  /** The slice of the longest; undefined: not in a timeline. */
  readonly longest: number | undefined;
  readonly longestStartNs: number;
}

/**
 * An execution belongs to the window that it starts in, and is cut at its end. `isComputing`: nothing is above computing, so
 * that nothing is taken away from it.
 */
export function functionTimes(own: Executions, window: Window, isComputing: boolean): FunctionTimes[] {
  const { keys, code, startNs, endNs, slice } = own;
  const { order, first } = byFunction(keys.length, code, startNs, window);
  const functions: number[] = [];
  for (let at = 0; at < keys.length; at++) {
    if (first[at + 1] === first[at]) continue;
    functions.push(at);
    const members = order.subarray(first[at], first[at + 1]);
    if (!isAscending(startNs, members)) members.sort((a, b) => startNs[a] - startNs[b]);
  }
  const durations = durationsOf(startNs, endNs, order);
  const meanNs = meansOf(durations, first);
  const deviationNs = deviationsOf(durations, first, meanNs);
  const longest = longestOf(durations, first);
  const { busy, firstBusy } = unionsWithin(startNs, endNs, order, first, window.endNs);
  const freeNs = coveredBy(busy, firstBusy, window.free);
  const wholeNs = lengthsOf(busy, firstBusy);
  const computingNs = isComputing ? undefined : coveredBy(busy, firstBusy, window.computing);
  return functions.map((at) => {
    const member = longest[at] === NONE ? undefined : order[longest[at]];
    const place = member === undefined ? Number.NaN : slice[member];
    const durationsNs = durations.subarray(first[at], first[at + 1]);
    return {
      key: keys[at],
      count: first[at + 1] - first[at],
      exposedNs: wholeNs[at] - (computingNs?.[at] ?? 0),
      freeNs: freeNs[at],
      meanNs: meanNs[at],
      medianNs: medianOfNumbers(durationsNs),
      deviationNs: deviationNs[at],
      durationsNs,
      longest: Number.isNaN(place) ? undefined : place,
      longestStartNs: member === undefined ? Number.NaN : startNs[member],
    };
  });
}

// Each a loop of its own over all functions, called once: V8 would compile what is called for each of them with all that it calls, again
// and again, and take longer to do so than they run. Columns by function, of executions or stretches from `first` on.

function durationsOf(startNs: Float64Array, endNs: Float64Array, order: Uint32Array): Float64Array {
  const durations = new Float64Array(order.length);
  for (let at = 0; at < order.length; at++) durations[at] = endNs[order[at]] - startNs[order[at]];
  return durations;
}

/** NaN without any. */
function meansOf(durations: Float64Array, first: Uint32Array): Float64Array {
  const means = new Float64Array(first.length - 1);
  for (let own = 0; own < means.length; own++) {
    let sum = 0;
    for (let at = first[own]; at < first[own + 1]; at++) sum += durations[at];
    means[own] = sum / (first[own + 1] - first[own]);
  }
  return means;
}

function deviationsOf(durations: Float64Array, first: Uint32Array, means: Float64Array): Float64Array {
  const deviations = new Float64Array(means.length);
  for (let own = 0; own < means.length; own++) {
    let squares = 0;
    for (let at = first[own]; at < first[own + 1]; at++) squares += (durations[at] - means[own]) ** 2;
    deviations[own] = Math.sqrt(squares / (first[own + 1] - first[own]));
  }
  return deviations;
}

/** Where the first of the longest is; `NONE` where no duration is known. */
function longestOf(durations: Float64Array, first: Uint32Array): Int32Array {
  const longest = new Int32Array(first.length - 1).fill(NONE);
  for (let own = 0; own < longest.length; own++) {
    let mostNs = -1;
    for (let at = first[own]; at < first[own + 1]; at++) {
      if (!(durations[at] > mostNs)) continue;
      mostNs = durations[at];
      longest[own] = at;
    }
  }
  return longest;
}

const NONE = -1;

/** Stretches of each function, whose executions are by start; touching ones become one. */
function unionsWithin(
  startNs: Float64Array,
  endNs: Float64Array,
  order: Uint32Array,
  first: Uint32Array,
  windowEndNs: number,
): { readonly busy: Intervals; readonly firstBusy: Uint32Array } {
  const starts = new Float64Array(order.length);
  const ends = new Float64Array(order.length);
  const firstBusy = new Uint32Array(first.length);
  let last = -1;
  for (let own = 0; own < first.length - 1; own++) {
    for (let at = first[own]; at < first[own + 1]; at++) {
      const fromNs = startNs[order[at]];
      if (at === first[own] || fromNs > ends[last]) {
        const beforeNs = at === first[own] ? fromNs : ends[last];
        starts[++last] = fromNs;
        ends[last] = beforeNs;
      }
      ends[last] = Math.max(ends[last], Math.min(endNs[order[at]], windowEndNs));
    }
    firstBusy[own + 1] = last + 1;
  }
  return { busy: { startNs: starts, endNs: ends }, firstBusy };
}

function lengthsOf({ startNs, endNs }: Intervals, first: Uint32Array): Float64Array {
  const lengths = new Float64Array(first.length - 1);
  for (let own = 0; own < lengths.length; own++)
    for (let at = first[own]; at < first[own + 1]; at++) lengths[own] += endNs[at] - startNs[at];
  return lengths;
}

function coveredBy(stretches: Intervals, first: Uint32Array, by: Coverage): Float64Array {
  const covered = new Float64Array(first.length - 1);
  for (let own = 0; own < covered.length; own++)
    covered[own] = by.coveredBetween(stretches, first[own], first[own + 1]);
  return covered;
}

/** Positions of the executions in the window, function after function, in their order. */
function byFunction(count: number, code: Uint32Array, startNs: Float64Array, window: Window) {
  const { startNs: fromNs, endNs: toNs } = window;
  const first = new Uint32Array(count + 1);
  for (let at = 0; at < code.length; at++) if (startNs[at] >= fromNs && startNs[at] < toNs) first[code[at] + 1]++;
  for (let at = 0; at < count; at++) first[at + 1] += first[at];
  const order = new Uint32Array(first[count]);
  const next = first.slice();
  for (let at = 0; at < code.length; at++)
    if (startNs[at] >= fromNs && startNs[at] < toNs) order[next[code[at]]++] = at;
  return { order, first };
}

function isAscending(startNs: Float64Array, members: Uint32Array): boolean {
  for (let at = 1; at < members.length; at++) if (startNs[members[at]] < startNs[members[at - 1]]) return false;
  return true;
}
