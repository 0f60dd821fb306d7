import type { CollectiveLaunch, KernelLaunch } from '../model/program';
import { hash2 } from '../random';
import { type CollectiveTask, collectiveTasks } from '../simulation/collectiveTasks';
import type { CollectiveRecord, StepRecords } from '../simulation/stepRecords';
import { type CannCall, connectionOf, handOverNs, launchCalls, syncCalls } from './cannCalls';
import { deviceMicros, hostMicros } from './clock';
import { overlapLanes } from './overlapBlock';
import { threadOf } from './pythonBlock';
import { computeStream, copyStream, type GroupLanes, type RankTrace } from './rankTrace';

const batch = 64;
const noModel = '4294967295';

/** CANN calls, device tasks, collectives with their tasks, and Overlap Analysis. */
export function* deviceWork(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches, firstIds } = records;
  for (let row = 0; row < launches.launch.length; row++) {
    const launch = launches.launch[row]!;
    const launchId = firstIds.launch + row;
    cannEvents(trace, records, row, launchId);
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
  for (const call of syncCalls(records)) cann(trace, call, trace.mainTid);
  yield* overlapLanes(trace, records);
}

/** Device task number; the hardware counts in 16 bits. */
export function taskIdOf(launchId: number): number {
  return (launchId * 2) % 65_536;
}

function cannEvents(trace: RankTrace, records: StepRecords, row: number, launchId: number): void {
  const launch = records.launches.launch[row]!;
  for (const call of launchCalls(records, row)) {
    cann(trace, call, call.thread === 'dequeue' ? trace.dequeueTid : threadOf(trace, launch.thread));
  }
  if (!trace.hasFlows(launchId)) return;
  const id = hostToDeviceId(connectionOf(launchId), launch.kind === 'collective');
  trace.event(
    's',
    `{"name": "HostToDevice${id}", "ph": "s", "cat": "HostToDevice", "id": "${id}", "pid": ${trace.pid('CANN')}, "tid": ${trace.dequeueTid}, "ts": "${trace.clock.micros(handOverNs(records, row))}"}`,
  );
}

const modeOf: Readonly<Record<CannCall['level'], string>> = {
  acl: 'ACL_OP',
  node: 'launch',
  runtime: 'RUNTIME',
  hccl: 'master',
};

function cann(trace: RankTrace, call: CannCall, tid: number): void {
  const { name, level, connection } = call;
  const isItem = level === 'hccl' || level === 'node';
  const ids = isItem ? `"id": "0", "item_id": "${name}"` : `"id": "${name}", "item_id": "0"`;
  trace.event(
    'X',
    `{"name": "${call.library}@${name}", "pid": ${trace.pid('CANN')}, "tid": ${tid}, "ts": "${trace.clock.micros(call.startNs)}", "dur": ${hostMicros(call.durationNs, hash2(connection, 14))}, "args": {"Thread Id": ${tid}, "Mode": "${modeOf[level]}", "level": "${level}", ${ids}, "connection_id": ${connection}}, "ph": "X"}`,
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
  const algorithm = op.peerStep !== 0 ? 'NA' : op.exchange === undefined ? 'MESH-RING' : 'PAIRWISE';
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
