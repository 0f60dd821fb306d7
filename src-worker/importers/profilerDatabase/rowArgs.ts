import type { ArgEntry, ArgValue } from '../../../src-contract';
import { numbers } from '../../sqlite/columns';
import type { Database } from '../../sqlite/database';
import { wordBase } from '../../sqlite/integers';
import type { RowFinder } from '../../sqlite/rowFinder';
import type { TableRow } from '../../sqlite/tableRow';
import type { SourceEvent } from '../importer';
import { apiTypes, readConnectionIds } from './callTables';
import type { ConnectionIds } from './found';
import { firstRow } from './keyTable';
import { StringIds } from './names';
import { NumberTable } from './numberTable';
import type { EventTable } from './rowPlaces';

/** What an arg is made of: `text` and `kind` columns have the number of a text or of a name in an enumeration. */
type ArgKind = 'number' | 'text' | 'thread' | 'unsigned' | { readonly names: string };

interface Arg {
  readonly key: string;
  readonly columns: readonly string[];
  readonly kind: ArgKind;
  /** What a number is divided by: the text has another unit. */
  readonly per?: number;
}

const number = (key: string, ...columns: readonly string[]): Arg => ({ key, columns, kind: 'number' });
const text = (key: string, ...columns: readonly string[]): Arg => ({ key, columns, kind: 'text' });
const named = (key: string, names: string, ...columns: readonly string[]): Arg => ({ key, columns, kind: { names } });

/** The text has 2^64 − 1 for none, which a column of SQLite can't hold: the profiler writes the most that it can. */
const MOST_UNSIGNED = 2n ** 64n - 1n;
const MOST_SIGNED = 2n ** 63n - 1n;

/** Of each table, as the text export names them and in its order. What a row has no value for is left out. */
const ARGS: Readonly<Record<EventTable, readonly Arg[]>> = {
  PYTORCH_API: [
    number('Sequence number', 'sequenceNumber'),
    number('Fwd thread id', 'fwdThreadId'),
    text('Input Dims', 'inputShapes'),
    text('Input type', 'inputDtypes'),
  ],
  CANN_API: [
    { key: 'Thread Id', columns: ['globalTid'], kind: 'thread' },
    { key: 'level', columns: ['type'], kind: { names: 'api' } },
    text('id', 'name'),
    number('connection_id', 'connectionId'),
  ],
  TASK: [
    number('Model Id', 'modelId'),
    text('Task Type', 'taskType'),
    number('Physic Stream Id', 'streamId'),
    number('Task Id', 'taskId'),
    number('Subtask Id', 'contextId'),
    number('connection_id', 'connectionId'),
  ],
  COMMUNICATION_OP: [
    number('connection_id', 'connectionId'),
    named('data_type', 'ENUM_HCCL_DATA_TYPE', 'dataType'),
    text('alg_type', 'algType'),
    number('count', 'count'),
    text('group', 'groupName'),
  ],
  COMMUNICATION_TASK_INFO: [
    { key: 'notify_id', columns: ['notifyId'], kind: 'unsigned' },
    text('task type', 'taskType'),
    number('src rank', 'srcRank'),
    number('dst rank', 'dstRank'),
    named('transport type', 'ENUM_HCCL_TRANSPORT_TYPE', 'transportType'),
    number('size(Byte)', 'size'),
    named('data type', 'ENUM_HCCL_DATA_TYPE', 'dataType'),
    named('link type', 'ENUM_HCCL_LINK_TYPE', 'linkType'),
    // Bytes/s, as all bandwidths of the databases are by CANN's documentation of them.
    { key: 'bandwidth(GB/s)', columns: ['bandwidth'], kind: 'number', per: 1e9 },
  ],
  CONNECTION_IDS: [],
  OVERLAP_ANALYSIS: [],
  GC_RECORD: [],
  MSTX_EVENTS: [
    named('event_type', 'ENUM_MSTX_EVENT_TYPE', 'eventType'),
    text('domain', 'domainId'),
    number('connection_id', 'connectionId'),
  ],
};

/** Columns that tell of a row what is no arg of its own. */
const FURTHER: Readonly<Partial<Record<EventTable, readonly string[]>>> = {
  PYTORCH_API: ['type', 'connectionId', 'callchainId'],
  TASK: ['globalTaskId', 'connectionId'],
  COMMUNICATION_OP: ['connectionId'],
  CONNECTION_IDS: ['connectionId'],
};

