/** What collectives come to: on each rank those of one kind in one group together, over all steps. */
import { TupleMap } from '../../base/tupleMap';
import type { Bandwidth, Collective } from './collective';

/** A collective, or several of a rank together. */
export interface CollectivePart
  extends Pick<
    Collective,
    | 'rank'
    | 'group'
    | 'type'
    | 'kind'
    | 'elapseNs'
    | 'transitNs'
    | 'waitNs'
    | 'synchronizationNs'
    | 'idleNs'
    | 'sizeBytes'
  > {
  /** How many it is the sum of; undefined: one. */
  readonly count?: number;
  readonly bandwidths: readonly Moved[];
}

/** Over one transport. */
export type Moved = Pick<Bandwidth, 'transport' | 'sizeBytes' | 'transitNs'>;

export type CollectiveTotal = CollectivePart & { readonly count: number };

export function countOf({ count = 1 }: CollectivePart): number {
  return count;
}

type Summed<T> = { -readonly [K in keyof T]: T[K] };

interface Sum extends Omit<Summed<CollectiveTotal>, 'bandwidths'> {
  readonly bandwidths: Summed<Moved>[];
}

/** In the order in which the kinds come first. NaN: of one of them it is not known. */
export function totalsOf(...lists: readonly (readonly Collective[])[]): readonly CollectiveTotal[] {
  const sums: Sum[] = [];
  /** Of each rank few. */
  const ofRanks = new Map<number, Sum[]>();
  let last: Sum | undefined;
  for (const ops of lists)
    for (const op of ops) {
      const { rank, group, type } = op;
      // Most are of the kind of the one before.
      if (last === undefined || last.rank !== rank || last.type !== type || last.group !== group) {
        let known = ofRanks.get(rank);
        if (!known) {
          known = [];
          ofRanks.set(rank, known);
        }
        last = known.find((own) => own.group === group && own.type === type);
        if (!last) {
          last = nothingOf(op);
          known.push(last);
          sums.push(last);
        }
      }
      add(last, op);
    }
  return sums;
}

function nothingOf({ rank, group, type, kind }: Collective): Sum {
  const times = { elapseNs: 0, transitNs: 0, waitNs: 0, synchronizationNs: 0, idleNs: 0 };
  return { rank, group, type, kind, count: 0, ...times, sizeBytes: 0, bandwidths: [] };
}

function add(sum: Sum, op: Collective): void {
  sum.count++;
  sum.elapseNs += op.elapseNs;
  sum.transitNs += op.transitNs;
  sum.waitNs += op.waitNs;
  sum.synchronizationNs += op.synchronizationNs;
  sum.idleNs += op.idleNs;
  sum.sizeBytes += op.sizeBytes;
  for (const { transport, sizeBytes, transitNs } of op.bandwidths) {
    const known = sum.bandwidths.find((own) => own.transport === transport);
    if (!known) sum.bandwidths.push({ transport, sizeBytes, transitNs });
    else {
      known.sizeBytes += sizeBytes;
      known.transitNs += transitNs;
    }
  }
}

/** By group and type: how many collectives there are, each once for all of its ranks. */
export function collectiveCounts(
  ...lists: readonly (readonly Collective[])[]
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const known = new TupleMap<readonly [string, string, string], NamesSeen>();
  const found: NamesSeen[] = [];
  let last: NamesSeen | undefined;
  for (const ops of lists)
    for (const { rank, group, type, step, name } of ops) {
      // Most are of the kind of the one before.
      if (last === undefined || last.type !== type || last.group !== group || last.step !== step) {
        last = known.get([group, type, step]);
        if (!last) {
          last = new NamesSeen(group, type, step);
          known.set([group, type, step], last);
          found.push(last);
        }
      }
      last.add(rank, name);
    }
  const counts = new Map<string, Map<string, number>>();
  for (const { group, type, count } of found) {
    const ofGroup = counts.get(group) ?? new Map<string, number>();
    counts.set(group, ofGroup);
    ofGroup.set(type, (ofGroup.get(type) ?? 0) + count);
  }
  return counts;
}

/** So many are gone through faster than looked up. */
const FEW_NAMES = 24;

/** Different names of the collectives of a group, a type and a step. */
class NamesSeen {
  /** In the order in which they came first. */
  readonly #names: string[] = [];
  /** The same, where they are many. */
  #set: Set<string> | undefined;
  #rank = Number.NaN;
  /** Place of the name that this rank has next, where it has them as the ranks before. */
  #next = 0;

  constructor(
    readonly group: string,
    readonly type: string,
    readonly step: string,
  ) {}

  get count(): number {
    return this.#names.length;
  }

  add(rank: number, name: string): void {
    if (rank !== this.#rank) {
      this.#rank = rank;
      this.#next = 0;
    }
    // Ranks of a group have the same ones, in the same order: nothing is looked up for these.
    if (this.#names[this.#next] === name) {
      this.#next++;
      return;
    }
    if (!this.#has(name)) {
      this.#names.push(name);
      this.#set?.add(name);
    }
    this.#next = this.#names.length;
  }

  #has(name: string): boolean {
    if (this.#names.length < FEW_NAMES) return this.#names.includes(name);
    this.#set ??= new Set(this.#names);
    return this.#set.has(name);
  }
}
