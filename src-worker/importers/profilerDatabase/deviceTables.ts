import { notice } from '../../files/notices';
import { EventId } from '../../tokenizer/eventIds';
import { CollectiveGroups } from './collectiveGroups';
import { CollectiveParts } from './collectiveParts';
import { Lanes } from './lanes';
import { NumberTable } from './numberTable';
import { readOverlap } from './overlapTable';
import { eachBatch, highHalf, idOrNone, NONE_32, numberOr, type Reading, sourceOf } from './reading';
import { TaskTypes } from './taskTypes';

/**
 * What the device did: TASK, with the names of COMPUTE_TASK_INFO, on the streams; collectives and their parts
 * (COMMUNICATION_OP, COMMUNICATION_TASK_INFO) on those of their groups.
 */
export function readDeviceTables(reading: Reading): void {
  const groups = new CollectiveGroups(reading);
  const lanes = new Lanes(reading, groups);
  readCollectives(reading, lanes, groups);
  readTasks(reading, lanes, new CollectiveParts(reading, lanes, groups));
  readOverlap(reading);
}

function readCollectives(reading: Reading, lanes: Lanes, groups: CollectiveGroups): void {
  const { events, device } = reading;
  const names = events.names.withPrefix('');
  const columns = {
    rowId: ['rowid'],
    name: ['opName'],
    startNs: ['startNs'],
    endNs: ['endNs'],
    connection: ['connectionId'],
    group: ['groupName'],
    device: ['deviceId'],
  };
  eachBatch(reading, 'COMMUNICATION_OP', columns, (of, count) => {
    const { rowId, name, startNs, endNs, connection, group } = of;
    for (let i = 0; i < count; i++) {
      const lane = lanes.group(numberOr(of.device[i], device), groups.number(group[i]));
      const source = sourceOf(reading, 'COMMUNICATION_OP', rowId[i]);
      const slice = events.slice(startNs[i], endNs[i], lane, events.names.number(names, '', name[i]), 0, source);
      const launch = idOrNone(connection[i]);
      if (slice >= 0 && !Number.isNaN(launch)) events.id(slice, EventId.connection, highHalf(launch), launch);
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

function readTasks(reading: Reading, lanes: Lanes, parts: CollectiveParts): void {
  const { events } = reading;
  const computeName = computeNames(reading);
  const divided = dividedLaunches(reading);
  const types = new TaskTypes(reading);
  const names = events.names.withPrefix('');
  let framingCount = 0;
  eachBatch(reading, 'TASK', TASK_COLUMNS, (columns, count) => {
    const { rowId, startNs, endNs, device, connection, taskId, type, context, stream } = columns;
    for (let i = 0; i < count; i++) {
      parts.add(taskId[i], startNs[i], endNs[i], device[i]);
      const launch = idOrNone(connection[i]);
      const compute = computeName.get(taskId[i]);
      if (compute < 0 && context[i] === NONE_32 && divided.has(launch) && types.mayFrame(type[i])) {
        framingCount++;
        continue;
      }
      const lane = lanes.stream(device[i], stream[i]);
      const name = events.names.number(names, '', compute >= 0 ? compute : type[i]);
      const slice = events.slice(startNs[i], endNs[i], lane, name, 0, sourceOf(reading, 'TASK', rowId[i]));
      if (slice >= 0 && !Number.isNaN(launch)) events.id(slice, EventId.connection, highHalf(launch), launch);
    }
  });
  if (framingCount > 0) {
    const { path } = reading.database;
    events.notice(notice('database-framing-tasks', 'info', { count: framingCount }, { path }));
  }
}

/** Names of compute tasks by their ids, as numbers of texts. */
function computeNames(reading: Reading): NumberTable {
  const names = new NumberTable();
  eachBatch(reading, 'COMPUTE_TASK_INFO', { taskId: ['globalTaskId'], name: ['name'] }, ({ taskId, name }, count) => {
    for (let i = 0; i < count; i++) if (name[i] >= 0) names.add(taskId[i], name[i]);
  });
  return names;
}

/**
 * Connections whose launch was of several tasks in one: these have a context each. A task without one frames them, and
 * is in no text export.
 */
export function dividedLaunches(reading: Reading): NumberTable {
  const divided = new NumberTable();
  const hasContexts = reading.database.table('TASK')?.columns.some(({ name }) => name.toLowerCase() === 'contextid');
  if (!hasContexts) return divided;
  const columns = { connection: ['connectionId'], context: ['contextId'] };
  eachBatch(reading, 'TASK', columns, ({ connection, context }, count) => {
    for (let i = 0; i < count; i++)
      if (context[i] !== NONE_32 && !Number.isNaN(context[i])) divided.add(idOrNone(connection[i]), 1);
  });
  return divided;
}
