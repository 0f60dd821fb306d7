import type { CollectiveLaunch, KernelLaunch } from '../model/program';
import { hash2 } from '../random';
import { type CollectiveTask, collectiveTasks } from '../simulation/collectiveTasks';
import type { Intervals } from '../simulation/overlap';
import { overlapOf } from '../simulation/overlap';
import type { CollectiveRecord, StepRecords } from '../simulation/stepRecords';
import { deviceMicros, hostMicros, micros } from './clock';
import { apiOf, threadOf } from './pythonBlock';
import { computeStream, copyStream, type GroupLanes, type RankTrace } from './rankTrace';

const batch = 64;
const noModel = 4_294_967_295;

/** CANN calls, device tasks, collectives with their tasks, and Overlap Analysis. */
export function* deviceWork(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches, firstIds } = records;
  for (let row = 0; row < launches.launch.length; row++) {
    const launch = launches.launch[row]!;
    const launchId = firstIds.launch + row;
    cannCalls(trace, records, row, launchId);
    switch (launch.kind) {
      case 'kernel':
        kernelTasks(trace, records, row, launchId, launch);
        break;
      case 'collective':
        collectiveEvents(trace, records.collectives[launches.collective[row]!]!, launch, launchId);
        break;
      case 'copyToDevice':
        copyTask(trace, records, row, launchId);
        break;
    }
    if (row % batch === 0) yield;
  }
  for (const { startNs, endNs } of records.syncs) {
    cann(
      trace,
      'AscendCL',
      'aclrtSynchronizeStreamWithTimeout',
      'acl',
      trace.mainTid,
      startNs,
      endNs - startNs,
      4_000_000_000 + records.step,
    );
  }
  yield* overlapLanes(trace, records);
}

/** Number that ties a launch's host call to its device tasks; three more belong to its other CANN calls. */
export function connectionOf(launchId: number): number {
  return 1_000 + 4 * launchId;
}

/** Device task number; the hardware counts in 16 bits. */
export function taskIdOf(launchId: number): number {
  return (launchId * 2) % 65_536;
}

function cannCalls(trace: RankTrace, records: StepRecords, row: number, launchId: number): void {
  const { launches } = records;
  const launch = launches.launch[row]!;
  const connection = connectionOf(launchId);
  const dequeueNs = launches.dequeueNs[row]!;
  const durationNs = launches.dequeueDurationNs[row]!;
  const tid = trace.dequeueTid;
  const api = apiOf(launch);
  if (launch.kind === 'kernel') {
    const prepareNs = launches.hostStartNs[row]! + launch.op.hostOps.length * 1_300 + 7_000;
    cann(
      trace,
      'AscendCL',
      `${api}GetWorkspaceSize`,
      'acl',
      threadOf(trace, launch.thread),
      prepareNs,
      5_200 + 10 * (launchId % 170),
      connection + 1,
    );
  }
  const outerNs = dequeueNs + 1_200;
  const outerDurationNs = durationNs - 2_000;
  const innerNs = outerNs + 2_100;
  const innerDurationNs = outerDurationNs - 3_600;
  if (launch.kind === 'collective') {
    cann(trace, 'Hccl', api, 'hccl', tid, outerNs, outerDurationNs, connection + 2);
    cann(trace, 'Hccl', 'Launch_Ffts', 'hccl', tid, innerNs, innerDurationNs, connection);
  } else if (launch.kind === 'kernel') {
    cann(trace, 'AscendCL', api, 'acl', tid, outerNs, outerDurationNs, connection + 2);
    cann(trace, 'Node', 'launch', 'node', tid, innerNs, innerDurationNs, connection);
    cann(
      trace,
      'Runtime',
      'KernelLaunchWithHandle',
      'runtime',
      tid,
      innerNs + 1_800,
      innerDurationNs - 3_200,
      connection + 3,
    );
  } else {
    cann(trace, 'AscendCL', 'aclrtMemcpyAsync', 'acl', tid, outerNs, outerDurationNs, connection);
    cann(trace, 'Runtime', 'MemcpyAsync', 'runtime', tid, innerNs, innerDurationNs, connection + 3);
  }
  if (trace.hasFlows(launchId)) {
    const id = hostToDeviceId(connection, launch.kind === 'collective');
    // The arrow leaves from within the call, where the task is handed over.
    const atNs = launch.kind === 'copyToDevice' ? outerNs : innerNs + 1_400;
    trace.event(
      's',
      `{"name": "HostToDevice${id}", "ph": "s", "cat": "HostToDevice", "id": "${id}", "pid": ${trace.pid('CANN')}, "tid": ${tid}, "ts": "${trace.clock.micros(atNs)}"}`,
    );
  }
}

type CannLevel = 'acl' | 'node' | 'runtime' | 'hccl';