/** Reads the rows of events again, as long as the database is open. */
export class RowArgs {
  readonly #strings: StringIds;
  readonly #finders = new Map<EventTable, RowFinder | undefined>();
  readonly #names = new Map<string, ReadonlyMap<number, string>>();
  readonly #stacks: CallStacks;
  /** Read when one is first asked for. */
  #connections: ConnectionIds | undefined;
  readonly #cores: TaskCores;

  constructor(readonly database: Database) {
    this.#strings = new StringIds(database);
    this.#stacks = new CallStacks(database, this.#strings);
    this.#cores = new TaskCores(database);
  }

  /** Undefined where the row is not there. */
  event(table: EventTable, rowId: number): SourceEvent | undefined {
    const args = ARGS[table];
    const further = FURTHER[table] ?? [];
    if (!this.#finders.has(table)) {
      const columns = [...args.map((arg) => arg.columns), ...further.map((name) => [name])];
      this.#finders.set(table, this.database.finder(table, columns));
    }
    let event: SourceEvent | undefined;
    this.#finders.get(table)?.find(rowId, (row) => {
      const entries = args.flatMap((arg, column) => this.#entry(arg, row, column));
      const more = (name: string) => row.bigint(args.length + further.indexOf(name));
      event = this.#finished(table, entries, further, more);
    });
    return event;
  }

  #entry({ key, kind, per }: Arg, row: TableRow, column: number): ArgEntry[] {
    if (kind === 'text') {
      const id = row.number(column);
      const own = Number.isNaN(id) ? undefined : this.#strings.text(id);
      return own === undefined ? [] : [{ key, value: { kind: 'text', text: own } }];
    }
    if (kind === 'number' || kind === 'thread' || kind === 'unsigned') {
      const value = row.value(column);
      if (value === undefined || value instanceof Uint8Array) return [];
      if (kind === 'unsigned') return [textEntry(key, String(value === MOST_SIGNED ? MOST_UNSIGNED : value))];
      if (typeof value === 'string') return [textEntry(key, value)];
      if (per !== undefined) return [numberEntry(key, Number(value) / per)];
      return [numberEntry(key, kind === 'thread' ? BigInt.asUintN(32, BigInt(value)) : value)];
    }
    const id = row.number(column);
    const name = this.#enumeration(kind.names).get(id);
    if (name !== undefined) return [textEntry(key, name)];
    // Older databases have the number of a text there.
    const own = Number.isNaN(id) ? undefined : this.#strings.text(id);
    return own === undefined ? [] : [textEntry(key, own)];
  }

  #enumeration(table: string): ReadonlyMap<number, string> {
    let names = this.#names.get(table);
    if (!names) {
      const found = new Map<number, string>();
      if (table !== 'api')
        this.database.scan(table, ['id', 'name'], (row) => found.set(row.number(0), row.text(1) ?? ''));
      names = table === 'api' ? apiTypes(this) : found;
      this.#names.set(table, names);
    }
    return names;
  }

  #finished(
    table: EventTable,
    entries: ArgEntry[],
    further: readonly string[],
    more: (name: string) => bigint | undefined,
  ): SourceEvent {
    const connection = further.includes('connectionId') ? more('connectionId') : undefined;
    const flowId = connection === undefined ? '' : String(connection);
    if (table === 'PYTORCH_API') return { args: this.#frameworkArgs(entries, more), flowId: '' };
    if (table === 'TASK') {
      const core = this.#cores.of(Number(more('globalTaskId') ?? -1n));
      const own = core === undefined ? undefined : this.#strings.text(core);
      if (own !== undefined) {
        const args = entries.map((entry) => (entry.key === 'Task Type' ? textEntry(entry.key, own) : entry));
        return { args, flowId };
      }
    }
    return { args: entries.length > 0 ? entries : undefined, flowId };
  }

  #frameworkArgs(entries: readonly ArgEntry[], more: (name: string) => bigint | undefined): ArgEntry[] {
    const type = this.#enumeration('api').get(Number(more('type') ?? -1n));
    if (type === 'queue') {
      const id = this.#queueId(Number(more('connectionId') ?? -1n));
      return id === undefined ? [] : [numberEntry('correlation_id', id)];
    }
    const own = inOrder(entries);
    const stack = this.#stacks.text(Number(more('callchainId') ?? -1n));
    return stack === undefined ? own : [...own, textEntry('Call stack', stack)];
  }

  #queueId(entry: number): number | undefined {
    this.#connections ??= readConnectionIds({ database: this.database, base: wordBase(0n) });
    const { rowsOf, connection } = this.#connections;
    const row = firstRow(rowsOf, entry);
    return row < 0 ? undefined : connection[row];
  }
}

