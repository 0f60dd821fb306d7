import { GrowingTable, joinedColumns, Slabs } from '../../index/columns/chunks';
import { batchWords, isNull, readWords } from '../../sqlite/batchColumns';
import { EventId } from '../../tokenizer/eventIds';
import type { ConnectionIds } from './found';
import { firstRow, keyTableOf } from './keyTable';
import { Lanes } from './lanes';
import { exportedProcess } from './processes';
import { eachBatch, foundBefore, highHalf, idOrNone, type Reading, sourcesOf } from './reading';

/** Kinds of calls by their numbers, where ENUM_API_TYPE does not tell. */
const API_TYPES: ReadonlyMap<number, string> = new Map([
  [5000, 'runtime'],
  [5500, 'hccl'],
  [10000, 'node'],
  [15000, 'model'],
  [20000, 'acl'],
  [50001, 'op'],
  [50002, 'queue'],
  [50003, 'trace'],
  [50004, 'mstx'],
]);

/** What the text export puts before the names of calls of each level. */
const LEVEL_PREFIXES: Readonly<Record<string, string>> = {
  runtime: 'Runtime@',
  hccl: 'Hccl@',
  node: 'Node@',
  model: 'Model@',
  acl: 'AscendCL@',
};

export function apiTypes({ database }: Pick<Reading, 'database'>): ReadonlyMap<number, string> {
  const types = new Map(API_TYPES);
  database.scan('ENUM_API_TYPE', ['id', 'name'], (row) => types.set(row.number(0), row.text(1) ?? ''));
  return types;
}

/** What both tables of calls have. */
const callColumns = {
  rowId: ['rowid'],
  startNs: ['startNs'],
  endNs: ['endNs'],
  type: ['type'],
  connection: ['connectionId'],
  name: ['name'],
  thread: ['globalTid'],
};
const [END, THREAD] = (['endNs', 'thread'] as const).map((name) => Object.keys(callColumns).indexOf(name));

/** Calls to the device's libraries: CANN_API. */
export function readCannCalls(reading: Reading): void {
  const { events } = reading;
  const lanes = new Lanes(reading);
  const types = apiTypes(reading);
  const sources = sourcesOf(reading, 'CANN_API');
  // Calls of a level mostly follow one another.
  let ownType = Number.NaN;
  let prefix = '';
  let names = events.names.withPrefix(prefix);
  const thread = batchWords();
  eachBatch(reading, 'CANN_API', callColumns, ({ rowId, startNs, endNs, type, connection, name }, count, row) => {
    readWords(row, THREAD, thread);
    for (let i = 0; i < count; i++) {
      if (type[i] !== ownType) {
        ownType = type[i];
        prefix = LEVEL_PREFIXES[types.get(ownType) ?? ''] ?? '';
        names = events.names.withPrefix(prefix);
      }
      const lane = lanes.cann(thread.high[i], thread.low[i]);
      const number = events.names.number(names, prefix, name[i]);
      if (isNull(row, END, i)) {
        events.begin(startNs[i], lane, number, 0, sources(rowId[i]));
        continue;
      }
      const slice = events.slice(startNs[i], endNs[i], lane, number, 0, sources(rowId[i]));
      const launch = idOrNone(connection[i]);
      if (slice < 0 || Number.isNaN(launch)) continue;
      events.id(slice, EventId.connection, highHalf(launch), launch);
      reading.finding.end('call', launch, slice);
    }
  });
}

/** Categories of the framework's calls in the text export. A queue's two sides have one each. */
const OP_CATEGORY = 'cpu_op';
const CATEGORIES: Readonly<Record<string, string>> = { op: OP_CATEGORY, trace: 'python_function', mstx: 'mstx' };

