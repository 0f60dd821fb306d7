import { batchWords, readWords } from '../../sqlite/batchColumns';
import { EventId } from '../../tokenizer/eventIds';
import { Lanes } from './lanes';
import { NumberTable } from './numberTable';
import { exportedProcess } from './processes';
import { eachBatch, highHalf, idOrNone, type Reading, sourceOf } from './reading';

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

/** Calls to the device's libraries: CANN_API. */
export function readCannCalls(reading: Reading): void {
  const { events } = reading;
  const lanes = new Lanes(reading);
  const types = apiTypes(reading);
  const namesOf = new Map<number, { readonly prefix: string; readonly numbers: Map<number, number> }>();
  const thread = batchWords();
  const columns = {
    rowId: ['rowid'],
    startNs: ['startNs'],
    endNs: ['endNs'],
    type: ['type'],
    connection: ['connectionId'],
    name: ['name'],
    thread: ['globalTid'],
  };
  eachBatch(reading, 'CANN_API', columns, ({ rowId, startNs, endNs, type, connection, name }, count, row) => {
    readWords(row, Object.keys(columns).indexOf('thread'), thread);
    for (let i = 0; i < count; i++) {
      let names = namesOf.get(type[i]);
      if (!names) {
        const prefix = LEVEL_PREFIXES[types.get(type[i]) ?? ''] ?? '';
        names = { prefix, numbers: events.names.withPrefix(prefix) };
        namesOf.set(type[i], names);
      }
      const lane = lanes.cann(thread.high[i], thread.low[i]);
      const number = events.names.number(names.numbers, names.prefix, name[i]);
      const slice = events.slice(startNs[i], endNs[i], lane, number, 0, sourceOf(reading, 'CANN_API', rowId[i]));
      const launch = idOrNone(connection[i]);
      if (slice >= 0 && !Number.isNaN(launch)) events.id(slice, EventId.connection, highHalf(launch), launch);
    }
  });
}

/** Categories of the framework's calls in the text export. A queue's two sides have one each. */
const CATEGORIES: Readonly<Record<string, string>> = { op: 'cpu_op', trace: 'python_function', mstx: 'mstx' };

/** Ops of the framework, Python functions and the queue between them and the device's libraries: PYTORCH_API. */
export function readFrameworkCalls(reading: Reading): void {
  const { events } = reading;
  const lanes = new Lanes(reading);
  const types = apiTypes(reading);
  const names = events.names.withPrefix('');
  const queue = queueIds(reading);
  const dequeues = new DequeueNames(reading);
  const dequeueLanes = new Set<number>();
  const categoryOf = new Map([...types].map(([type, text]) => [type, events.category(CATEGORIES[text] ?? '')]));
  const [enqueue, dequeue] = [events.category('enqueue'), events.category('dequeue')];
  const thread = batchWords();
  const columns = {
    rowId: ['rowid'],
    startNs: ['startNs'],
    endNs: ['endNs'],
    type: ['type'],
    connection: ['connectionId'],
    name: ['name'],
    thread: ['globalTid'],
  };
  let highestTid = 0;
  eachBatch(reading, 'PYTORCH_API', columns, ({ rowId, startNs, endNs, type, connection, name }, count, row) => {
    readWords(row, Object.keys(columns).indexOf('thread'), thread);
    for (let i = 0; i < count; i++) {
      const lane = lanes.python(thread.high[i], thread.low[i]);
      highestTid = Math.max(highestTid, thread.low[i]);
      const isQueue = types.get(type[i]) === 'queue';
      let category = categoryOf.get(type[i]) ?? 0;
      if (isQueue) category = dequeues.has(name[i]) ? dequeue : enqueue;
      if (category === dequeue) dequeueLanes.add(lane);
      const number = events.names.number(names, '', name[i]);
      const source = sourceOf(reading, 'PYTORCH_API', rowId[i]);
      const slice = events.slice(startNs[i], endNs[i], lane, number, category, source);
      const id = isQueue ? queue.get(connection[i]) : -1;
      if (slice >= 0 && id >= 0) events.id(slice, EventId.queue, highHalf(id), id);
    }
  });
  // As the text export does: what takes from the queue comes below what puts into it.
  for (const lane of dequeueLanes) events.sortLane(lane, highestTid + 1);
}

/** Garbage collections of Python: GC_RECORD. */
export function readGarbageCollections(reading: Reading): void {
  const { events, hostPid, device } = reading;
  const category = events.category('GC');
  const columns = { rowId: ['rowid'], startNs: ['startNs'], endNs: ['endNs'] };
  eachBatch(reading, 'GC_RECORD', columns, ({ rowId, startNs, endNs }, count) => {
    const lane = events.lane(exportedProcess('Python GC', hostPid, device), '0', 'GC', 0);
    for (let i = 0; i < count; i++) {
      const source = sourceOf(reading, 'GC_RECORD', rowId[i]);
      events.slice(startNs[i], endNs[i], lane, events.names.ofText('GC'), category, source);
    }
  });
}

/** The connection of each entry of CONNECTION_IDS; of several the first. */
export function queueIds(reading: Pick<Reading, 'database' | 'base'>): NumberTable {
  const ids = new NumberTable();
  eachBatch(reading, 'CONNECTION_IDS', { id: ['id'], connection: ['connectionId'] }, ({ id, connection }, count) => {
    for (let i = 0; i < count; i++) if (connection[i] >= 0) ids.add(id[i], connection[i]);
  });
  return ids;
}

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
