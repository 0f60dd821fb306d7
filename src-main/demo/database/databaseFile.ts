import { statSync, writeFileSync } from 'node:fs';
import type { Database, Statement } from 'node-sqlite3-wasm';
import type { TableSchema } from './schema';
import type { SqliteLibrary } from './sqliteLibrary';

/** `null` is SQL's NULL. Numbers are whole where the column's type is. */
export type Cell = number | bigint | string | null;
export type AddRow = (values: readonly Cell[]) => void;

/** What a rank's rows count from. */
export interface RowBase {
  /** Epoch ns of the instants' zero. */
  readonly originNs: bigint;
  readonly pid: number;
}

/** How much of one database is in memory. */
export interface DatabaseMemory {
  /** Of the file's pages. */
  readonly cacheKib: number;
  /** Rows of a table that wait for each other, to lie side by side in the file as they do where tables are written in turn. */
  readonly rowsAtOnce: number;
}

/** A new database, written in one transaction: pages go to the file as the cache overflows, so memory stays as it is. */
export class DatabaseFile {
  private readonly database: Database;
  private readonly tables: OpenTable[] = [];
  private readonly counts = new Map<string, number>();

  /** Nobody else may have the file. */
  constructor(
    library: SqliteLibrary,
    readonly path: string,
    private readonly base: RowBase,
    private readonly memory: DatabaseMemory,
  ) {
    // Created here: SQLite would let nobody but its owner read it.
    writeFileSync(path, '');
    this.database = new library.Database(path);
    // A database that is given up is deleted: it needs no journal.
    this.database.exec(
      `PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-${memory.cacheKib}`,
    );
    this.database.exec('BEGIN');
  }

  /** Rows by table. */
  get rows(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts);
  }

  /** What is in the file by now; all of it once the database is closed. */
  get bytesWritten(): number {
    return statSync(this.path).size;
  }

  /** Creates a table. Instants and threads among its columns are given without the rank's base. */
  table(schema: TableSchema): AddRow {
    const { name, columns, instants = [], threads = [], index } = schema;
    this.database.exec(`CREATE TABLE ${name} (${columns})`);
    // Before the rows: made afterwards, SQLite as WebAssembly would sort all of them in memory.
    if (index !== undefined) this.database.exec(index);
    const { originNs, pid } = this.base;
    const values = columnNames(columns).map((column) => {
      // Added in SQLite, which counts in 64 bits: an instant is beyond what a number holds exactly.
      if (instants.includes(column)) return `${originNs}+?`;
      return threads.includes(column) ? `(${pid}<<32)+?` : '?';
    });
    const statement = this.database.prepare(`INSERT INTO ${name} VALUES (${values.join(',')})`);
    const table: OpenTable = { statement, waiting: [] };
    this.tables.push(table);
    this.counts.set(name, 0);
    return (row) => {
      table.waiting.push(row);
      this.counts.set(name, this.counts.get(name)! + 1);
      if (table.waiting.length >= this.memory.rowsAtOnce) flush(table);
    };
  }

  /** Completes the database. */
  close(): void {
    for (const table of this.tables) flush(table);
    this.database.exec('COMMIT');
    this.release();
  }

  /** Lets go of the file, whatever is in it. */
  abandon(): void {
    if (this.database.isOpen) this.release();
  }

  private release(): void {
    for (const { statement } of this.tables) statement.finalize();
    this.tables.length = 0;
    this.database.close();
  }
}

interface OpenTable {
  readonly statement: Statement;
  waiting: (readonly Cell[])[];
}

function flush(table: OpenTable): void {
  // The library's types ask for arrays that may be changed; it leaves them alone.
  for (const row of table.waiting) table.statement.run(row as Cell[]);
  table.waiting = [];
}

function columnNames(columns: string): string[] {
  return columns.split(',').map((column) => column.trim().split(' ')[0]!);
}