/** Ops of the framework, Python functions and the queue between them and the device's libraries: PYTORCH_API. */
export function readFrameworkCalls(reading: Reading): void {
  const { events } = reading;
  const lanes = new Lanes(reading);
  const types = apiTypes(reading);
  const names = events.names.withPrefix('');
  const connections = foundBefore(reading, 'connectionIds');
  const dequeues = new DequeueNames(reading);
  const sources = sourcesOf(reading, 'PYTORCH_API');
  const { finding } = reading;
  let ownType = Number.NaN;
  let ownCategory = 0;
  let isQueue = false;
  const categoryOf = new Map([...types].map(([type, text]) => [type, events.category(CATEGORIES[text] ?? '')]));
  finding.opCategory = events.category(OP_CATEGORY);
  const [enqueue, dequeue] = [events.category('enqueue'), events.category('dequeue')];
  const thread = batchWords();
  eachBatch(reading, 'PYTORCH_API', callColumns, ({ rowId, startNs, endNs, type, connection, name }, count, row) => {
    readWords(row, THREAD, thread);
    for (let i = 0; i < count; i++) {
      const lane = lanes.python(thread.high[i], thread.low[i]);
      finding.highestTid = Math.max(finding.highestTid, thread.low[i]);
      if (type[i] !== ownType) {
        ownType = type[i];
        isQueue = types.get(ownType) === 'queue';
        ownCategory = categoryOf.get(ownType) ?? 0;
      }
      let category = ownCategory;
      if (isQueue) category = dequeues.has(name[i]) ? dequeue : enqueue;
      if (category === dequeue) finding.dequeueLanes.add(lane);
      const number = events.names.number(names, '', name[i]);
      if (isNull(row, END, i)) {
        events.begin(startNs[i], lane, number, category, sources(rowId[i]));
        continue;
      }
      const slice = events.slice(startNs[i], endNs[i], lane, number, category, sources(rowId[i]));
      const list = slice >= 0 && connections ? firstRow(connections.rowsOf, connection[i]) : -1;
      if (!connections || list < 0) continue;
      finding.end(isQueue ? 'queue' : 'op', connection[i], slice);
      const id = connections.connection[list];
      if (isQueue) events.id(slice, EventId.queue, highHalf(id), id);
    }
  });
}

/** Garbage collections of Python: GC_RECORD. */
export function readGarbageCollections(reading: Reading): void {
  const { events, hostPid, device } = reading;
  const category = events.category('GC');
  const name = events.names.ofText('GC');
  const sources = sourcesOf(reading, 'GC_RECORD');
  const columns = { rowId: ['rowid'], startNs: ['startNs'], endNs: ['endNs'] };
  eachBatch(reading, 'GC_RECORD', columns, ({ rowId, startNs, endNs }, count) => {
    const lane = events.lane(exportedProcess('Python GC', hostPid, device), '0', 'GC', 0);
    for (let i = 0; i < count; i++) {
      events.slice(startNs[i], endNs[i], lane, name, category, sources(rowId[i]));
    }
  });
}

/** CONNECTION_IDS: which connections each row of the framework's table has. */
export function readConnectionIds(reading: Pick<Reading, 'database' | 'base'>): ConnectionIds {
  const rows = new GrowingTable(CONNECTION_COLUMNS, new Slabs());
  const columns = { id: ['id'], connection: ['connectionId'], rowId: ['rowid'] };
  eachBatch(reading, 'CONNECTION_IDS', columns, ({ id, connection, rowId }, count) => {
    for (let i = 0; i < count; i++) {
      if (!(connection[i] >= 0)) continue;
      const into = rows.room(1);
      into.id[rows.count] = id[i];
      into.connection[rows.count] = connection[i];
      into.rowId[rows.count++] = rowId[i];
    }
  });
  const slabs = new Slabs();
  const { id } = joinedColumns({ id: Float64Array }, rows.chunks(), new Slabs());
  const own = joinedColumns({ connection: Float64Array, rowId: Float64Array }, rows.chunks(), slabs);
  return { rowsOf: keyTableOf(id, true, slabs), ...own };
}

export function findConnectionIds(reading: Reading): void {
  reading.finding.connectionIds = readConnectionIds(reading);
}

const CONNECTION_COLUMNS = { id: Float64Array, connection: Float64Array, rowId: Float64Array } as const;

/** Names of what takes from the queue: "Dequeue", "Dequeue@Conv2D". */
class DequeueNames {
  readonly #known = new Map<number, boolean>();

  constructor(readonly reading: Reading) {}

  has(name: number): boolean {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = /^dequeue/i.test(this.reading.events.names.strings.text(name) ?? '');
      this.#known.set(name, known);
    }
    return known;
  }
}
