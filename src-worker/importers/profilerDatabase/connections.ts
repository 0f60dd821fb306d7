import { batchWords, readWordsAt, sinceAt } from '../../sqlite/batchColumns';
import { apiTypes } from './callTables';
import { CollectiveGroups } from './collectiveGroups';
import { isTime } from './databaseEvents';
import { dividedLaunches } from './deviceTables';
import { Lanes } from './lanes';
import { NumberTable } from './numberTable';
import { arrowSourceOf, eachBatch, idOrNone, NONE_32, numberOr, type Reading } from './reading';
import { TaskTypes } from './taskTypes';

/** Ends of arrows by their connection: a list for each, in columns that grow. */
class Ends {
  readonly timeNs: number[] = [];
  readonly lane: number[] = [];
  readonly source: number[] = [];
  /** Of each end the next one of its connection, −1 for the last; and of a first one the last. */
  readonly next: number[] = [];
  readonly #last: number[] = [];
  readonly #first = new NumberTable();

  add(connection: number, timeNs: number, lane: number, source: number): void {
    if (Number.isNaN(connection) || !isTime(timeNs)) return;
    const end = this.timeNs.push(timeNs) - 1;
    this.lane.push(lane);
    this.source.push(source);
    this.next.push(-1);
    this.#last.push(end);
    const first = this.#first.get(connection);
    if (first < 0) this.#first.add(connection, end);
    else {
      this.next[this.#last[first]] = end;
      this.#last[first] = end;
    }
  }

  /** The first end that was added with this connection; −1 where there is none. */
  first(connection: number): number {
    return this.#first.get(connection);
  }

  /** Of those of a connection. */
  earliest(first: number): number {
    let earliest = first;
    for (let end = first; end >= 0; end = this.next[end]) if (this.timeNs[end] < this.timeNs[earliest]) earliest = end;
    return earliest;
  }
}

/**
 * The arrows of the timeline, which the database has as numbers that rows share: a call of CANN and the task or the collective
 * that it launched; an op of the framework and what it launched (its connections stand in CONNECTION_IDS), its backward op,
 * the other side of the queue. Only what has both ends becomes an arrow.
 */
export function readConnections(reading: Reading): void {
  const groups = new CollectiveGroups(reading);
  const lanes = new Lanes(reading, groups);
  const launched = launchedEnds(reading, lanes, groups);
  callArrows(reading, lanes, launched);
  markArrows(reading, lanes, launched);
  frameworkArrows(reading, lanes, launched);
}

/** Arrows of one category to what was launched: both ends, the second once for however many starts. */
class Arrows {
  readonly #category: number;
  /** Of the first end of each connection: 1 if arrows end there already. */
  readonly #isEnded: Uint8Array;

  /** `isToFirst`: of several tasks only the earliest, as the text export has it of what ops launch. */
  constructor(
    readonly reading: Reading,
    readonly launched: Ends,
    category: string,
    readonly isToFirst: boolean,
  ) {
    this.#category = reading.events.category(category);
    this.#isEnded = new Uint8Array(launched.timeNs.length);
  }

