import { durationNsOf } from '../../index/columns/indexSlices';
import { SliceFlag } from '../../index/columns/segmentColumns';
import { bareFunctionName, type CollectiveNames } from '../../names/collectiveNames';
import { laneRoleOf } from '../../names/taskKind';
import { lanesOf, type PlacedLane, slicesOfLane } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import { readSliceArgs } from '../../query/slice/sliceArgs';
import { hasTaskOfKind, taskKindOf } from '../deviceTasks';
import type { DumpContext } from '../dumpContext';
import { placeInSteps, stepText, type TimelineSteps, timelineSteps } from '../steps/timelineSteps';
import { type CallArgs, groupInArgs, hcclSizeBytes } from './callArgs';
import { type Collective, type CollectiveGroup, isPointToPoint, numberedName, opType } from './collective';
import { gpuCalls } from './gpuCalls';
import { GroupNumbers } from './groupNumber';

/** What a lane of collectives calls its group: "0" of "Group 0 Communication"; undefined for other lanes. */
export function groupOfLane({ kind, name }: Pick<PlacedLane, 'kind' | 'name'>): string | undefined {
  if (laneRoleOf(kind, name) !== 'collectives') return undefined;
  return /^Group (.*) Communication$/.exec(name)?.[1] ?? name;
}

/** A collective that stands in a timeline. */
export interface TracedCollective extends Collective {
  /** In the rank's index, as long as that has the same generation. */
  readonly slice: number;
}

/** What the timeline alone tells of a collective, without its event. */
export type TracedSlice = Pick<TracedCollective, 'name' | 'startNs' | 'elapseNs' | 'slice'>;

export interface TracedCollectives {
  /** By lane, then start. */
  readonly collectives: readonly TracedCollective[];
  /** That the timeline itself tells of, by key. */
  readonly groups: ReadonlyMap<string, CollectiveGroup>;
}

/** True if some lane has collectives. Asked often while a dump is read: it looks no further than the first. */
export function hasCollectives(view: RankView): boolean {
  if (lanesOf(view).some((lane) => groupOfLane(lane) !== undefined)) return true;
  return hasTaskOfKind(view, 'communication');
}

/**
 * The collectives that stand in a rank's timeline: their time, group and size, without what the profiler knows beside it.
 * `known`: groups that the dump's files tell of, by key.
 */
export async function timelineCollectives(
  dump: DumpContext,
  view: RankView,
  rank: number,
  known: ReadonlyMap<string, CollectiveGroup>,
): Promise<TracedCollectives> {
  const steps = dump.ofView('steps', view, timelineSteps);
  const bare = (slice: number) => spanOf(dump, view, steps, rank, slice);
  const groups = new Map<string, CollectiveGroup>();
  const lanes = lanesOf(view);
  // Where groups have lanes, the same collectives on streams are not counted again.
  if (lanes.some((lane) => groupOfLane(lane) !== undefined)) {
    return { collectives: await ofGroupLanes(view, bare, known), groups };
  }
  const streams = streamsIn(lanes)
    .map(({ name, position }) => {
      return { name, kernels: [...slicesOfLane(view, position)].filter((slice) => isCollective(view, slice)) };
    })
    .filter(({ kernels }) => kernels.length > 0);
  return {
    collectives: await ofStreams(dump.collectives, view, bare, streams, groups, onlyGroup(known, rank)),
    groups,
  };
}

/**
 * Those of the groups' lanes that have begun and not ended; undefined where there are no such lanes. Only their events are
 * read again.
 */
export async function unendedOnLanes(
  dump: DumpContext,
  view: RankView,
  rank: number,
  known: ReadonlyMap<string, CollectiveGroup>,
): Promise<readonly TracedCollective[] | undefined> {
  if (!lanesOf(view).some((lane) => groupOfLane(lane) !== undefined)) return undefined;
  const steps = dump.ofView('steps', view, timelineSteps);
  return ofGroupLanes(
    view,
    (slice) => spanOf(dump, view, steps, rank, slice),
    known,
    (slice) => isUnended(view, slice),
  );
}

export function isUnended({ index }: RankView, slice: number): boolean {
  return (index.slices.flags[slice] & SliceFlag.unfinished) !== 0;
}

/** The collectives on the lanes of groups, lane by lane; undefined where there are no such lanes. No event is read again. */
export function slicesOnLanes(dump: DumpContext, view: RankView): readonly TracedSlice[] | undefined {
  const lanes = lanesOf(view).filter((lane) => groupOfLane(lane) !== undefined);
  if (lanes.length === 0) return undefined;
  const { slices } = view.index;
  const found: TracedSlice[] = [];
  for (const { position } of lanes)
    for (const slice of slicesOfLane(view, position)) {
      const startNs = dump.fromOwnNs(slices.startNs[slice] + view.offsetNs);
      found.push({ name: sliceName(view, slice), startNs, elapseNs: durationNsOf(slices, slice), slice });
    }
  return found;
}

function streamsIn(lanes: readonly PlacedLane[]): PlacedLane[] {
  return lanes.filter(({ kind }) => kind !== 'communication' && kind !== 'overlap');
}

function isCollective(view: RankView, slice: number): boolean {
  return taskKindOf(view, slice) === 'communication';
}

type Bare = Omit<TracedCollective, 'name' | 'type' | 'group' | 'kind' | 'sizeBytes'>;

