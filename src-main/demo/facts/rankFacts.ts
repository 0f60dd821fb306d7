import type { LaunchThread } from '../model/program';
import type { DemoPlan } from '../options';
import { type CommunicationGroup, groupsOf, type RankPlace } from '../parallel';
import { hashShare } from '../random';
import { planeCount } from '../simulation/collectiveTasks';

export const computeStream = 2;
export const copyStream = 3;
const firstGroupStream = 4;

/** Lanes of one communication group. */
export interface GroupLanes {
  readonly group: CommunicationGroup;
  readonly groupTid: number;
  /** tid of plane 0; the others follow. */
  readonly firstPlaneTid: number;
  readonly planes: number;
  readonly stream: number;
}

/** Threads of the rank's process. */
export type HostThread = LaunchThread | 'dequeue';

/** What holds for one rank through the whole run, in whichever form it is written: threads, streams, groups, choices. */
export class RankFacts {
  readonly mainTid: number;
  readonly dequeueTid: number;
  readonly backwardTid: number;
  readonly groups: readonly GroupLanes[];

  constructor(
    readonly place: RankPlace,
    readonly plan: DemoPlan,
  ) {
    this.mainTid = place.hostPid;
    this.dequeueTid = place.hostPid + 3198;
    this.backwardTid = place.hostPid + 8571;
    let nextTid = 0;
    this.groups = groupsOf(place.rank, plan.layout).map((group, i) => {
      const planes = planeCount(group.kind === 'pp' ? 2 : group.globalRanks.length);
      const groupTid = nextTid;
      nextTid += 1 + planes;
      return { group, groupTid, firstPlaneTid: groupTid + 1, planes, stream: firstGroupStream + i };
    });
  }

  lanesOf(kind: CommunicationGroup['kind']): GroupLanes {
    const lanes = this.groups.find(({ group }) => group.kind === kind);
    if (lanes === undefined) throw new Error(`Rank ${this.place.rank} has no ${kind} group.`);
    return lanes;
  }

  tidOf(thread: HostThread): number {
    switch (thread) {
      case 'main':
        return this.mainTid;
      case 'backward':
        return this.backwardTid;
      case 'dequeue':
        return this.dequeueTid;
    }
  }

  /** Whether Python's garbage collector was watched and found at work. */
  get hasGarbageCollection(): boolean {
    return this.plan.faults.some((fault) => fault.kind === 'gc-pause' && fault.rank === this.place.rank);
  }

  /** Whether a launch carries flow arrows. */
  hasFlows(launchId: number): boolean {
    const { flowShare, seed } = this.plan;
    return flowShare >= 1 || hashShare(launchId, seed + 1) < flowShare;
  }

  hasCallStack(opId: number): boolean {
    const { callStackShare, seed } = this.plan;
    return callStackShare > 0 && hashShare(opId, seed + 2) < callStackShare;
  }
}

/** Epoch second that the job's ns count from. */
export function originSecond(seed: number): number {
  return 1_754_300_000 + (seed % 86_400);
}