/** Call stacks: a row for each frame, the innermost first, under the number of the stack. */
class CallStacks {
  /** Read when one is first asked for: millions of rows, as columns. */
  #frames: Frames | undefined;

  constructor(
    readonly database: Database,
    readonly strings: StringIds,
  ) {}

  text(id: number): string | undefined {
    if (id < 0) return undefined;
    if (!this.database.has('PYTORCH_CALLCHAINS')) return this.strings.text(id);
    this.#frames ??= readFrames(this.database);
    const { stack, depth, first, next } = this.#frames;
    const rows: number[] = [];
    for (let row = first.get(id); row >= 0; row = next[row]) rows.push(row);
    if (rows.length === 0) return undefined;
    rows.sort((a, b) => depth[a] - depth[b]);
    return rows.map((row) => this.strings.text(stack[row]) ?? '').join(';\r\n');
  }
}

interface Frames {
  /** Numbers of texts. */
  readonly stack: Float64Array;
  readonly depth: Float64Array;
  /** Of each call stack one of its rows; of each row another one of the same stack, −1 for none. */
  readonly first: NumberTable;
  readonly next: Int32Array;
}

function readFrames(database: Database): Frames {
  const { rowCount, columns } = database.readColumns('PYTORCH_CALLCHAINS', {
    id: numbers('id'),
    stack: numbers('stack'),
    depth: numbers('stackDepth'),
  });
  const first = new NumberTable();
  const next = new Int32Array(rowCount).fill(-1);
  for (let row = 0; row < rowCount; row++) {
    const known = first.get(columns.id[row]);
    if (known < 0) first.add(columns.id[row], row);
    else {
      next[row] = next[known];
      next[known] = row;
    }
  }
  return { stack: columns.stack, depth: columns.depth, first, next };
}

/** On which core a compute task ran, as the number of a text. */
class TaskCores {
  readonly #finder: RowFinder | undefined;
  #all: ReadonlyMap<number, number> | undefined;

  constructor(readonly database: Database) {
    const id = database.table('COMPUTE_TASK_INFO')?.columns.find(({ name }) => name.toLowerCase() === 'globaltaskid');
    if (id && id.position < 0) this.#finder = database.finder('COMPUTE_TASK_INFO', [['taskType']]);
  }

  of(taskId: number): number | undefined {
    let core: number | undefined;
    if (!this.#finder) core = this.#loaded().get(taskId);
    else
      this.#finder.find(taskId, (row) => {
        core = row.number(0);
      });
    return core;
  }

  #loaded(): ReadonlyMap<number, number> {
    if (this.#all) return this.#all;
    const all = new Map<number, number>();
    this.database.scan('COMPUTE_TASK_INFO', ['globalTaskId', 'taskType'], (row) =>
      all.set(row.number(0), row.number(1)),
    );
    this.#all = all;
    return all;
  }
}

/** torch_npu of 2025 writes dims into the column of types, and types into that of dims: what has letters is types. */
function inOrder(entries: readonly ArgEntry[]): ArgEntry[] {
  const textOf = (key: string) => {
    const value = entries.find((entry) => entry.key === key)?.value;
    return value?.kind === 'text' ? value.text : '';
  };
  const [dims, types] = [textOf('Input Dims'), textOf('Input type')];
  if (!/[A-Za-z]/.test(dims) || /[A-Za-z]/.test(types)) return [...entries];
  const others = entries.filter(({ key }) => key !== 'Input Dims' && key !== 'Input type');
  return [...others, textEntry('Input Dims', types), textEntry('Input type', dims)];
}

function textEntry(key: string, own: string): ArgEntry {
  return { key, value: { kind: 'text', text: own } };
}

function numberEntry(key: string, value: number | bigint): ArgEntry {
  const own: ArgValue = { kind: 'number', digits: String(value) };
  return { key, value: own };
}
