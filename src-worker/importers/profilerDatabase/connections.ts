import { builtInCollectives } from '../../names/collectiveNames';
import { ascendTaskKind } from '../../names/taskKind';
import { batchWords, readWords } from '../../sqlite/batchColumns';
import { apiTypes } from './callTables';
import { CollectiveGroups } from './collectiveGroups';
import { isTime } from './databaseEvents';
import { dividedLaunches } from './deviceTables';
import { Lanes } from './lanes';
import { NumberTable } from './numberTable';
import { eachBatch, idOrNone, NONE_32, numberOr, type Reading, sourceOf } from './reading';

/** Ends of arrows by their connection: a list for each, in columns that grow. */
class Ends {
  readonly timeNs: number[] = [];
  readonly lane: number[] = [];
  readonly source: number[] = [];
  readonly #next: number[] = [];
  readonly #first = new NumberTable();
  readonly #last: number[] = [];

  add(connection: number, timeNs: number, lane: number, source: number): void {
    if (Number.isNaN(connection) || !isTime(timeNs)) return;
    const end = this.timeNs.push(timeNs) - 1;
    this.lane.push(lane);
    this.source.push(source);
    this.#next.push(-1);
    this.#last.push(end);
    const first = this.#first.get(connection);
    if (first < 0) this.#first.add(connection, end);
    else {
      this.#next[this.#last[first]] = end;
      this.#last[first] = end;
    }
  }

  has(connection: number): boolean {
    return this.#first.has(connection);
  }

  each(connection: number, visit: (end: number) => void): void {
    for (let end = this.#first.get(connection); end >= 0; end = this.#next[end]) visit(end);
  }
}

/**
 * The arrows of the timeline, which the database has as numbers that rows share: a call of CANN and the task or the collective
 * that it launched; an op of the framework and what it launched (its connections stand in CONNECTION_IDS), its backward op,
 * the other side of the queue. Only what has both ends becomes an arrow.
 */
export function readConnections(reading: Reading): void {
  const lanes = new Lanes(reading);
  const launched = launchedEnds(reading, lanes);
  const isStarted = new Arrows(reading, launched);
  callArrows(reading, lanes, isStarted);
  frameworkArrows(reading, lanes, launched, isStarted);
}

/** Arrows to what was launched: both ends, the second once for however many starts. */
class Arrows {
  readonly #ended = new Map<number, NumberTable>();

  constructor(
    readonly reading: Reading,
    readonly launched: Ends,
  ) {}

  start(category: number, connection: number, timeNs: number, lane: number, source: number): void {
    const { events } = this.reading;
    const { launched } = this;
    if (!isTime(timeNs) || !launched.has(connection)) return;
    events.flowEnd({ isStart: true, timeNs, lane, category, connection, source });
    let ended = this.#ended.get(category);
    if (!ended) {
      ended = new NumberTable();
      this.#ended.set(category, ended);
    }
    if (ended.has(connection)) return;
    ended.add(connection, 1);
    launched.each(connection, (end) => {
      const at = { timeNs: launched.timeNs[end], lane: launched.lane[end], source: launched.source[end] };
      events.flowEnd({ isStart: false, category, connection, ...at });
    });
  }
}

/** Where launches arrive: at a collective as a whole, at a kernel or a copy, but not at what streams keep books with. */
function launchedEnds(reading: Reading, lanes: Lanes): Ends {
  const ends = new Ends();
  const groups = new CollectiveGroups(reading);
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
      ends.add(idOrNone(connection[i]), startNs[i], lane, sourceOf(reading, 'COMMUNICATION_OP', rowId[i]));
    }
  });
  const collectives = ends.timeNs.length;
  const isCollective = (connection: number) => {
    let isOp = false;
    ends.each(connection, (end) => {
      isOp ||= end < collectives;
    });
    return isOp;
  };
  const divided = dividedLaunches(reading);
  const computed = new NumberTable();
  eachBatch(reading, 'COMPUTE_TASK_INFO', { taskId: ['globalTaskId'] }, ({ taskId }, count) => {
    for (let i = 0; i < count; i++) computed.add(taskId[i], 1);
  });
  const types = new LaunchedTypes(reading);
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
      if (Number.isNaN(launch) || isCollective(launch)) continue;
      if (!computed.has(taskId[i])) {
        if ((context[i] === NONE_32 && divided.has(launch)) || !types.isLaunched(type[i])) continue;
      }
      ends.add(launch, startNs[i], lanes.stream(device[i], stream[i]), sourceOf(reading, 'TASK', rowId[i]));
    }
  });
  return ends;
}

