/** Executions of functions, and how long each function kept the device from computing. */
import type { Coverage } from '../../index/coverage';

/** Executions in any order; those of one function may overlap (streams, threads). */
export class Executions {
  readonly keys: string[] = [];
  readonly #codes = new Map<string, number>();
  readonly code: number[] = [];
  readonly startNs: number[] = [];
  readonly endNs: number[] = [];
  /** Slice of the rank; NaN: not in a timeline. */
  readonly slice: number[] = [];

  codeOf(key: string): number {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.keys.length;
    this.keys.push(key);
    this.#codes.set(key, code);
    return code;
  }

  add(code: number, startNs: number, endNs: number, slice: number): void {
    this.code.push(code);
    this.startNs.push(startNs);
    this.endNs.push(endNs);
    this.slice.push(slice);
  }
}

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
  const { order, first } = byFunction(own, window);
  const times: FunctionTimes[] = [];
  for (let code = 0; code < own.keys.length; code++) {
    const members = order.subarray(first[code], first[code + 1]);
    if (members.length === 0) continue;
    if (!isAscending(own.startNs, members)) members.sort((a, b) => own.startNs[a] - own.startNs[b]);
    times.push(timesOf(own, own.keys[code], members, window, isComputing));
  }
  return times;
}

function timesOf(
  { startNs, endNs, slice }: Executions,
  key: string,
  members: Uint32Array,
  { computing, free, endNs: windowEndNs }: Window,
  isComputing: boolean,
): FunctionTimes {
  let [exposedNs, freeNs, totalNs, longestNs] = [0, 0, 0, -1];
  let [fromNs, toNs] = [startNs[members[0]], startNs[members[0]]];
  let [longest, longestStartNs] = [Number.NaN, Number.NaN];
  const close = () => {
    exposedNs += toNs - fromNs - (isComputing ? 0 : computing.coveredNs(fromNs, toNs));
    freeNs += free.coveredNs(fromNs, toNs);
  };
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
    if (startNs[member] > toNs) {
      close();
      fromNs = startNs[member];
    }
    toNs = Math.max(toNs, endsNs);
  }
  close();
  const meanNs = totalNs / members.length;
  let squares = 0;
  for (let at = 0; at < durations.length; at++) squares += (durations[at] - meanNs) ** 2;
  return {
    key,
    count: members.length,
    exposedNs,
    freeNs,
    meanNs,
    medianNs: medianOfSorted(durations.sort()),
    deviationNs: Math.sqrt(squares / members.length),
    longest: Number.isNaN(longest) ? undefined : longest,
    longestStartNs,
  };
}

/** Without the iterator of `medianOf`, which takes longer than all else here. */
function medianOfSorted(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Positions of the executions in the window, function after function, in their order. */
function byFunction({ keys, code, startNs }: Executions, window: Window) {
  const isIn = (at: number) => startNs[at] >= window.startNs && startNs[at] < window.endNs;
  const first = new Uint32Array(keys.length + 1);
  for (let at = 0; at < code.length; at++) if (isIn(at)) first[code[at] + 1]++;
  for (let at = 0; at < keys.length; at++) first[at + 1] += first[at];
  const order = new Uint32Array(first[keys.length]);
  const next = first.slice();
  for (let at = 0; at < code.length; at++) if (isIn(at)) order[next[code[at]]++] = at;
  return { order, first };
}

function isAscending(startNs: readonly number[], members: Uint32Array): boolean {
  for (let at = 1; at < members.length; at++) if (startNs[members[at]] < startNs[members[at - 1]]) return false;
  return true;
}
