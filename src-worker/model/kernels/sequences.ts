/**
 * B7: short sequences of kernels that come again and again, which one fused kernel could replace. Source: msprof-analyze
 * (fusible operators), which counts occurrences that overlap; here none does, and no kernel is in two sequences.
 */
import type { ColumnTable } from '../../tables/columnTable';
import { threshold } from '../thresholds';
import { kernelsInOrder, type OrderedKernels } from './kernelOrder';
import type { NamedStart } from './kernelSlices';

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
export function kernelSequences(table: ColumnTable, mostPairs = MOST_PAIRS): KernelSequences | undefined {
  const kernels = kernelsInOrder(table);
  if (!kernels) return undefined;
  const least = threshold('sequence.repeats');
  const before = sumsBefore(kernels);
  const places = new Map<number, Int32Array>();
  const tried: Candidate[] = [];
  let shorter: Places | undefined;
  for (let length = 1; length <= LONGEST; length++) {
    const named = placesOf(kernels, length, shorter, mostPairs);
    shorter = repeated(named, length, least);
    if (length < SHORTEST) continue;
    places.set(length, shorter.named);
    tried.push(...candidates(kernels, before, shorter, length));
  }
  tried.sort((a, b) => b.lostNs - a.lostNs || b.length - a.length);
  return chosen(kernels, tried.slice(0, MAX_TRIED), places, least);
}

/** No sequence of that length begins here, or none that comes again. */
const NONE = -1;

/** Of each position the number of the sequence of some length that begins there. */
interface Places {
  readonly named: Int32Array;
  /** Numbers are below it. */
  readonly nameCount: number;
}

/** Of so many pairs of a sequence and a kernel behind it each has a place in a table; of more each is looked up. */
const MOST_PAIRS = 1 << 22;

/** Of each position the number of the sequence of `length` kernels that begins there. */
function placesOf(kernels: OrderedKernels, length: number, shorter: Places | undefined, mostPairs: number): Places {
  const { count, type, types, stretchEnd } = kernels;
  const pairCount = (shorter?.nameCount ?? 1) * types.length;
  const names = pairCount <= mostPairs ? new NamesInTable(pairCount) : new NamesInMap();
  const named = new Int32Array(count).fill(NONE);
  for (let at = 0; at + length <= count; at++) {
    if (at + length > stretchEnd[at]) continue;
    const before = shorter ? shorter.named[at] : 0;
    if (before === NONE) continue;
    named[at] = names.of(before * types.length + type[at + length - 1]);
  }
  return { named, nameCount: names.count };
}

/** Numbers of keys, in the order in which they are first asked for. */
class NamesInTable {
  count = 0;
  readonly #nameOf: Int32Array;

  constructor(keyCount: number) {
    this.#nameOf = new Int32Array(keyCount).fill(NONE);
  }

  of(key: number): number {
    const known = this.#nameOf[key];
    if (known !== NONE) return known;
    this.#nameOf[key] = this.count;
    return this.count++;
  }
}

class NamesInMap {
  readonly #nameOf = new Map<number, number>();

  get count(): number {
    return this.#nameOf.size;
  }

  of(key: number): number {
    const known = this.#nameOf.get(key);
    if (known !== undefined) return known;
    const name = this.#nameOf.size;
    this.#nameOf.set(key, name);
    return name;
  }
}

/**
 * Those that come more than `least` times without overlapping, numbered anew; the others can't do so with one kernel more either. Occurrences
 * are from left to right, each after the end of the one before of the same name.
 */
