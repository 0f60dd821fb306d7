import { GrowingTable, joinedColumns, Slabs } from '../../index/columns/chunks';
import { isNull } from '../../sqlite/batchColumns';
import { EventId } from '../../tokenizer/eventIds';
import { CollectiveGroups } from './collectiveGroups';
import { CollectiveParts } from './collectiveParts';
import type { FoundCollectives } from './found';
import { firstRow, keyTableOf } from './keyTable';
import { Lanes } from './lanes';
import { eachBatch, foundBefore, highHalf, idOrNone, NONE_32, numberOr, type Reading, sourcesOf } from './reading';
import { TaskTypes } from './taskTypes';

const NOTHING = new Float64Array(0);
const NO_COLLECTIVES: FoundCollectives = {
  groups: NOTHING,
  firstTids: new Uint32Array(0),
  launched: keyTableOf(NOTHING),
};

/** Collectives as a whole: COMMUNICATION_OP, on the lanes of their groups. */
export function readCollectives(reading: Reading): void {
  const { events, device } = reading;
  const groups = new CollectiveGroups(foundBefore(reading, 'collectives') ?? NO_COLLECTIVES);
  const lanes = new Lanes(reading, groups);
  const names = events.names.withPrefix('');
  const sources = sourcesOf(reading, 'COMMUNICATION_OP');
  const columns = {
    rowId: ['rowid'],
    name: ['opName'],
    startNs: ['startNs'],
    endNs: ['endNs'],
    connection: ['connectionId'],
    group: ['groupName'],
    device: ['deviceId'],
  };
  const end = Object.keys(columns).indexOf('endNs');
  eachBatch(reading, 'COMMUNICATION_OP', columns, (of, count, row) => {
    const { rowId, name, startNs, endNs, connection, group } = of;
    for (let i = 0; i < count; i++) {
      const lane = lanes.group(numberOr(of.device[i], device), groups.number(group[i]));
      const own = events.names.number(names, '', name[i]);
      if (isNull(row, end, i)) {
        events.begin(startNs[i], lane, own, 0, sources(rowId[i]));
        continue;
      }
      const slice = events.slice(startNs[i], endNs[i], lane, own, 0, sources(rowId[i]));
      const launch = idOrNone(connection[i]);
      if (slice < 0 || Number.isNaN(launch)) continue;
      events.id(slice, EventId.connection, highHalf(launch), launch);
      reading.finding.end('collective', launch, slice);
    }
  });
}

const TASK_COLUMNS = {
  rowId: ['rowid'],
  startNs: ['startNs'],
  endNs: ['endNs'],
  device: ['deviceId'],
  connection: ['connectionId'],
  taskId: ['globalTaskId'],
  type: ['taskType'],
  context: ['contextId'],
  stream: ['streamId'],
};

/**
 * What the device did: TASK, with the names of COMPUTE_TASK_INFO, on the streams; parts of collectives
 * (COMMUNICATION_TASK_INFO) on the lanes of their groups.
 *
 * A launch may be of several tasks in one: these have a context each, and one without a context frames them, which is in no
 * text export. Which do is known when all tasks have been read: those that may are kept for `readArrows`.
 */
export function readTasks(reading: Reading): void {
  const { events, finding } = reading;
  const compute = foundBefore(reading, 'compute');
  const collectives = foundBefore(reading, 'collectives') ?? NO_COLLECTIVES;
  const groups = new CollectiveGroups(collectives);
  const lanes = new Lanes(reading, groups);
  const parts = new CollectiveParts(reading, lanes, groups);
  const types = new TaskTypes(reading);
  const names = events.names.withPrefix('');
  const sources = sourcesOf(reading, 'TASK');
  let divided = Number.NaN;
  eachBatch(reading, 'TASK', TASK_COLUMNS, (columns, count) => {
    const { rowId, startNs, endNs, device, connection, taskId, type, context, stream } = columns;
    for (let i = 0; i < count; i++) {
      parts.add(taskId[i], startNs[i], endNs[i], device[i]);
      const launch = idOrNone(connection[i]);
      const hasContext = context[i] !== NONE_32;
      if (hasContext && !Number.isNaN(context[i]) && launch !== divided) {
        divided = launch;
        finding.divided.add(launch, 1);
      }
      const row = compute ? firstRow(compute.rowOf, taskId[i]) : -1;
      const own = row >= 0 && compute ? compute.name[row] : -1;
      if (!(own >= 0) && context[i] === NONE_32 && !Number.isNaN(launch) && types.mayFrame(type[i])) {
        keepFrame(reading, columns, i, launch);
        continue;
      }
      const lane = lanes.stream(device[i], stream[i]);
      const name = events.names.number(names, '', own >= 0 ? own : type[i]);
      const slice = events.slice(startNs[i], endNs[i], lane, name, 0, sources(rowId[i]));
      if (slice < 0 || Number.isNaN(launch)) continue;
      events.id(slice, EventId.connection, highHalf(launch), launch);
      const isLaunched = (row >= 0 || types.isLaunched(type[i])) && firstRow(collectives.launched, launch) < 0;
      if (!isLaunched) continue;
      finding.end('task', launch, slice);
      if (row < 0 && types.isCopy(type[i])) finding.end('copy', launch, slice);
    }
  });
}

function keepFrame(
  { finding }: Reading,
  of: Readonly<Record<keyof typeof TASK_COLUMNS, Float64Array>>,
  i: number,
  connection: number,
): void {
  const into = finding.frames.room(1);
  const row = finding.frames.count++;
  into.startNs[row] = of.startNs[i];
  into.endNs[row] = of.endNs[i];
  into.device[row] = of.device[i];
  into.stream[row] = of.stream[i];
  into.type[row] = of.type[i];
  into.rowId[row] = of.rowId[i];
  into.connection[row] = connection;
}

/** COMPUTE_TASK_INFO: what compute tasks are called. */
export function readComputeTasks(reading: Reading): void {
  const slabs = new Slabs();
  const rows = new GrowingTable(COMPUTE_COLUMNS, slabs);
  const columns = { taskId: ['globalTaskId'], name: ['name'] };
  eachBatch(reading, 'COMPUTE_TASK_INFO', columns, ({ taskId, name }, count) => {
    const into = rows.room(count);
    for (let i = 0; i < count; i++) {
      into.taskId[rows.count] = taskId[i];
      into.name[rows.count++] = name[i];
    }
  });
  const { taskId } = joinedColumns({ taskId: Float64Array }, rows.chunks(), new Slabs());
  const { name } = joinedColumns({ name: Float64Array }, rows.chunks(), slabs);
  reading.finding.compute = { rowOf: keyTableOf(taskId, false, slabs), name };
}

const COMPUTE_COLUMNS = { taskId: Float64Array, name: Float64Array } as const;
