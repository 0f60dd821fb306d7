import type { CollectiveLanes, CommunicationScope, LateRanks } from '../../../src-contract';
import { clockOf } from '../../model/clock/jobClock';
import { type Collective, collectiveKey } from '../../model/collectives/collective';
import { collectivesOf } from '../../model/collectives/collectives';
import { opInScope } from '../../model/collectives/scope';
import type { DumpContext } from '../../model/dumpContext';
import { labelInJob } from '../../model/labelInJob';
import { commonStarts } from '../../model/lateness/commonStarts';
import { lateRanks } from '../../model/lateness/lateRanks';
import { threshold } from '../../model/thresholds';
import { collectiveNames } from './overview';
import { isOfWhole, toldByJob } from './parts';

/** Collectives of all ranks side by side. */
export async function collectiveLanes(dump: DumpContext, scope: CommunicationScope): Promise<CollectiveLanes> {
  const data = await collectivesOf(dump);
  const ops = data.ops.filter((op) => opInScope(op, scope) && !Number.isNaN(op.startNs));
  ops.sort((a, b) => a.rank - b.rank || a.startNs - b.startNs);
  const names = collectiveNames(ops);
  const positionOfName = new Map(names.map((name, position) => [collectiveKey(name), position]));
  const ranksWithOps = new Set(ops.map(({ rank }) => rank));
  const ranks = data.ranks.filter(({ rank }) => ranksWithOps.has(rank));
  const indexOf = new Map(data.ranks.map(({ rank, index }) => [rank, index]));
  const positionOfRank = new Map(ranks.map(({ rank }, position) => [rank, position]));
  const starts = await commonStarts(dump, data, ops);
  return {
    ranks: ranks.map((own) => {
      const { rank, index } = own;
      return { rank, label: labelInJob(dump, own), ...(index === undefined ? {} : { index }) };
    }),
    rank: Uint32Array.from(ops, ({ rank }) => positionOfRank.get(rank) ?? 0),
    op: Uint32Array.from(ops, (op) => positionOfName.get(collectiveKey(op)) ?? 0),
    ops: names,
    startNs: Float64Array.from(ops, ({ rank, startNs }) => dump.toJobNs(indexOf.get(rank), startNs)),
    elapseNs: Float64Array.from(ops, ({ elapseNs }) => elapseNs),
    lateNs: Float64Array.from(ops, (op) => starts.lateNs(op)),
    isLast: Uint8Array.from(ops, (op) => (starts.isLast(op) && !isByDesign(op, scope) ? 1 : 0)),
    isAligned: dump.ranks.length === 0 || (await clockOf(dump)).isAligned,
    lateFromNs: threshold('late.from'),
  };
}

/** A job's file has them over all collectives alone. */
export async function lateRanksInScope(dump: DumpContext, scope: CommunicationScope): Promise<LateRanks> {
  const told = isOfWhole(scope) ? await toldByJob(dump) : undefined;
  if (told) return told.communication.late;
  const { ops } = await collectivesOf(dump);
  const asked = ops.filter((op) => opInScope(op, scope) && !isByDesign(op, scope));
  const { sparedNs: _, stillNs: _1, ...late } = await lateRanks(dump, asked);
  return late;
}

/**
 * The stages of a pipeline come to their sends and receives one after another; that is its design, not lateness. Unless just
 * those are asked about.
 */
function isByDesign({ kind }: Collective, { group, op }: CommunicationScope): boolean {
  return kind === 'p2p' && group === undefined && op === undefined;
}
