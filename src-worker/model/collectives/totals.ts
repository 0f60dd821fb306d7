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
  /** By group, type and step. */
  const names = new TupleMap<readonly [string, string, string], Set<string>>();
  const found: { readonly group: string; readonly type: string; readonly step: string; readonly own: Set<string> }[] =
    [];
  let last: (typeof found)[number] | undefined;
  for (const ops of lists)
    for (const { group, type, step, name } of ops) {
      // Most are of the kind of the one before.
      if (last === undefined || last.type !== type || last.group !== group || last.step !== step) {
        const known = names.get([group, type, step]);
        last = { group, type, step, own: known ?? new Set() };
        if (!known) {
          names.set([group, type, step], last.own);
          found.push(last);
        }
      }
      last.own.add(name);
    }
  const counts = new Map<string, Map<string, number>>();
  for (const { group, type, own } of found) {
    const ofGroup = counts.get(group) ?? new Map<string, number>();
    counts.set(group, ofGroup);
    ofGroup.set(type, (ofGroup.get(type) ?? 0) + own.size);
  }
  return counts;
}
