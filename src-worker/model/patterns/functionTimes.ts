/** Executions of functions, and how long each function kept the device from computing. */
import { medianOfNumbers } from '../../base/aggregates';
import type { Coverage } from '../../index/coverage';

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
  let [exposedNs, freeNs, totalNs, longestNs] = [0, 0, 0, -1];
  let [fromNs, toNs] = [startNs[members[0]], startNs[members[0]]];
  let [longest, longestStartNs] = [Number.NaN, Number.NaN];
  const durations = new Float64Array(members.length);
  for (let at = 0; at < members.length; at++) {
    const member = members[at];
    const durationNs = endNs[member] - startNs[member];
    durations[at] = durationNs;
    totalNs += durationNs;
    if (durationNs > longestNs) {
      longestNs = durationNs;
      longest = slice[member];
      longestStartNs = startNs[member];
    }
    const endsNs = Math.min(endNs[member], windowEndNs);
    // No closure for what ends here twice: V8 would make an object of each of its numbers.
    if (startNs[member] > toNs) {
      exposedNs += toNs - fromNs - (isComputing ? 0 : computing.coveredNs(fromNs, toNs));
      freeNs += free.coveredNs(fromNs, toNs);
      fromNs = startNs[member];
    }
    toNs = Math.max(toNs, endsNs);
  }
  exposedNs += toNs - fromNs - (isComputing ? 0 : computing.coveredNs(fromNs, toNs));
  freeNs += free.coveredNs(fromNs, toNs);
  const meanNs = totalNs / members.length;
  let squares = 0;
  for (let at = 0; at < durations.length; at++) squares += (durations[at] - meanNs) ** 2;
  return {
    key,
    count: members.length,
    exposedNs,
    freeNs,
    meanNs,
    medianNs: medianOfNumbers(durations),
    deviationNs: Math.sqrt(squares / members.length),
    longest: Number.isNaN(longest) ? undefined : longest,
    longestStartNs,
  };
}

/** Positions of the executions in the window, function after function, in their order. */
function byFunction({ keys, code, startNs }: Columns, window: Window) {
  const { startNs: fromNs, endNs: toNs } = window;
  const isIn = (at: number) => startNs[at] >= fromNs && startNs[at] < toNs;
  const first = new Uint32Array(keys.length + 1);
  for (let at = 0; at < code.length; at++) if (isIn(at)) first[code[at] + 1]++;
  for (let at = 0; at < keys.length; at++) first[at + 1] += first[at];
  const order = new Uint32Array(first[keys.length]);
  const next = first.slice();
  for (let at = 0; at < code.length; at++) if (isIn(at)) order[next[code[at]]++] = at;
  return { order, first };
}

function isAscending(startNs: Float64Array, members: Uint32Array): boolean {
  for (let at = 1; at < members.length; at++) if (startNs[members[at]] < startNs[members[at - 1]]) return false;
  return true;
}
