/** Collectives alone and beside computing: what the two take from each other (analyses.md C4). */
import { besideComputingLimits } from '../../../src-contract/findings/limits';
import { durationNsOf, endNsOf } from '../../index/columns/indexSlices';
import type { RankView } from '../../query/rankView';
import { computingOf } from '../computing';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import type { Collective, CollectiveGroup } from './collective';
import { collectiveSlicesIn } from './collectives';
import { movedBytes, wireNsOf } from './transit';

/** Collectives of one kind, group and size, on one rank. */
export interface CollectiveKind {
  readonly type: string;
  readonly group: string;
  readonly sizeBytes: number;
  /** Of those of which hardly anything, and most, runs while the device computes: calls and their time on the wire. */
  readonly alone: Calls;
  readonly beside: Calls;
}

export interface Calls {
  readonly count: number;
  readonly wireNs: number;
}

const { aloneUpTo, besideFrom, leastCalls } = besideComputingLimits;
const MAX_KINDS = 64;

/** By time on the wire, the first few; only those whose time on the wire is known. */
export async function collectivesBesideComputing(
  dump: DumpContext,
  rank: TableRank,
  view: RankView,
  groups: ReadonlyMap<string, CollectiveGroup>,
): Promise<readonly CollectiveKind[]> {
  const { sliceOf } = await collectiveSlicesIn(dump, rank, view);
  const computing = computingOf(view);
  const { slices } = view.index;
  type Sum = { -readonly [K in keyof Calls]: Calls[K] };
  const kinds = new Map<string, Omit<CollectiveKind, 'alone' | 'beside'> & { alone: Sum; beside: Sum }>();
  for (const [own, slice] of sliceOf) {
    const wireNs = wireNsOf(own, groups);
    const sizeBytes = movedBytes(own);
    if (!(wireNs > 0) || !(sizeBytes > 0)) continue;
    const hidden = computing.coveredNs(slices.startNs[slice], endNsOf(slices, slice)) / durationNsOf(slices, slice);
    if (hidden > aloneUpTo && hidden < besideFrom) continue;
    const kind = kindOf(kinds, own, sizeBytes);
    const sum = hidden < besideFrom ? kind.alone : kind.beside;
    sum.count++;
    sum.wireNs += wireNs;
  }
  const wireNs = ({ alone, beside }: CollectiveKind) => alone.wireNs + beside.wireNs;
  return [...kinds.values()].sort((a, b) => wireNs(b) - wireNs(a)).slice(0, MAX_KINDS);
}

/** Whether the kind has calls enough, alone and beside computing, for one to be held against the other. */
export function isComparable({ alone, beside }: Pick<CollectiveKind, 'alone' | 'beside'>): boolean {
  return alone.count >= leastCalls && beside.count >= leastCalls;
}

function kindOf<T>(kinds: Map<string, T>, { type, group }: Collective, sizeBytes: number): T {
  const key = `${type}\n${group}\n${sizeBytes}`;
  const known = kinds.get(key);
  if (known) return known;
  const none = { count: 0, wireNs: 0 };
  const own = { type, group, sizeBytes, alone: { ...none }, beside: { ...none } } as T;
  kinds.set(key, own);
  return own;
}
