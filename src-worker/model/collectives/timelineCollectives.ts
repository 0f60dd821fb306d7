import { lanesOf, type PlacedLane, slicesOfLane } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { taskKindOf } from '../deviceTasks';
import type { DumpContext, TableRank } from '../dumpContext';
import { type Collective, opType } from './collective';

/** Lane of a communication group's collectives; the planes beside it hold their tasks. */
const groupLane = /^Group (.*) Communication$/;

/** The collectives that stand in the rank's timeline: their time, without what the profiler knows beside it. */
export function timelineCollectives(dump: DumpContext, rank: TableRank, number: number): readonly Collective[] {
  return dump.timelineMemo('collectives', rank.index, (view) => collectivesIn(dump, view, number)) ?? [];
}

function collectivesIn(dump: DumpContext, view: RankView, rank: number): readonly Collective[] {
  const found: Collective[] = [];
  for (const lane of lanesOf(view)) {
    const name = groupLane.exec(lane.name)?.[1];
    if (name !== undefined) found.push(...ofGroupLane(dump, view, rank, lane, name));
    // Kineto calls the process of a GPU by the program's name; its lanes are streams.
    else if (lane.kind === 'hardware' || /^stream/i.test(lane.name)) found.push(...ofStream(dump, view, rank, lane));
  }
  return found;
}

/** HCCL names a collective by its type, the end of its group's number and a counter: "hcom_allReduce__271_0_1". */
function ofGroupLane(dump: DumpContext, view: RankView, rank: number, lane: PlacedLane, group: string): Collective[] {
  return Array.from(slicesOfLane(view, lane.position), (slice) => {
    const name = nameOf(view, slice);
    const numbered = /^\w+?__(\d+)_\d+/.exec(name)?.[1];
    return { ...bare(dump, view, rank, slice), name, type: opType(name), group: numbered ?? group };
  });
}

/** NCCL and its like have kernels of their own, without a counter: they are the n-th of their type on the stream. */
function ofStream(dump: DumpContext, view: RankView, rank: number, lane: PlacedLane): Collective[] {
  const counts = new Map<string, number>();
  const found: Collective[] = [];
  for (const slice of slicesOfLane(view, lane.position)) {
    const kernel = nameOf(view, slice);
    if (taskKindOf(view, slice) !== 'communication') continue;
    const type = kernelType(kernel);
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    found.push({ ...bare(dump, view, rank, slice), name: `${type} ${count}`, type, group: lane.name });
  }
  return found;
}

function nameOf(view: RankView, slice: number): string {
  return view.nameText(view.index.slices.name[slice]);
}

/** Of what a slice is without its name. */
function bare(
  dump: DumpContext,
  view: RankView,
  rank: number,
  slice: number,
): Omit<Collective, 'name' | 'type' | 'group'> {
  const { startNs, endNs } = view.index.slices;
  return {
    rank,
    step: '',
    kind: /send|recv|receive/i.test(nameOf(view, slice)) ? 'p2p' : 'collective',
    startNs: dump.fromDumpNs(startNs[slice] + view.offsetNs),
    elapseNs: endNs[slice] - startNs[slice],
    transitNs: Number.NaN,
    waitNs: Number.NaN,
    synchronizationNs: Number.NaN,
    idleNs: Number.NaN,
    bandwidths: [],
  };
}

/** "allReduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)". */
function kernelType(name: string): string {
  const [, type] =
    /(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|broadcast|send_?recv|reduce|dispatch|combine)/i.exec(name) ??
    [];
  const plain = type?.replaceAll('_', '') ?? 'nccl';
  return plain[0].toLowerCase() + plain.slice(1);
}
