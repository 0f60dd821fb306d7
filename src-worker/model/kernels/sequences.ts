/**
 * B7: short sequences of kernels that come again and again, which one fused kernel could replace. Source: msprof-analyze
 * (fusible operators), which counts occurrences that overlap; here none does, and no kernel is in two sequences.
 */
import type { ColumnTable } from '../../tables/columnTable';
import { threshold } from '../thresholds';
import { kernelsInOrder, type OrderedKernels } from './kernelOrder';

export interface KernelSequences {
  /** By what they lose, most first; the first `MAX_KEPT`. */
  readonly sequences: readonly KernelSequence[];
  /** Of all that were found, also of those that are not kept. */
  readonly host: SequenceSum;
  readonly memory: SequenceSum;
}

export interface SequenceSum {
  readonly count: number;
  readonly lostNs: number;
}

export interface KernelSequence {
  /** Their types, in order. */
  readonly types: readonly string[];
  /** 'host': between its kernels the device waits for the host; 'memory': they mostly load and store. */
  readonly bound: 'host' | 'memory';
  readonly count: number;
  /** Sums over all occurrences: of the kernels, and with the time in which the whole device waits between them. */
  readonly kernelNs: number;
  readonly wallNs: number;
  /** At most saved: the gaps within (host), or all kernels but the longest (memory). */
  readonly lostNs: number;
  /** Of the kernels' time, in which they load or store, 0 to 1; 0 where no counters tell. */
  readonly moving: number;
  /** Its first and its last kernel where it loses most, by the table's instants. */
  readonly worst: { readonly first: NamedStart; readonly last: NamedStart };
}

interface NamedStart {
  readonly name: string;
  readonly startNs: number;
}

/** Kernels of one sequence. Source: msprof-analyze. */
const SHORTEST = 3;
const LONGEST = 10;
const MAX_KEPT = 8;
/** Sequences that are tried, most loss first: each is gone through once more. */
const MAX_TRIED = 64;

/**
 * Work and memory in proportion to the rows: for each of the eight lengths every place is named by the name of the one that is
 * a kernel shorter and its last kernel, as suffix arrays are made by doubling (Karp, Miller, Rosenberg 1972): exact, no hashes.
 * Undefined without starts.
 */
export function kernelSequences(table: ColumnTable): KernelSequences | undefined {
  const kernels = kernelsInOrder(table);
  if (!kernels) return undefined;
  const least = threshold('sequence.repeats');
  const places = new Map<number, Int32Array>();
  const tried: Candidate[] = [];
  let shorter: Int32Array | undefined;
  for (let length = 1; length <= LONGEST; length++) {
    const named = placesOf(kernels, length, shorter);
    shorter = repeated(named, length, least);
    if (length < SHORTEST) continue;
    places.set(length, shorter);
    tried.push(...candidates(kernels, shorter, length));
  }
  tried.sort((a, b) => b.lostNs - a.lostNs || b.length - a.length);
  return chosen(kernels, tried.slice(0, MAX_TRIED), places, least);
}

/** No sequence of that length begins here, or none that comes again. */
const NONE = -1;

/** Of each position the number of the sequence of `length` kernels that begins there. */
function placesOf(kernels: OrderedKernels, length: number, shorter: Int32Array | undefined): Int32Array {
  const { count, type, types, stretchEnd } = kernels;
  const names = new Map<number, number>();
  const named = new Int32Array(count).fill(NONE);
  for (let at = 0; at + length <= count; at++) {
    if (at + length > stretchEnd[at]) continue;
    const before = shorter ? shorter[at] : 0;
    if (before === NONE) continue;
    const key = before * types.length + type[at + length - 1];
    let name = names.get(key);
    if (name === undefined) {
      name = names.size;
      names.set(key, name);
    }
    named[at] = name;
  }
  return named;
}

/** Those that come more than `least` times without overlapping; the others can't do so with one kernel more either. */
function repeated(named: Int32Array, length: number, least: number): Int32Array {
  const [counts, ends] = [new Int32Array(named.length), new Int32Array(named.length)];
  eachApart(named, length, ends, (_, name) => {
    counts[name]++;
  });
  return named.map((name) => (name !== NONE && counts[name] > least ? name : NONE));
}

/** Occurrences from left to right, each after the end of the one before of the same name. */
function eachApart(named: Int32Array, length: number, ends: Int32Array, visit: (at: number, name: number) => void) {
  for (let at = 0; at < named.length; at++) {
    const name = named[at];
    if (name === NONE || at < ends[name]) continue;
    ends[name] = at + length;
    visit(at, name);
  }
}

