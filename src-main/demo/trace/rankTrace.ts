import type { DemoPlan } from '../options';
import { type CommunicationGroup, groupsOf, type RankPlace } from '../parallel';
import { hashShare } from '../random';
import { planeCount } from '../simulation/collectiveTasks';
import { RankClock } from './clock';

/** Processes of the trace by their sort index, as the profiler numbers them. */
export const sortIndex = {
  Python: 0,
  'Python GC': 1,
  CANN: 7,
  'Ascend Hardware': 13,
  'AI Core Freq': 14,
  Communication: 15,
  HBM: 17,
  LLC: 18,
  'NPU MEM': 19,
  'Stars Soc Info': 20,
  'Acc PMU': 21,
  QoS: 22,
  'Overlap Analysis': 23,
} as const;
export type ProcessName = keyof typeof sortIndex;

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

/** Where events go: a file, or only a count. */
export interface EventOutput {
  write(text: string): void;
}

/** Events by phase letter. */
export type PhaseCounts = Record<'X' | 'C' | 's' | 'f' | 'M', number>;

/** What all blocks of one rank's trace share: names, ids, clock, and the file under way. */
export class RankTrace {
  readonly counts: PhaseCounts = { X: 0, C: 0, s: 0, f: 0, M: 0 };
  readonly clock: RankClock;
  readonly mainTid: number;
  readonly dequeueTid: number;
  readonly backwardTid: number;
  readonly groups: readonly GroupLanes[];
  private readonly pids: Readonly<Record<ProcessName, string>>;
  private isFirst = true;

  constructor(
    readonly place: RankPlace,
    readonly plan: DemoPlan,
    private readonly output: EventOutput,
  ) {
    this.clock = new RankClock(originSecond(plan.seed), place.clockOffsetNs);
    this.pids = pidsOf(place);
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

  /** pid in the trace, as digits: beyond 32 bits for every process but Python on some ranks. */
  pid(process: ProcessName): string {
    return this.pids[process];
  }

  lanesOf(kind: CommunicationGroup['kind']): GroupLanes {
    const lanes = this.groups.find(({ group }) => group.kind === kind);
    if (lanes === undefined) throw new Error(`Rank ${this.place.rank} has no ${kind} group.`);
    return lanes;
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

  /** Writes one event: a JSON object as text. */
  event(phase: keyof PhaseCounts, json: string): void {
    this.counts[phase]++;
    if (this.isFirst) {
      this.isFirst = false;
      this.output.write(`[${json}`);
    } else {
      this.output.write(`, ${json}`);
    }
  }

  end(): void {
    this.output.write(this.isFirst ? '[]' : ']');
  }
}

/** Epoch second that the job's ns count from. */
export function originSecond(seed: number): number {
  return 1_754_300_000 + (seed % 86_400);
}

function pidsOf({ hostPid, deviceId }: RankPlace): Record<ProcessName, string> {
  const pid = (process: ProcessName): string =>
    String(process === 'Python' ? hostPid : hostPid * 1024 + sortIndex[process] * 32 + deviceId);
  return {
    Python: pid('Python'),
    'Python GC': pid('Python GC'),
    CANN: pid('CANN'),
    'Ascend Hardware': pid('Ascend Hardware'),
    'AI Core Freq': pid('AI Core Freq'),
    Communication: pid('Communication'),
    HBM: pid('HBM'),
    LLC: pid('LLC'),
    'NPU MEM': pid('NPU MEM'),
    'Stars Soc Info': pid('Stars Soc Info'),
    'Acc PMU': pid('Acc PMU'),
    QoS: pid('QoS'),
    'Overlap Analysis': pid('Overlap Analysis'),
  };
}