  /** `first`: of the connection, in `launched`. */
  start(first: number, connection: number, timeNs: number, lane: number, source: number): void {
    const { events } = this.reading;
    const { launched } = this;
    events.flowEnd(true, timeNs, lane, this.#category, connection, source);
    if (this.#isEnded[first] === 1) return;
    this.#isEnded[first] = 1;
    const only = this.isToFirst ? launched.earliest(first) : -1;
    for (let end = first; end >= 0; end = launched.next[end])
      if (only < 0 || end === only)
        events.flowEnd(
          false,
          launched.timeNs[end],
          launched.lane[end],
          this.#category,
          connection,
          launched.source[end],
        );
  }
}

/** Where launches arrive: at a collective as a whole, at a kernel or a copy, but not at what streams keep books with. */
function launchedEnds(reading: Reading, lanes: Lanes, groups: CollectiveGroups): Ends {
  const ends = new Ends();
  const ops = {
    rowId: ['rowid'],
    startNs: ['startNs'],
    connection: ['connectionId'],
    group: ['groupName'],
    device: ['deviceId'],
  };
  eachBatch(reading, 'COMMUNICATION_OP', ops, ({ rowId, startNs, connection, group, device }, count) => {
    for (let i = 0; i < count; i++) {
      const lane = lanes.group(numberOr(device[i], reading.device), groups.number(group[i]));
      ends.add(idOrNone(connection[i]), startNs[i], lane, arrowSourceOf(reading, 'COMMUNICATION_OP', rowId[i]));
    }
  });
  const collectives = ends.timeNs.length;
  const divided = dividedLaunches(reading);
  const computed = new NumberTable();
  eachBatch(reading, 'COMPUTE_TASK_INFO', { taskId: ['globalTaskId'] }, ({ taskId }, count) => {
    for (let i = 0; i < count; i++) computed.add(taskId[i], 1);
  });
  const types = new TaskTypes(reading);
  const tasks = {
    rowId: ['rowid'],
    startNs: ['startNs'],
    connection: ['connectionId'],
    taskId: ['globalTaskId'],
    type: ['taskType'],
    context: ['contextId'],
    stream: ['streamId'],
    device: ['deviceId'],
  };
  eachBatch(reading, 'TASK', tasks, ({ rowId, startNs, connection, taskId, type, context, stream, device }, count) => {
    for (let i = 0; i < count; i++) {
      const launch = idOrNone(connection[i]);
      if (Number.isNaN(launch)) continue;
      const first = ends.first(launch);
      if (first >= 0 && first < collectives) continue;
      if (!computed.has(taskId[i])) {
        if (context[i] === NONE_32 && divided.has(launch) && types.mayFrame(type[i])) continue;
        if (!types.isLaunched(type[i])) continue;
      }
      ends.add(launch, startNs[i], lanes.stream(device[i], stream[i]), arrowSourceOf(reading, 'TASK', rowId[i]));
    }
  });
  return ends;
}

function callArrows(reading: Reading, lanes: Lanes, launched: Ends): void {
  const arrows = new Arrows(reading, launched, 'HostToDevice', false);
  rowArrows(reading, 'CANN_API', arrows, (pid, tid) => lanes.cann(pid, tid));
}

/** From what the program marked to the task by which the device did. */
function markArrows(reading: Reading, lanes: Lanes, launched: Ends): void {
  const arrows = new Arrows(reading, launched, 'MSTX', false);
  rowArrows(reading, 'MSTX_EVENTS', arrows, (pid, tid) => lanes.marks(pid, tid));
}

/** Arrows from the rows of a table that has a connection in each. */
function rowArrows(
  reading: Reading,
  table: 'CANN_API' | 'MSTX_EVENTS',
  arrows: Arrows,
  laneOf: (pid: number, tid: number) => number,
): void {
  const thread = batchWords();
  const columns = { rowId: ['rowid'], connection: ['connectionId'] };
  const later = [['startNs'], ['globalTid']];
  eachBatch(
    reading,
    table,
    columns,
    ({ rowId, connection }, count, row) => {
      for (let i = 0; i < count; i++) {
        const launch = idOrNone(connection[i]);
        const first = Number.isNaN(launch) ? -1 : arrows.launched.first(launch);
        const startNs = first < 0 ? Number.NaN : sinceAt(row, START, i, reading.base);
        if (!isTime(startNs)) continue;
        readWordsAt(row, THREAD, i, thread);
        const lane = laneOf(thread.high[i], thread.low[i]);
        arrows.start(first, launch, startNs, lane, arrowSourceOf(reading, table, rowId[i]));
      }
    },
    later,
  );
}

/** Columns of the few rows that begin an arrow, behind the two that tell which do. */
const [START, THREAD] = [2, 3];

function frameworkArrows(reading: Reading, lanes: Lanes, launched: Ends): void {
  const connectionsOf = new ConnectionLists(reading);
  if (connectionsOf.isEmpty) return;
  const queueTypes = new Set([...apiTypes(reading)].flatMap(([type, text]) => (text === 'queue' ? [type] : [])));
  const arrows = new Arrows(reading, launched, 'async_npu', true);
  const pairs = { queue: new Pairs(reading, 'async_task_queue'), backward: new Pairs(reading, 'fwdbwd') };
  const thread = batchWords();
  const columns = { connection: ['connectionId'], type: ['type'] };
  const later = [['startNs'], ['globalTid']];
  eachBatch(
    reading,
    'PYTORCH_API',
    columns,
    ({ connection, type }, count, row) => {
      for (let i = 0; i < count; i++) {
        const startNs = Number.isNaN(connection[i]) ? Number.NaN : sinceAt(row, START, i, reading.base);
        if (!isTime(startNs)) continue;
        readWordsAt(row, THREAD, i, thread);
        const lane = lanes.python(thread.high[i], thread.low[i]);
        const isQueue = queueTypes.has(type[i]);
        connectionsOf.each(connection[i], (id, rowId) => {
          const source = arrowSourceOf(reading, 'CONNECTION_IDS', rowId);
          const first = isQueue ? -1 : launched.first(id);
          if (first >= 0) arrows.start(first, id, startNs, lane, source);
          else (isQueue ? pairs.queue : pairs.backward).add(id, startNs, lane, source);
        });
      }
    },
    later,
  );
  pairs.queue.finish();
  pairs.backward.finish();
}

/** CONNECTION_IDS: a row of the framework's table has one id, which has one connection or several here. */
class ConnectionLists {
  readonly #connection: number[] = [];
  readonly #rowId: number[] = [];
  readonly #next: number[] = [];
  readonly #last: number[] = [];
  readonly #first = new NumberTable();

  constructor(reading: Reading) {
    const columns = { id: ['id'], connection: ['connectionId'], rowId: ['rowid'] };
    eachBatch(reading, 'CONNECTION_IDS', columns, ({ id, connection, rowId }, count) => {
      for (let i = 0; i < count; i++) if (connection[i] >= 0) this.#add(id[i], connection[i], rowId[i]);
    });
  }

  get isEmpty(): boolean {
    return this.#connection.length === 0;
  }

  #add(id: number, connection: number, rowId: number): void {
    const at = this.#connection.push(connection) - 1;
    this.#rowId.push(rowId);
    this.#next.push(-1);
    this.#last.push(at);
    const first = this.#first.get(id);
    if (first < 0) this.#first.add(id, at);
    else {
      this.#next[this.#last[first]] = at;
      this.#last[first] = at;
    }
  }

  each(id: number, visit: (connection: number, rowId: number) => void): void {
    for (let at = this.#first.get(id); at >= 0; at = this.#next[at]) visit(this.#connection[at], this.#rowId[at]);
  }
}

/** Arrows between two rows of the same table with one connection: from the earlier one to the others. */
class Pairs {
  readonly #ends = new Ends();
  readonly #connections: number[] = [];

  constructor(
    readonly reading: Reading,
    readonly category: string,
  ) {}

  add(connection: number, timeNs: number, lane: number, source: number): void {
    if (this.#ends.first(connection) < 0) this.#connections.push(connection);
    this.#ends.add(connection, timeNs, lane, source);
  }

  finish(): void {
    const { events } = this.reading;
    const category = events.category(this.category);
    const { timeNs, lane, source } = this.#ends;
    for (const connection of this.#connections) {
      const own: number[] = [];
      for (let end = this.#ends.first(connection); end >= 0; end = this.#ends.next[end]) own.push(end);
      if (own.length < 2) continue;
      own.sort((a, b) => timeNs[a] - timeNs[b]);
      own.forEach((end, i) => {
        events.flowEnd(i === 0, timeNs[end], lane[end], category, connection, source[end]);
      });
    }
  }
}
