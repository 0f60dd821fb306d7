/** Collectives that take far longer than others alike on the same rank: the first look of MindStudio Insight's guide. */
import type { LongCall } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { groupByTuple } from '../../base/tupleMap';
import type { Collective } from '../../model/collectives/collective';
import { collectiveSlices } from '../../model/collectives/collectives';
import { rankNumber } from '../../model/collectives/rankFiles';
import { movedBytes } from '../../model/collectives/transit';
import type { DumpContext } from '../../model/dumpContext';
import { sliceEvidence } from './sliceEvidence';

/** Calls alike (type, group, bytes) that make a median. */
const LEAST_CALLS = 4;

export type LongCollective = Omit<LongCall, 'evidence' | 'op'> & { readonly own: Collective };

/**
 * Of all that take longer than their median, by how much longer: each is more times as long as all before it. So whatever is
 * taken for far longer, the first that is, is the one that loses most. Pure.
 */
export function longCollectives(ops: readonly Collective[]): readonly LongCollective[] {
  const alike = groupByTuple(ops, (own) => [own.rank, own.type, own.group, movedBytes(own) || own.sizeBytes]);
  const found = alike.groups.flatMap((calls) => {
    const told = calls.filter(({ elapseNs }) => elapseNs > 0);
    if (told.length < LEAST_CALLS) return [];
    const usualNs = medianOf(told.map(({ elapseNs }) => elapseNs));
    return told
      .filter(({ elapseNs }) => elapseNs > usualNs)
      .map((own) => ({ own, rank: own.rank, elapseNs: own.elapseNs, usualNs, count: told.length }));
  });
  found.sort((a, b) => b.elapseNs - b.usualNs - (a.elapseNs - a.usualNs));
  let most = 0;
  return found.filter(({ elapseNs, usualNs }) => {
    const isMore = elapseNs > most * usualNs;
    if (isMore) most = elapseNs / usualNs;
    return isMore;
  });
}

export async function longCallsOf(dump: DumpContext, ops: readonly Collective[]): Promise<readonly LongCall[]> {
  const calls: LongCall[] = [];
  for (const { own, ...call } of longCollectives(ops)) {
    const rank = dump.ranks.find((one) => rankNumber(one) === own.rank);
    const found = rank && (await collectiveSlices(dump, rank));
    const view = rank && (await dump.timeline(rank.index));
    const slice = found?.sliceOf.get(own);
    const isShown = view && slice !== undefined && view.generation === found?.generation;
    const label = dump.job && rank ? { label: rank.label } : {};
    calls.push({ ...call, ...label, op: own.name, evidence: isShown ? [sliceEvidence(view, slice)] : [] });
  }
  return calls;
}