function cann(
  trace: RankTrace,
  library: string,
  name: string,
  level: CannLevel,
  tid: number,
  startNs: number,
  durationNs: number,
  connection: number,
): void {
  const mode = level === 'hccl' ? 'master' : level === 'node' ? 'launch' : level === 'acl' ? 'ACL_OP' : 'RUNTIME';
  const ids =
    level === 'hccl' || level === 'node' ? `"id": "0", "item_id": "${name}"` : `"id": "${name}", "item_id": "0"`;
  trace.event(
    'X',
    `{"name": "${library}@${name}", "pid": ${trace.pid('CANN')}, "tid": ${tid}, "ts": "${trace.clock.micros(startNs)}", "dur": ${hostMicros(durationNs, hash2(connection, 14))}, "args": {"Thread Id": ${tid}, "Mode": "${mode}", "level": "${level}", ${ids}, "connection_id": ${connection}}, "ph": "X"}`,
  );
}

/** Ids of collectives are of another kind: far above 2^32. */
function hostToDeviceId(connection: number, isCollective: boolean): number {
  return isCollective && connection < 2 ** 20 ? connection * 2 ** 32 - 1 : connection;
}

function kernelTasks(
  trace: RankTrace,
  records: StepRecords,
  row: number,
  launchId: number,
  launch: KernelLaunch,
): void {
  const { launches } = records;
  const { kernel, secondKernel } = launch.op;
  const connection = connectionOf(launchId);
  const startNs = launches.deviceStartNs[row]!;
  const taskId = taskIdOf(launchId);
  hardware(
    trace,
    kernel.name,
    kernel.core,
    computeStream,
    startNs,
    launches.deviceDurationNs[row]!,
    taskId,
    connection,
  );
  flowEnd(trace, launchId, connection, false, 'Ascend Hardware', computeStream, startNs);
  const secondNs = launches.secondStartNs[row]!;
  if (secondKernel === undefined || secondNs < 0) return;
  hardware(
    trace,
    secondKernel.name,
    secondKernel.core,
    computeStream,
    secondNs,
    launches.secondDurationNs[row]!,
    taskId + 1,
    connection,
  );
  flowEnd(trace, launchId, connection, false, 'Ascend Hardware', computeStream, secondNs);
}

function copyTask(trace: RankTrace, records: StepRecords, row: number, launchId: number): void {
  const connection = connectionOf(launchId);
  const startNs = records.launches.deviceStartNs[row]!;
  hardware(
    trace,
    'MEMCPY_ASYNC',
    'PCIE_DMA_SQE',
    copyStream,
    startNs,
    records.launches.deviceDurationNs[row]!,
    taskIdOf(launchId),
    connection,
  );
  flowEnd(trace, launchId, connection, false, 'Ascend Hardware', copyStream, startNs);
}

function hardware(
  trace: RankTrace,
  name: string,
  taskType: string,
  stream: number,
  startNs: number,
  durationNs: number,
  taskId: number,
  connection: number,
): void {
  trace.event(
    'X',
    `{"name": "${name}", "pid": ${trace.pid('Ascend Hardware')}, "tid": ${stream}, "ts": "${trace.clock.micros(startNs)}", "dur": ${deviceMicros(durationNs, hash2(taskId, 15))}, "args": {"Model Id": ${noModel}, "Task Type": "${taskType}", "Physic Stream Id": ${stream}, "Task Id": ${taskId}, "Batch Id": 0, "Subtask Id": ${noModel}, "connection_id": ${connection}}, "ph": "X"}`,
  );
}

function flowEnd(
  trace: RankTrace,
  launchId: number,
  connection: number,
  isCollective: boolean,
  process: 'Ascend Hardware' | 'Communication',
  tid: number,
  startNs: number,
): void {
  if (!trace.hasFlows(launchId)) return;
  const id = hostToDeviceId(connection, isCollective);
  trace.event(
    'f',
    `{"name": "HostToDevice${id}", "ph": "f", "id": "${id}", "ts": "${trace.clock.micros(startNs)}", "cat": "HostToDevice", "pid": ${trace.pid(process)}, "tid": ${tid}, "bp": "e"}`,
  );
}

function collectiveEvents(
  trace: RankTrace,
  record: CollectiveRecord,
  launch: CollectiveLaunch,
  launchId: number,
): void {
  const lanes = trace.lanesOf(record.group.kind);
  const connection = connectionOf(launchId);
  const pid = trace.pid('Communication');
  const { op } = launch;
  const algorithm = op.peerStep === 0 ? 'MESH-RING' : 'NA';
  trace.event(
    'X',
    `{"name": "${record.name}", "pid": ${pid}, "tid": ${lanes.groupTid}, "ts": "${trace.clock.micros(record.startNs)}", "dur": ${deviceMicros(record.endNs - record.startNs, hash2(connection, 16))}, "args": {"connection_id": ${connection}, "model id": ${noModel}, "data_type": "${op.dataType}", "alg_type": "${algorithm}", "count": ${op.count}}, "ph": "X"}`,
  );
  flowEnd(trace, launchId, connection, true, 'Communication', lanes.groupTid, record.startNs);
  const taskId = taskIdOf(launchId);
  collectiveTasks(record, launch).forEach((task, i) => {
    planeTask(trace, lanes, record, task, i, taskId);
    streamTask(trace, lanes, task, taskId, connection, i);
  });
  const { stream } = lanes;
  hardware(trace, 'EVENT_RECORD', 'EVENT_RECORD_SQE', stream, record.endNs, 20, taskId, connection);
}

