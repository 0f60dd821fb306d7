/** The database of one dump, in a process of its own: started with the first query, ended with the dump. */
import { type ChildProcess, fork } from 'node:child_process';
import type { SqlFailure } from '../../src-contract';
import type { QueriedRows, QueriedTable } from './database';
import { QueryError } from './queryError';
import type { CalledName, SqlCalls, SqlMessage, SqlReply } from './sqlCalls';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: QueryError) => void;
}

/** What the process says for errors before it ends: one line of JSON, and its end is enough. */
const MOST_SAID = 4096;

export class SqlDatabase {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #said = '';
  #end: QueryError | undefined;
  /** Tables that it has, or is being given. */
  readonly tables = new Map<string, Promise<void>>();

  constructor(programPath: string) {
    this.#child = fork(programPath, [], {
      serialization: 'advanced',
      // Within Electron, too, this is Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.on('message', (reply: SqlReply) => this.#take(reply));
    this.#child.stderr?.on('data', (part: Buffer) => {
      this.#said = (this.#said + part.toString()).slice(-MOST_SAID);
    });
    this.#child.on('error', (error) => this.#over(new QueryError('refused', { reason: error.message })));
    this.#child.on('close', () => this.#over(lastWord(this.#said)));
    // It answers before it is asked anything: that it listens.
    this.#waiting.set(0, { resolve: () => {}, reject: () => {} });
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Rejects with a `QueryError`. */
  call<K extends CalledName>(name: K, ...args: Parameters<SqlCalls[K]>): ReturnType<SqlCalls[K]> {
    if (this.#end) return Promise.reject(this.#end) as ReturnType<SqlCalls[K]>;
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, name, args } satisfies SqlMessage, (error) => {
        if (error) this.#over(lastWord(this.#said));
      });
    });
    return answer as ReturnType<SqlCalls[K]>;
  }

  async add(name: string, { columns, parts }: QueriedTable): Promise<void> {
    await this.call('beginTable', name, columns);
    for await (const rows of parts) {
      const values = rows.columns.map((own, at) => valuesOf(rows, own, columns[at]?.kind === 'number'));
      await this.call('addRows', rows.count, values);
    }
    await this.call('endTable');
  }

  /** Whatever it is at. */
  end(): void {
    this.#over(new QueryError('cancelled'));
    this.#child.kill('SIGKILL');
  }

  #take(reply: SqlReply): void {
    const own = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('failure' in reply) own?.reject(new QueryError(reply.failure.code, reply.failure.params));
    else own?.resolve(reply.value);
  }

  #over(why: QueryError): void {
    this.#end ??= why;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}

function valuesOf(
  { count }: QueriedRows,
  column: QueriedRows['columns'][number],
  isNumber: boolean,
): Float64Array | readonly string[] {
  if (isNumber) return Float64Array.from({ length: count }, (_, row) => Number(column.at(row) ?? Number.NaN));
  return Array.from({ length: count }, (_, row) => String(column.at(row) ?? ''));
}

/** Why it ended: its own line, or what the system has done. */
function lastWord(said: string): QueryError {
  const line = said.trimEnd().split('\n').at(-1) ?? '';
  try {
    const failure = JSON.parse(line) as SqlFailure;
    return new QueryError(failure.code, failure.params);
  } catch {
    return line === '' ? new QueryError('too-much-memory') : new QueryError('refused', { reason: line });
  }
}
