/** A rank's buckets of gradients, step by step, and what fusing them would gain (C9). */

import type { BucketPlan } from '../../../src-contract';
import { orderByKey } from '../../index/arranging/sortLane';
import { endNsOf } from '../../index/columns/indexSlices';
import { TASK_KINDS } from '../../names/taskKind';
import { type RankView, upperBound } from '../../query/rankView';
import { deviceTasks } from '../deviceTasks';
import type { DumpContext } from '../dumpContext';
import { launches } from '../launches';
import type { TableRank } from '../tableRanks';
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
  const tasks = deviceTasks(view);
  const compute = TASK_KINDS.indexOf('compute');
  // One of 10^5 to 10^6 tasks: columns and no objects.
  const callNs = new Float64Array(tasks.slice.length);
  const taskEndNs = new Float64Array(tasks.slice.length);
  let count = 0;
  for (let at = 0; at < tasks.slice.length; at++) {
    const call = tasks.kind[at] === compute ? callOf(tasks.slice[at]) : undefined;
    if (call === undefined) continue;
    callNs[count] = slices.startNs[call];
    taskEndNs[count++] = endNsOf(slices, tasks.slice[at]);
  }
  const order = orderByKey(callNs, 0, count);
  const [calls, ends] = [new Float64Array(count), new Float64Array(count)];
  let lastNs = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at++) {
    calls[at] = callNs[order[at]];
    lastNs = Math.max(lastNs, taskEndNs[order[at]]);
    ends[at] = lastNs;
  }
  return (slice) => {
    const call = callOf(slice);
    if (call === undefined) return undefined;
    return ends[upperBound(calls, slices.startNs[call]) - 1];
  };
}
