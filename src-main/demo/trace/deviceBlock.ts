import { type CannCall, connectionOf, handOverNs, launchCalls, syncCalls } from '../facts/cannCalls';
import { type CollectiveFacts, collectiveFacts, type PlaneTask } from '../facts/collectives';
import { collectiveEndTask, type DeviceTask, launchTasks, planeStreamTask, taskIdOf } from '../facts/deviceTasks';
import { hash2 } from '../random';
import type { StepRecords } from '../simulation/stepRecords';
import { deviceMicros, hostMicros } from './clock';
import { overlapLanes } from './overlapBlock';
import type { RankTrace } from './rankTrace';
import { unended } from './unendedBlock';

const batch = 64;
const noModel = '4294967295';
const noNotify = '18446744073709551615';

/** CANN calls, device tasks, collectives with their tasks, and Overlap Analysis. */
export function* deviceWork(trace: RankTrace, records: StepRecords): Generator<void> {
  const { launches, firstIds } = records;
  for (let row = 0; row < launches.launch.length; row++) {
    const launchId = firstIds.launch + row;
    cannEvents(trace, records, row, launchId);
    if (launches.launch[row]!.kind === 'collective') {
      collectiveEvents(trace, collectiveFacts(trace, records, row), launchId);
    } else {
      for (const task of launchTasks(records, row)) {
        hardware(trace, task);
        flowEnd(trace, launchId, false, 'Ascend Hardware', task.stream, task.startNs);
      }
    }
    if (row % batch === 0) yield;
  }
  for (const call of syncCalls(records)) cann(trace, call);
  yield* overlapLanes(trace, records);
  unended(trace, records);
}

function cannEvents(trace: RankTrace, records: StepRecords, row: number, launchId: number): void {
  for (const call of launchCalls(records, row)) cann(trace, call);
  if (!trace.hasFlows(launchId)) return;
  const id = hostToDeviceId(connectionOf(launchId), records.launches.launch[row]!.kind === 'collective');
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

function cann(trace: RankTrace, call: CannCall): void {
  const { name, level, connection } = call;
  const tid = trace.tidOf(call.thread);
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

function hardware(trace: RankTrace, task: DeviceTask): void {
  const { name, taskType, stream, taskId } = task;
  trace.event(
    'X',
    `{"name": "${name}", "pid": ${trace.pid('Ascend Hardware')}, "tid": ${stream}, "ts": "${trace.clock.micros(task.startNs)}", "dur": ${deviceMicros(task.durationNs, hash2(taskId, 15))}, "args": {"Model Id": ${noModel}, "Task Type": "${taskType}", "Physic Stream Id": ${stream}, "Task Id": ${taskId}, "Batch Id": 0, "Subtask Id": ${noModel}, "connection_id": ${task.connection}}, "ph": "X"}`,
  );
}

function flowEnd(
  trace: RankTrace,
  launchId: number,
  isCollective: boolean,
  process: 'Ascend Hardware' | 'Communication',
  tid: number,
  startNs: number,
): void {
  if (!trace.hasFlows(launchId)) return;
  const id = hostToDeviceId(connectionOf(launchId), isCollective);
  trace.event(
    'f',
    `{"name": "HostToDevice${id}", "ph": "f", "id": "${id}", "ts": "${trace.clock.micros(startNs)}", "cat": "HostToDevice", "pid": ${trace.pid(process)}, "tid": ${tid}, "bp": "e"}`,
  );
}

function collectiveEvents(trace: RankTrace, collective: CollectiveFacts, launchId: number): void {
  const { record, lanes, launch, algorithm } = collective;
  const connection = connectionOf(launchId);
  const { dataType, count } = launch.op;
  trace.event(
    'X',
    `{"name": "${record.name}", "pid": ${trace.pid('Communication')}, "tid": ${lanes.groupTid}, "ts": "${trace.clock.micros(record.startNs)}", "dur": ${deviceMicros(record.endNs - record.startNs, hash2(connection, 16))}, "args": {"connection_id": ${connection}, "model id": ${noModel}, "data_type": "${dataType}", "alg_type": "${algorithm}", "count": ${count}}, "ph": "X"}`,
  );
  flowEnd(trace, launchId, true, 'Communication', lanes.groupTid, record.startNs);
  for (const task of collective.tasks) {
    planeTask(trace, collective, task, taskIdOf(launchId));
    hardware(trace, planeStreamTask(collective, task, launchId));
  }
  hardware(trace, collectiveEndTask(collective, launchId));
}

function planeTask(trace: RankTrace, { lanes, record }: CollectiveFacts, plane: PlaneTask, taskId: number): void {
  const { task, movedOver, context } = plane;
  const { kind, sizeBytes, durationNs } = task;
  const estimatedUs = movedOver === undefined ? 1 : (durationNs + 0.2) / 1000;
  const dataType = plane.isReduction ? 'BFP16' : 'INVALID_TYPE';
  trace.event(
    'X',
    `{"name": "${kind}", "pid": ${trace.pid('Communication')}, "tid": ${lanes.firstPlaneTid + task.plane}, "ts": "${trace.clock.micros(task.startNs)}", "dur": ${deviceMicros(durationNs, hash2(taskId, context))}, "args": {"notify_id": "${plane.notifyId ?? noNotify}", "duration estimated(us)": ${estimatedUs}, "stream id": ${lanes.stream}, "task id": ${taskId}, "context id": ${context}, "task type": "${kind}", "src rank": ${record.group.groupRank}, "dst rank": ${task.peer}, "transport type": "${plane.transport}", "size(Byte)": ${sizeBytes}, "data type": "${dataType}", "link type": "${plane.linkType}", "bandwidth(GB/s)": ${plane.bandwidthGBps}, "model id": ${noModel}}, "ph": "X"}`,
  );
}
