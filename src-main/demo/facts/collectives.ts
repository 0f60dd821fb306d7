import type { CollectiveLaunch } from '../model/program';
import { type CollectiveTask, collectiveTasks } from '../simulation/collectiveTasks';
import type { CollectiveRecord, StepRecords } from '../simulation/stepRecords';
import type { GroupLanes, RankFacts } from './rankFacts';

/** One collective of a rank and what the device did for it. */
export interface CollectiveFacts {
  readonly record: CollectiveRecord;
  readonly launch: CollectiveLaunch;
  readonly lanes: GroupLanes;
  readonly algorithm: 'NA' | 'MESH-RING' | 'PAIRWISE';
  readonly tasks: readonly PlaneTask[];
}

export interface PlaneTask {
  readonly task: CollectiveTask;
  /** Position among the collective's tasks. */
  readonly context: number;
  /** Undefined for a task that moves data. */
  readonly notifyId: number | undefined;
  readonly transport: 'SDMA' | 'RDMA' | 'LOCAL';
  /** Undefined for a task that moves none. */
  readonly movedOver: CollectiveTask['link'] | undefined;
  /** As ENUM_HCCL_LINK_TYPE of real databases calls it, and the text, which is written with the same names. */
  readonly linkType: Exclude<CollectiveTask['link'], 'RDMA'> | 'ROCE' | 'INVALID_TYPE';
  readonly isReduction: boolean;
  /** 0 for a task that moves no data. */
  readonly bandwidthGBps: number;
  /** The same task on the hardware's stream. */
  readonly streamTaskName: 'Notify Wait' | 'Write Value' | 'RDMA Send' | 'SDMA';
}

export function collectiveFacts(facts: RankFacts, records: StepRecords, row: number): CollectiveFacts {
  const { launches } = records;
  const launch = launches.launch[row]!;
  const record = records.collectives[launches.collective[row]!]!;
  if (launch.kind !== 'collective') throw new Error(`${record.name} stems from a ${launch.kind} launch.`);
  return {
    record,
    launch,
    lanes: facts.lanesOf(record.group.kind),
    algorithm: algorithmOf(launch),
    tasks: collectiveTasks(record, launch).map(planeTask),
  };
}

export function algorithmOf({ op }: CollectiveLaunch): CollectiveFacts['algorithm'] {
  return op.peerStep !== 0 ? 'NA' : op.exchange === undefined ? 'MESH-RING' : 'PAIRWISE';
}

function planeTask(task: CollectiveTask, context: number): PlaneTask {
  const { kind, sizeBytes, durationNs, link } = task;
  const movesData = sizeBytes > 0;
  return {
    task,
    context,
    notifyId: movesData ? undefined : (task.peer + 1) * 4_294_967_296 + 4 * context,
    transport: kind === 'Notify_Wait' ? 'LOCAL' : link === 'RDMA' ? 'RDMA' : 'SDMA',
    movedOver: movesData ? link : undefined,
    linkType: !movesData ? 'INVALID_TYPE' : link === 'RDMA' ? 'ROCE' : link,
    isReduction: kind === 'Reduce_Inline',
    bandwidthGBps: movesData && durationNs > 0 ? sizeBytes / durationNs : 0,
    streamTaskName: streamTaskNames[kind],
  };
}

const streamTaskNames = {
  Notify_Wait: 'Notify Wait',
  Notify_Record: 'Write Value',
  RDMASend: 'RDMA Send',
  Memcpy: 'SDMA',
  Reduce_Inline: 'SDMA',
} as const;
