/** Executions of functions, and how long each function kept the device from computing. */
import { medianOfNumbers } from '../../base/aggregates';
import type { Coverage } from '../../index/coverage';
import { type Intervals, totalNs } from '../../index/intervals';

/** Executions in any order; those of one function may overlap (streams, threads). */
export class Executions {
  readonly keys: string[] = [];
  readonly #codes = new Map<string, number>();
  /** With room for more: there may be millions. */
  #code = new Uint32Array(FIRST_CAPACITY);
  #startNs = new Float64Array(FIRST_CAPACITY);
  #endNs = new Float64Array(FIRST_CAPACITY);
  #slice = new Float64Array(FIRST_CAPACITY);
  #count = 0;

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
  const columns = { keys, code, startNs, endNs, slice };
  const { order, first } = byFunction(columns, window);
  const times: FunctionTimes[] = [];
  for (let at = 0; at < keys.length; at++) {
    const members = order.subarray(first[at], first[at + 1]);
    if (members.length === 0) continue;
    if (!isAscending(startNs, members)) members.sort((a, b) => startNs[a] - startNs[b]);
    times.push(timesOf(columns, keys[at], members, window, isComputing));
  }
  return times;
}

type Columns = Pick<Executions, 'keys' | 'code' | 'startNs' | 'endNs' | 'slice'>;

function timesOf(
  { startNs, endNs, slice }: Columns,
  key: string,
  members: Uint32Array,
  { computing, free, endNs: windowEndNs }: Window,
  isComputing: boolean,
): FunctionTimes {
  const durations = durationsOf(startNs, endNs, members);
  let [sumNs, longestNs, longest, longestStartNs] = [0, -1, Number.NaN, Number.NaN];
  for (let at = 0; at < durations.length; at++) {
    sumNs += durations[at];
    if (!(durations[at] > longestNs)) continue;
    longestNs = durations[at];
    longest = slice[members[at]];
    longestStartNs = startNs[members[at]];
  }
  const meanNs = sumNs / members.length;
  let squares = 0;
  for (let at = 0; at < durations.length; at++) squares += (durations[at] - meanNs) ** 2;
  const busy = unionWithin(startNs, endNs, members, windowEndNs);
  return {
    key,
    count: members.length,
    exposedNs: isComputing ? totalNs(busy) : uncoveredNs(busy, computing),
    freeNs: coveredNs(busy, free),
    meanNs,
    medianNs: medianOfNumbers(durations),
    deviationNs: Math.sqrt(squares / members.length),
    longest: Number.isNaN(longest) ? undefined : longest,
    longestStartNs,
  };
}

// Each a loop of its own: together V8 took longer to compile them, again and again, than to run them.

function durationsOf(startNs: Float64Array, endNs: Float64Array, members: Uint32Array): Float64Array {
  const durations = new Float64Array(members.length);
  for (let at = 0; at < members.length; at++) durations[at] = endNs[members[at]] - startNs[members[at]];
  return durations;
}

/** Of members by start; touching ones become one. */
function unionWithin(startNs: Float64Array, endNs: Float64Array, members: Uint32Array, windowEndNs: number): Intervals {
  const [starts, ends] = [new Float64Array(members.length), new Float64Array(members.length)];
  starts[0] = startNs[members[0]];
  ends[0] = starts[0];
  let last = 0;
  for (let at = 0; at < members.length; at++) {
    const fromNs = startNs[members[at]];
    if (fromNs > ends[last]) {
      starts[++last] = fromNs;
      ends[last] = ends[last - 1];
    }
    ends[last] = Math.max(ends[last], Math.min(endNs[members[at]], windowEndNs));
  }
  return { startNs: starts.subarray(0, last + 1), endNs: ends.subarray(0, last + 1) };
}

function uncoveredNs({ startNs, endNs }: Intervals, by: Coverage): number {
  let ns = 0;
  for (let at = 0; at < startNs.length; at++) ns += endNs[at] - startNs[at] - by.coveredNs(startNs[at], endNs[at]);
  return ns;
}

function coveredNs({ startNs, endNs }: Intervals, by: Coverage): number {
  let ns = 0;
  for (let at = 0; at < startNs.length; at++) ns += by.coveredNs(startNs[at], endNs[at]);
  return ns;
}

/** Positions of the executions in the window, function after function, in their order. */
function byFunction({ keys, code, startNs }: Columns, window: Window) {
  const { startNs: fromNs, endNs: toNs } = window;
  const first = new Uint32Array(keys.length + 1);
  for (let at = 0; at < code.length; at++) if (startNs[at] >= fromNs && startNs[at] < toNs) first[code[at] + 1]++;
  for (let at = 0; at < keys.length; at++) first[at + 1] += first[at];
  const order = new Uint32Array(first[keys.length]);
  const next = first.slice();
  for (let at = 0; at < code.length; at++)
    if (startNs[at] >= fromNs && startNs[at] < toNs) order[next[code[at]]++] = at;
  return { order, first };
}

function isAscending(startNs: Float64Array, members: Uint32Array): boolean {
  for (let at = 1; at < members.length; at++) if (startNs[members[at]] < startNs[members[at - 1]]) return false;
  return true;
}