interface Sums {
  readonly length: number;
  count: number;
  kernelNs: number;
  wallNs: number;
  /** Of the kernels, in which they load or store. */
  movingNs: number;
  restNs: number;
  worstNs: number;
  worstAt: number;
}

interface Candidate {
  readonly length: number;
  readonly name: number;
  readonly lostNs: number;
}

function candidates(kernels: OrderedKernels, named: Int32Array, length: number): Candidate[] {
  const sums = new Map<number, Sums>();
  eachApart(named, length, new Int32Array(named.length), (at, name) => {
    const own = sums.get(name) ?? noSums(length);
    sums.set(name, own);
    addOccurrence(own, kernels, at);
  });
  return [...sums].flatMap(([name, own]) => {
    const bound = boundOf(own);
    return bound ? [{ length, name, lostNs: lostOf(own, bound) }] : [];
  });
}

function noSums(length: number): Sums {
  return { length, count: 0, kernelNs: 0, wallNs: 0, movingNs: 0, restNs: 0, worstNs: -1, worstAt: 0 };
}

function addOccurrence(sums: Sums, { startNs, endNs, idleNs, moving }: OrderedKernels, at: number): void {
  let [kernelNs, longestNs, movingNs, gapNs] = [0, 0, 0, 0];
  for (let own = at; own < at + sums.length; own++) {
    const ns = endNs[own] - startNs[own];
    kernelNs += ns;
    movingNs += ns * moving[own];
    longestNs = Math.max(longestNs, ns);
    if (own > at) gapNs += idleNs[own];
  }
  sums.count++;
  sums.kernelNs += kernelNs;
  sums.wallNs += kernelNs + gapNs;
  sums.movingNs += movingNs;
  sums.restNs += kernelNs - longestNs;
  const lostNs = Math.max(gapNs, movingNs > 0 ? kernelNs - longestNs : 0);
  if (lostNs <= sums.worstNs) return;
  sums.worstNs = lostNs;
  sums.worstAt = at;
}

/** Undefined: it is well as it is. Source of the limits: msprof-analyze. */
function boundOf({ kernelNs, wallNs, movingNs }: Sums): KernelSequence['bound'] | undefined {
  if (kernelNs < threshold('sequence.busy') * wallNs) return 'host';
  return movingNs > threshold('sequence.moving') * kernelNs ? 'memory' : undefined;
}

function lostOf({ kernelNs, wallNs, restNs }: Sums, bound: KernelSequence['bound']): number {
  return bound === 'host' ? wallNs - kernelNs : restNs;
}

/** Most loss first, each from the kernels that those before have left. */
function chosen(
  kernels: OrderedKernels,
  tried: readonly Candidate[],
  places: ReadonlyMap<number, Int32Array>,
  least: number,
): KernelSequences {
  const isTaken = new Uint8Array(kernels.count);
  const sequences: KernelSequence[] = [];
  for (const { length, name } of tried) {
    const named = places.get(length) ?? new Int32Array();
    const sums = noSums(length);
    const found: number[] = [];
    for (let at = 0; at < named.length; at++) {
      if (named[at] !== name || isTaken.subarray(at, at + length).includes(1)) continue;
      found.push(at);
      addOccurrence(sums, kernels, at);
      at += length - 1;
    }
    const bound = boundOf(sums);
    if (!bound || found.length <= least) continue;
    for (const at of found) isTaken.fill(1, at, at + length);
    const lostNs = lostOf(sums, bound);
    const { worstAt, count, kernelNs, wallNs, movingNs } = sums;
    const types = Array.from(kernels.type.subarray(worstAt, worstAt + length), (code) => kernels.types[code]);
    const worst = { first: namedStart(kernels, worstAt), last: namedStart(kernels, worstAt + length - 1) };
    sequences.push({ types, bound, count, kernelNs, wallNs, moving: movingNs / kernelNs, lostNs, worst });
  }
  sequences.sort((a, b) => b.lostNs - a.lostNs);
  const sumOf = (bound: KernelSequence['bound']): SequenceSum => {
    const own = sequences.filter((one) => one.bound === bound);
    return { count: own.length, lostNs: own.reduce((sum, { lostNs }) => sum + lostNs, 0) };
  };
  return { sequences: sequences.slice(0, MAX_KEPT), host: sumOf('host'), memory: sumOf('memory') };
}

function namedStart({ row, startNs, nameOf }: OrderedKernels, at: number): NamedStart {
  return { name: nameOf(row[at]), startNs: startNs[at] };
}