function planeTask(
  trace: RankTrace,
  lanes: GroupLanes,
  record: CollectiveRecord,
  task: CollectiveTask,
  context: number,
  taskId: number,
): void {
  const { kind, sizeBytes, durationNs } = task;
  const movesData = sizeBytes > 0;
  const estimatedUs = movesData ? (durationNs + 0.2) / 1000 : 1;
  const bandwidth = movesData && durationNs > 0 ? sizeBytes / durationNs : 0;
  const link = movesData ? (task.link === 'RDMA' ? 'RoCE' : task.link) : 'INVALID_TYPE';
  const transport = kind === 'Notify_Wait' ? 'LOCAL' : task.link === 'RDMA' ? 'RDMA' : 'SDMA';
  const dataType = kind === 'Reduce_Inline' ? 'BFP16' : 'INVALID_TYPE';
  const notifyId = movesData ? '18446744073709551615' : `${(task.peer + 1) * 4_294_967_296 + 4 * context}`;
  trace.event(
    'X',
    `{"name": "${kind}", "pid": ${trace.pid('Communication')}, "tid": ${lanes.firstPlaneTid + task.plane}, "ts": "${trace.clock.micros(task.startNs)}", "dur": ${deviceMicros(durationNs, hash2(taskId, context))}, "args": {"notify_id": "${notifyId}", "duration estimated(us)": ${estimatedUs}, "stream id": ${lanes.stream}, "task id": ${taskId}, "context id": ${context}, "task type": "${kind}", "src rank": ${record.group.groupRank}, "dst rank": ${task.peer}, "transport type": "${transport}", "size(Byte)": ${sizeBytes}, "data type": "${dataType}", "link type": "${link}", "bandwidth(GB/s)": ${bandwidth}, "model id": ${noModel}}, "ph": "X"}`,
  );
}

/** The same task as the hardware stream shows it: tasks of several planes run at once there and overlap partly. */
function streamTask(
  trace: RankTrace,
  lanes: GroupLanes,
  task: CollectiveTask,
  taskId: number,
  connection: number,
  context: number,
): void {
  const name =
    task.kind === 'Notify_Wait'
      ? 'Notify Wait'
      : task.kind === 'Notify_Record'
        ? 'Write Value'
        : task.kind === 'RDMASend'
          ? 'RDMA Send'
          : 'SDMA';
  hardware(trace, name, name, lanes.stream, task.startNs, task.durationNs, taskId + context, connection);
}

const overlapNames = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'] as const;

function* overlapLanes(trace: RankTrace, records: StepRecords): Generator<void> {
  const lanes = overlapOf(records);
  const byTid: readonly Intervals[] = [lanes.computing, lanes.communication, lanes.notOverlapped, lanes.free];
  const pid = trace.pid('Overlap Analysis');
  for (let tid = 0; tid < byTid.length; tid++) {
    const intervals = byTid[tid]!;
    for (let i = 0; i < intervals.length; i += 2) {
      trace.event(
        'X',
        `{"name": "${overlapNames[tid]}", "pid": ${pid}, "tid": ${tid}, "ts": "${trace.clock.micros(intervals[i]!)}", "dur": ${micros(intervals[i + 1]! - intervals[i]!)}, "ph": "X"}`,
      );
      if (i % 512 === 0) yield;
    }
  }
  yield;
}

/** Arrows from the framework op to its device task; ids are the task's start in epoch ns, above 2^53. */
export function* torchToNpuFlows(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches, firstIds, collectives } = records;
  const { clock } = trace;
  for (let row = 0; row < launches.launch.length; row++) {
    if (!trace.hasFlows(firstIds.launch + row)) continue;
    const launch = launches.launch[row]!;
    const startNs = launches.deviceStartNs[row]!;
    const id = clock.nanos(startNs);
    const collective = collectives[launches.collective[row]!];
    const pid = trace.pid(collective === undefined ? 'Ascend Hardware' : 'Communication');
    const tid =
      collective !== undefined
        ? trace.lanesOf(collective.group.kind).groupTid
        : launch.kind === 'copyToDevice'
          ? copyStream
          : computeStream;
    const common = `"bp": "e", "name": "torch_to_npu", "id": ${id}`;
    trace.event(
      's',
      `{"ph": "s", ${common}, "pid": ${trace.place.hostPid}, "tid": ${threadOf(trace, launch.thread)}, "ts": "${clock.micros(launches.hostStartNs[row]!)}", "cat": "async_npu"}`,
    );
    trace.event(
      'f',
      `{"ph": "f", ${common}, "pid": ${pid}, "tid": ${tid}, "ts": "${clock.micros(startNs)}", "cat": "async_npu"}`,
    );
    if (row % batch === 0) yield;
  }
  yield;
}
