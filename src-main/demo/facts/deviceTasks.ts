import type { KernelTemplate } from '../model/opSpec';
import type { StepRecords } from '../simulation/stepRecords';
import { connectionOf } from './cannCalls';
import type { CollectiveFacts, PlaneTask } from './collectives';
import { computeStream, copyStream } from './rankFacts';

/** What a stream of the device did. Times: ns since the job's origin. */
export interface DeviceTask {
  readonly name: string;
  /** As the timeline's file calls its kind. */
  readonly taskType: string;
  readonly stream: number;
  readonly startNs: number;
  readonly durationNs: number;
  /** The hardware counts in 16 bits. */
  readonly taskId: number;
  /** The host call that launched it has the same number, if it has one. */
  readonly connection: number;
  /** Of a compute task. */
  readonly kernel: KernelTemplate | undefined;
}

/** First number of a launch's device tasks. */
export function taskIdOf(launchId: number): number {
  return (launchId * 2) % 65_536;
}

/** The one or two compute tasks of a launch, or its copy; none of a collective. */
export function launchTasks(records: StepRecords, row: number): readonly DeviceTask[] {
  const { launches, firstIds } = records;
  const launchId = firstIds.launch + row;
  const launch = launches.launch[row]!;
  const taskId = taskIdOf(launchId);
  const connection = connectionOf(launchId);
  const startNs = launches.deviceStartNs[row]!;
  const durationNs = launches.deviceDurationNs[row]!;
  switch (launch.kind) {
    case 'kernel': {
      const { kernel, secondKernel } = launch.op;
      const first = computeTask(kernel, { startNs, durationNs, taskId, connection });
      const secondNs = launches.secondStartNs[row]!;
      if (secondKernel === undefined || secondNs < 0) return [first];
      const second = { startNs: secondNs, durationNs: launches.secondDurationNs[row]!, taskId: taskId + 1, connection };
      return [first, computeTask(secondKernel, second)];
    }
    case 'copyToDevice': {
      const kind = { name: 'MEMCPY_ASYNC', taskType: 'PCIE_DMA_SQE', stream: copyStream, kernel: undefined };
      return [{ ...kind, startNs, durationNs, taskId, connection }];
    }
    case 'collective':
      return [];
  }
}

function computeTask(
  kernel: KernelTemplate,
  when: Pick<DeviceTask, 'startNs' | 'durationNs' | 'taskId' | 'connection'>,
): DeviceTask {
  return { name: kernel.name, taskType: kernel.core, stream: computeStream, kernel, ...when };
}

/** A collective's task as the hardware's stream shows it: those of several planes run at once and overlap partly. */
export function planeStreamTask({ lanes }: CollectiveFacts, plane: PlaneTask, launchId: number): DeviceTask {
  const { task, streamTaskName, context } = plane;
  return {
    name: streamTaskName,
    taskType: streamTaskName,
    stream: lanes.stream,
    startNs: task.startNs,
    durationNs: task.durationNs,
    taskId: taskIdOf(launchId) + context,
    connection: connectionOf(launchId),
    kernel: undefined,
  };
}

/** The event that ends a collective; no arrow leads to it. */
export function collectiveEndTask({ lanes, record }: CollectiveFacts, launchId: number): DeviceTask {
  return {
    name: 'EVENT_RECORD',
    taskType: 'EVENT_RECORD_SQE',
    stream: lanes.stream,
    startNs: record.endNs,
    durationNs: 20,
    taskId: taskIdOf(launchId),
    connection: connectionOf(launchId) + 1,
    kernel: undefined,
  };
}
