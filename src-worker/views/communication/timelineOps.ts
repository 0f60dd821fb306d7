import type { DumpContext, TableRank } from '../../model/dumpContext';
import { lanesOf, slicesOfLane } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { type CommOp, opType } from './model';

/** Lane of a communication group's collectives; the planes beside it hold their tasks. */
const groupLane = /^Group (.*) Communication$/;
/** Kernels of GPUs that are collectives. */
const collectiveKernel = /nccl|^rccl|deep_?ep/i;

/** The collectives that stand in the rank's timeline: their time, without what the profiler knows beside it. */
export function timelineOps(dump: DumpContext, rank: TableRank, number: number): readonly CommOp[] {
  return dump.timelineMemo('collectives', rank.index, (view) => opsOf(dump, view, number)) ?? [];
}

function opsOf(dump: DumpContext, view: RankView, rank: number): readonly CommOp[] {
  const ops: CommOp[] = [];
  for (const { position, kind, name } of lanesOf(view)) {
    const group = groupLane.exec(name)?.[1];
    // Kineto calls the process of a GPU by the program's name; its lanes are streams.
    if (group === undefined && kind !== 'hardware' && !/^stream/i.test(name)) continue;
    for (const slice of slicesOfLane(view, position)) {
      const text = view.nameText(view.index.slices.name[slice]);
      if (group === undefined && !collectiveKernel.test(text)) continue;
      const { startNs, durationNs } = view.summary(slice);
      ops.push({
        rank,
        step: '',
        kind: /send|recv|receive/i.test(text) ? 'p2p' : 'collective',
        name: text,
        type: group === undefined ? gpuType(text) : opType(text),
        group: group ?? '',
        startNs: dump.fromDumpNs(startNs),
        elapseNs: durationNs,
        transitNs: Number.NaN,
        waitNs: Number.NaN,
        synchronizationNs: Number.NaN,
        idleNs: Number.NaN,
        bandwidths: [],
      });
    }
  }
  return ops;
}

/** "AllReduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)". */
function gpuType(name: string): string {
  const [, type] =
    /(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|broadcast|send_?recv|reduce|dispatch|combine)/i.exec(name) ??
    [];
  const plain = type?.replaceAll('_', '') ?? 'nccl';
  return plain[0].toLowerCase() + plain.slice(1);
}