/** Types of tasks that a call launches, and not those by which streams wait for each other and keep books. */
class LaunchedTypes {
  readonly #known = new Map<number, boolean>();

  constructor(readonly reading: Reading) {}

  isLaunched(type: number): boolean {
    let isLaunched = this.#known.get(type);
    if (isLaunched === undefined) {
      const text = this.reading.events.names.strings.text(type) ?? '';
      isLaunched = ascendTaskKind(text, builtInCollectives) !== 'wait';
      this.#known.set(type, isLaunched);
    }
    return isLaunched;
  }
}

function callArrows(reading: Reading, lanes: Lanes, arrows: Arrows): void {
  const category = reading.events.category('HostToDevice');
  const thread = batchWords();
  const columns = {
    rowId: ['rowid'],
    startNs: ['startNs'],
    connection: ['connectionId'],
    thread: ['globalTid'],
  };
  eachBatch(reading, 'CANN_API', columns, ({ rowId, startNs, connection }, count, row) => {
    readWords(row, Object.keys(columns).indexOf('thread'), thread);
    for (let i = 0; i < count; i++) {
      const launch = idOrNone(connection[i]);
      if (Number.isNaN(launch) || !arrows.launched.has(launch)) continue;
      const source = sourceOf(reading, 'CANN_API', rowId[i]);
      arrows.start(category, launch, startNs[i], lanes.cann(thread.high[i], thread.low[i]), source);
    }
  });
}

function frameworkArrows(reading: Reading, lanes: Lanes, launched: Ends, arrows: Arrows): void {
  const { events } = reading;
  const connectionsOf = new ConnectionLists(reading);
  if (connectionsOf.isEmpty) return;
  const queueTypes = new Set([...apiTypes(reading)].flatMap(([type, text]) => (text === 'queue' ? [type] : [])));
  const asyncNpu = events.category('async_npu');
  const pairs = { queue: new Pairs(reading, 'async_task_queue'), backward: new Pairs(reading, 'fwdbwd') };
  const thread = batchWords();
  const columns = {
    startNs: ['startNs'],
    connection: ['connectionId'],
    type: ['type'],
    thread: ['globalTid'],
  };
  eachBatch(reading, 'PYTORCH_API', columns, ({ startNs, connection, type }, count, row) => {
    readWords(row, Object.keys(columns).indexOf('thread'), thread);
    for (let i = 0; i < count; i++) {
      if (Number.isNaN(connection[i]) || !isTime(startNs[i])) continue;
      const lane = lanes.python(thread.high[i], thread.low[i]);
      const own = queueTypes.has(type[i]) ? pairs.queue : pairs.backward;
      connectionsOf.each(connection[i], (id, rowId) => {
        const source = sourceOf(reading, 'CONNECTION_IDS', rowId);
        if (own === pairs.backward && launched.has(id)) arrows.start(asyncNpu, id, startNs[i], lane, source);
        else own.add(id, startNs[i], lane, source);
      });
    }
  });
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
    if (!this.#ends.has(connection)) this.#connections.push(connection);
    this.#ends.add(connection, timeNs, lane, source);
  }

  finish(): void {
    const { events } = this.reading;
    const category = events.category(this.category);
    const { timeNs, lane, source } = this.#ends;
    for (const connection of this.#connections) {
      const own: number[] = [];
      this.#ends.each(connection, (end) => own.push(end));
      if (own.length < 2) continue;
      own.sort((a, b) => timeNs[a] - timeNs[b]);
      own.forEach((end, i) => {
        const at = { timeNs: timeNs[end], lane: lane[end], source: source[end] };
        events.flowEnd({ isStart: i === 0, category, connection, ...at });
      });
    }
  }
}