/** HCCL names a collective by its type, the end of its group's number and a counter: "hcom_allReduce__271_0_1". */
async function ofGroupLanes(
  view: RankView,
  bare: (slice: number) => Bare,
  known: ReadonlyMap<string, CollectiveGroup>,
  isWanted: (slice: number) => boolean = () => true,
): Promise<TracedCollective[]> {
  const lanes = lanesOf(view).flatMap((lane) => {
    const label = groupOfLane(lane);
    return label === undefined ? [] : [{ label, slices: [...slicesOfLane(view, lane.position)].filter(isWanted) }];
  });
  const numbers = new GroupNumbers(known.keys());
  const sizes = new Map<number, number>();
  const all = lanes.flatMap(({ slices }) => slices);
  const named = new Map<number, string>();
  await readSliceArgs(view.index, all, (slice, args) => {
    sizes.set(slice, hcclSizeBytes(args));
    const group = groupInArgs(args);
    if (group !== '') named.set(slice, group);
  });
  return lanes.flatMap(({ label, slices }) =>
    slices.map((slice): TracedCollective => {
      const name = sliceName(view, slice);
      const type = opType(name);
      const kind = isPointToPoint(type) ? 'p2p' : 'collective';
      const group = named.get(slice) ?? numbers.groupOf(name) ?? label;
      return { ...bare(slice), name, type, kind, group, sizeBytes: sizes.get(slice) ?? Number.NaN };
    }),
  );
}

/** The group that the rank has with others, if it is one: then all its collectives are of that. */
function onlyGroup(known: ReadonlyMap<string, CollectiveGroup>, rank: number): CollectiveGroup | undefined {
  const own = [...known.values()].filter(({ ranks }) => ranks.length > 1 && ranks.includes(rank));
  return own.length === 1 ? own[0] : undefined;
}

interface Stream {
  readonly name: string;
  readonly kernels: readonly number[];
}

/** A stream has the kernels of one communicator, as a rule: it stands for the group where nothing tells of that. */
async function ofStreams(
  names: CollectiveNames,
  view: RankView,
  bare: (slice: number) => Bare,
  streams: readonly Stream[],
  groups: Map<string, CollectiveGroup>,
  only: CollectiveGroup | undefined,
): Promise<TracedCollective[]> {
  const calls = await gpuCalls(
    view,
    streams.flatMap(({ kernels }) => kernels),
  );
  const counted = new Counter();
  const found = streams.flatMap(({ name: stream, kernels }, place) =>
    kernels.map((slice) => {
      const call = calls.get(slice);
      // Streams have other numbers on other ranks, in the same order.
      const unnamed = (streams.length === 1 && only) || { key: `stream ${place + 1}`, name: stream, ranks: [] };
      const group = call?.group ?? unnamed;
      groups.set(group.key, group);
      return { slice, call, group: group.key, type: call?.type ?? kernelType(names, sliceName(view, slice)) };
    }),
  );
  const { startNs } = view.index.slices;
  found.sort((a, b) => startNs[a.slice] - startNs[b.slice]);
  return found.map(({ slice, call, group, type }): TracedCollective => {
    const kind = isPointToPoint(type) ? 'p2p' : 'collective';
    const sizeBytes = call?.sizeBytes ?? Number.NaN;
    return { ...bare(slice), name: nameOf(type, kind, call, counted, group), type, kind, group, sizeBytes };
  });
}

/**
 * The kernels of NCCL have no counter in their names. By the writer's number where it tells one, else by the place among
 * those of the same type and size: a rank's recording may begin some collectives later than that of another.
 */
function nameOf(
  type: string,
  kind: Collective['kind'],
  call: CallArgs | undefined,
  counted: Counter,
  group: string,
): string {
  if (call?.sequence !== undefined) {
    const name = numberedName(type, call.sequence);
    const nth = counted.next(`${group}\n${name}`);
    return nth === 1 ? name : `${name} (${nth})`;
  }
  // What ranks send each other in these may differ in size.
  const isSameSize = kind === 'collective' && type !== 'allToAll';
  const size = isSameSize && call && !Number.isNaN(call.sizeBytes) ? ` ${call.sizeBytes} B` : '';
  return `${type}${size} #${counted.next(`${group}\n${type}${size}`)}`;
}

class Counter {
  readonly #counts = new Map<string, number>();

  /** 1 for the first of the key. */
  next(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}

function sliceName(view: RankView, slice: number): string {
  return view.nameText(view.index.slices.name[slice]);
}

function spanOf(dump: DumpContext, view: RankView, steps: TimelineSteps, rank: number, slice: number): Bare {
  const { slices } = view.index;
  const startNs = slices.startNs[slice];
  return {
    rank,
    step: stepText(placeInSteps(steps, startNs)),
    slice,
    startNs: dump.fromOwnNs(startNs + view.offsetNs),
    elapseNs: durationNsOf(slices, slice),
    transitNs: Number.NaN,
    waitNs: Number.NaN,
    synchronizationNs: Number.NaN,
    idleNs: Number.NaN,
    bandwidths: [],
  };
}

/** "allReduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"; the kernel's own name where that tells no type. */
function kernelType(names: CollectiveNames, name: string): string {
  return names.typeOf(name) ?? bareFunctionName(name);
}
