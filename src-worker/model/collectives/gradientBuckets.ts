/** A rank's buckets of gradients, step by step, and what fusing them would gain (C9). */

import type { BucketPlan } from '../../../src-contract';
import { endNsOf } from '../../index/indexSlices';
import type { RankView } from '../../query/rankView';
import { deviceTasks, taskKindOf } from '../deviceTasks';
import type { DumpContext, TableRank } from '../dumpContext';
import { launches } from '../launches';
import { bestFusion, type TransferCost, transferCost } from './bucketFusion';
import type { Collective, CollectiveGroup } from './collective';
import { collectiveSlicesIn } from './collectives';
import { movedBytes, wireNsOf } from './transit';

/** Of the group where it gains most. */
export interface BucketRecord {
  readonly group: string;
  readonly type: string;
  readonly cost: TransferCost;
  /** Sum over the steps. */
  readonly gainNs: number;
  readonly stepCount: number;
  /** Of the step that gains most; its buckets' times count from the first one's `readyNs`. */
  readonly plan: BucketPlan;
  /** The first and the last of them, as numbered in the rank. */
  readonly slices: readonly number[];
}

/** Collectives that sum gradients. All-gathers bring parameters back, which the next layer waits for. */
const SUMS = /^(all_?reduce|reduce_?scatter)$/i;
/** Groups of ranks with the same parameters: what they sum is needed at the step's end, not by the next layer. */
const DATA_PARALLEL = /^(dp|dp_cp|dp_modulo.*|data.*|intra_dp.*|ep_dp|expt_dp|expert_data.*|fsdp.*)$/i;
/** Fewer can't be fused any more, or hardly. */
const LEAST_BUCKETS = 3;

interface Sent {
  readonly op: Collective;
  readonly slice: number;
  readonly sizeBytes: number;
  readonly wireNs: number;
  readonly readyNs: number;
}

/** Undefined: no such buckets, or nothing tells their times on the wire, or when their gradients were there. */
export async function bucketFusion(
  dump: DumpContext,
  rank: TableRank,
  view: RankView,
  groups: ReadonlyMap<string, CollectiveGroup>,
): Promise<BucketRecord | undefined> {
  const { sliceOf } = await collectiveSlicesIn(dump, rank, view);
  const isOnly = new Set([...sliceOf.keys()].map(({ group }) => group)).size === 1;
  const readyOf = readyReader(view);
  const kinds = new Map<string, Sent[]>();
  for (const [op, slice] of sliceOf) {
    if (!SUMS.test(op.type) || !(isOnly || DATA_PARALLEL.test(groups.get(op.group)?.name ?? ''))) continue;
    const [sizeBytes, wireNs, readyNs] = [movedBytes(op), wireNsOf(op, groups), readyOf(slice)];
    if (!(sizeBytes > 0) || !(wireNs > 0) || readyNs === undefined) continue;
    const key = `${op.group}\n${op.type}`;
    const own = kinds.get(key);
    const sent = { op, slice, sizeBytes, wireNs, readyNs };
    if (own) own.push(sent);
    else kinds.set(key, [sent]);
  }
  const records = [...kinds.values()].flatMap((sent) => recordOf(view, sent) ?? []);
  return records.reduce<BucketRecord | undefined>(
    (most, own) => (own.gainNs > (most?.gainNs ?? -1) ? own : most),
    undefined,
  );
}

function recordOf(view: RankView, sent: readonly Sent[]): BucketRecord | undefined {
  const cost = transferCost(
    sent.map(({ sizeBytes }) => sizeBytes),
    sent.map(({ wireNs }) => wireNs),
  );
  if (!cost) return undefined;
  const { startNs } = view.index.slices;
  const steps = new Map<string, Sent[]>();
  for (const own of sent) {
    const step = steps.get(own.op.step);
    if (step) step.push(own);
    else steps.set(own.op.step, [own]);
  }
  const plans = [...steps.values()].flatMap((own) => {
    if (own.length < LEAST_BUCKETS) return [];
    own.sort((a, b) => startNs[a.slice] - startNs[b.slice]);
    const fromNs = own[0].readyNs;
    const buckets = own.map(({ sizeBytes, readyNs }) => ({ sizeBytes, readyNs: readyNs - fromNs }));
    return [{ plan: bestFusion(buckets, cost), slices: [own[0].slice, own[own.length - 1].slice] }];
  });
  if (plans.length === 0) return undefined;
  const best = plans.reduce((most, own) => (own.plan.gainNs > most.plan.gainNs ? own : most));
  const gainNs = plans.reduce((sum, { plan }) => sum + plan.gainNs, 0);
  const { group, type } = sent[0].op;
  return { group, type, cost, gainNs, stepCount: plans.length, ...best };
}

/**
 * When the device had computed what a collective sends: the end of the last task that the host launched before the collective
 * (streams wait for just that). Undefined where an arrow is missing.
 */
function readyReader(view: RankView): (slice: number) => number | undefined {
  const { slices } = view.index;
  const { callOf } = launches(view);
  const launched = [...deviceTasks(view).slice].flatMap((slice) => {
    const call = taskKindOf(view, slice) === 'compute' ? callOf(slice) : undefined;
    return call === undefined ? [] : [{ callNs: slices.startNs[call], endNs: endNsOf(slices, slice) }];
  });
  launched.sort((a, b) => a.callNs - b.callNs);
  let lastNs = Number.NEGATIVE_INFINITY;
  const ends = launched.map(({ endNs }) => {
    lastNs = Math.max(lastNs, endNs);
    return lastNs;
  });
  return (slice) => {
    const call = callOf(slice);
    if (call === undefined) return undefined;
    let [low, high] = [0, launched.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (launched[middle].callNs <= slices.startNs[call]) low = middle + 1;
      else high = middle;
    }
    return ends[low - 1];
  };
}
