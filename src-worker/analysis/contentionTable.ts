/** C4: the same collectives alone and beside computing, of all ranks. */
import type { ContentionCalls, ContentionKind } from '../../src-contract';
import { type Calls, type CollectiveKind, isComparable } from '../model/collectives/besideComputing';
import type { JobRecord } from './record/jobRecord';

/** Kinds that are listed. */
const MAX_KINDS = 12;

interface Summed {
  readonly own: CollectiveKind;
  readonly ranks: Set<number>;
  readonly alone: { count: number; wireNs: number };
  readonly beside: { count: number; wireNs: number };
}

/** Kinds (type, group, size) of all ranks together that the rule can compare on a rank, by their time on the wire. */
export function contentionKinds({ ranks, job }: Pick<JobRecord, 'ranks' | 'job'>): readonly ContentionKind[] {
  const kinds = new Map<string, Summed>();
  for (const { split, collectives = [] } of ranks) {
    for (const own of collectives) {
      if (!isComparable(own)) continue;
      const key = `${own.type}\n${own.group}\n${own.sizeBytes}`;
      const none = { count: 0, wireNs: 0 };
      const kind = kinds.get(key) ?? { own, ranks: new Set(), alone: { ...none }, beside: { ...none } };
      kinds.set(key, kind);
      kind.ranks.add(split.rank);
      add(kind.alone, own.alone);
      add(kind.beside, own.beside);
    }
  }
  return [...kinds.values()]
    .sort((a, b) => b.alone.wireNs + b.beside.wireNs - a.alone.wireNs - a.beside.wireNs)
    .slice(0, MAX_KINDS)
    .map(({ own: { type, group, sizeBytes }, ...sums }) => ({
      ...(job && { job: job.key }),
      type,
      group,
      sizeBytes,
      ranks: [...sums.ranks].sort((a, b) => a - b),
      alone: callsOf(sizeBytes, sums.alone),
      beside: callsOf(sizeBytes, sums.beside),
    }));
}

function add(sum: { count: number; wireNs: number }, { count, wireNs }: Calls): void {
  sum.count += count;
  sum.wireNs += wireNs;
}

/** Bytes in a ns are GB in a second. */
function callsOf(sizeBytes: number, { count, wireNs }: Calls): ContentionCalls {
  return { count, bandwidthGBps: (sizeBytes * count) / wireNs };
}