function repeated({ named, nameCount }: Places, length: number, least: number): Places {
  const [counts, ends] = [new Int32Array(nameCount), new Int32Array(nameCount)];
  for (let at = 0; at < named.length; at++) {
    const name = named[at];
    if (name === NONE || at < ends[name]) continue;
    ends[name] = at + length;
    counts[name]++;
  }
  const newName = new Int32Array(nameCount).fill(NONE);
  let kept = 0;
  for (let name = 0; name < nameCount; name++) if (counts[name] > least) newName[name] = kept++;
  const left = new Int32Array(named.length);
  for (let at = 0; at < named.length; at++) left[at] = named[at] === NONE ? NONE : newName[named[at]];
  return { named: left, nameCount: kept };
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

/** Occurrences are summed kernel by kernel only of what may lose something: most sequences are well as they are. */
function candidates(kernels: OrderedKernels, before: SumsBefore, places: Places, length: number): Candidate[] {
  const { named, nameCount } = places;
  const mayLose = namesThatMayLose(before, places, length);
  const sums = Array.from(mayLose, (isOne) => (isOne === 1 ? noSums(length) : undefined));
  const ends = new Int32Array(nameCount);
  for (let at = 0; at < named.length; at++) {
    const name = named[at];
    if (name === NONE || mayLose[name] === 0 || at < ends[name]) continue;
    ends[name] = at + length;
    const own = sums[name];
    if (own) addOccurrence(own, kernels, at);
  }
  return sums.flatMap((own, name) => {
    const bound = own && boundOf(own);
    return bound ? [{ length, name, lostNs: lostOf(own, bound) }] : [];
  });
}

/** Of all kernels before each, so that those of a stretch are a difference: but for rounding what `addOccurrence` sums up. */
interface SumsBefore {
  readonly kernelNs: Float64Array;
  readonly gapNs: Float64Array;
  readonly movingNs: Float64Array;
}

function sumsBefore({ count, startNs, endNs, idleNs, moving }: OrderedKernels): SumsBefore {
  const [kernelNs, gapNs, movingNs] = [0, 1, 2].map(() => new Float64Array(count + 1));
  for (let at = 0; at < count; at++) {
    const ns = endNs[at] - startNs[at];
    kernelNs[at + 1] = kernelNs[at] + ns;
    gapNs[at + 1] = gapNs[at] + idleNs[at];
    movingNs[at + 1] = movingNs[at] + ns * moving[at];
  }
  return { kernelNs, gapNs, movingNs };
}

/** Far more than such differences are off by rounding, and far less than a sequence is off its limit. */
const NEAR = 1e-3;

/** Of each name 1 where it is beyond the limits of `boundOf`, or so near that only the exact sums tell. */
function namesThatMayLose(before: SumsBefore, { named, nameCount }: Places, length: number): Uint8Array {
  const [kernelNs, gapNs, movingNs] = [0, 1, 2].map(() => new Float64Array(nameCount));
  const ends = new Int32Array(nameCount);
  for (let at = 0; at < named.length; at++) {
    const name = named[at];
    if (name === NONE || at < ends[name]) continue;
    ends[name] = at + length;
    kernelNs[name] += before.kernelNs[at + length] - before.kernelNs[at];
    gapNs[name] += before.gapNs[at + length] - before.gapNs[at + 1];
    movingNs[name] += before.movingNs[at + length] - before.movingNs[at];
  }
  const [busy, moving] = [threshold('sequence.busy'), threshold('sequence.moving')];
  const mayLose = new Uint8Array(nameCount);
  for (let name = 0; name < nameCount; name++) {
    const isHost = kernelNs[name] * (1 - NEAR) < busy * (kernelNs[name] + gapNs[name]);
    if (isHost || movingNs[name] > moving * kernelNs[name] * (1 - NEAR)) mayLose[name] = 1;
  }
  return mayLose;
}

function noSums(length: number): Sums {
  return { length, count: 0, kernelNs: 0, wallNs: 0, movingNs: 0, restNs: 0, worstNs: -1, worstAt: 0 };
}

function addOccurrence(sums: Sums, { startNs, endNs, idleNs, moving }: OrderedKernels, at: number): void {
  let [kernelNs, longestNs, movingNs, gapNs] = [0, 0, 0, 0];
  const end = at + sums.length;
  for (let own = at; own < end; own++) {
    const ns = endNs[own] - startNs[own];
    kernelNs += ns;
    movingNs += ns * moving[own];
    if (ns > longestNs) longestNs = ns;
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
