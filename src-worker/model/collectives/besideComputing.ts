/** Collectives alone and beside computing: what the two take from each other (analyses.md C4). */
import { durationNsOf, endNsOf } from '../../index/indexSlices';
import { unionOf } from '../../index/intervals';
import { eachSlice } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import type { DumpContext, TableRank } from '../dumpContext';
import { lanesOfKind } from '../timelineLanes';
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

/** Of a collective's time. */
const ALONE_UP_TO = 0.1;
const BESIDE_FROM = 0.5;
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
    const [wireNs, sizeBytes] = [wireNsOf(own, groups), movedBytes(own)];
    if (!(wireNs > 0) || !(sizeBytes > 0)) continue;
    const hidden = coveredNs(computing, slices.startNs[slice], endNsOf(slices, slice)) / durationNsOf(slices, slice);
    if (hidden > ALONE_UP_TO && hidden < BESIDE_FROM) continue;
    const kind = kindOf(kinds, own, sizeBytes);
    const sum = hidden < BESIDE_FROM ? kind.alone : kind.beside;
    sum.count++;
    sum.wireNs += wireNs;
  }
  const wireNs = ({ alone, beside }: CollectiveKind) => alone.wireNs + beside.wireNs;
  return [...kinds.values()].sort((a, b) => wireNs(b) - wireNs(a)).slice(0, MAX_KINDS);
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

function computingOf(view: RankView) {
  const spans: { startNs: number; endNs: number }[] = [];
  for (const { lane, name } of lanesOfKind(view, 'overlap')) {
    if (name !== 'Computing') continue;
    eachSlice(view, lane, (slice, { index }) => {
      spans.push({ startNs: index.slices.startNs[slice], endNs: endNsOf(index.slices, slice) });
    });
  }
  const { startNs, endNs } = unionOf(spans);
  // Length of all before each: what is covered of any stretch follows from two of them.
  const before = new Float64Array(startNs.length + 1);
  for (let at = 0; at < startNs.length; at++) before[at + 1] = before[at] + endNs[at] - startNs[at];
  return { startNs, endNs, before };
}

function coveredNs({ startNs, endNs, before }: ReturnType<typeof computingOf>, fromNs: number, toNs: number): number {
  const upTo = (ns: number) => {
    let [low, high] = [0, startNs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (startNs[middle] < ns) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : before[low - 1] + Math.min(ns, endNs[low - 1]) - startNs[low - 1];
  };
  return upTo(toNs) - upTo(fromNs);
}
