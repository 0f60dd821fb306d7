import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { DamagedCells } from './damagedCells';
import { type DeviceShare, deviceShare, type RowChoice, rowChoice } from './deviceShare';
import type { LeafMemories, LeafMemory } from './leafMemory';
import { PageFile } from './pageFile';
import { RowBatch } from './rowBatch';
import { RowFinder } from './rowFinder';
import { type ColumnSchema, findColumn, isVirtual, schemaTable, type TableSchema, tableSchema } from './schema';
import type { TableColumns, TableReader, Wishes } from './tableReader';
import { TableRow } from './tableRow';
import { TableTree } from './tableTree';

/** The one of several devices whose rows are read: its number, or what was found out of it before. */
export type OnlyDevice = number | DeviceShare;

/**
 * Opens a SQLite database to be read: nothing is locked, written or created. Pages of a write-ahead log (`-wal`) beside it
 * are read as SQLite would. With `only` walks and scans are of the rows of a device alone: see `rowChoice`. `onRead` is called whenever something is read from disk; what it throws goes to whoever
 * reads. With `memories` walks decode what they can in WebAssembly.
 * Throws `SqliteFormatError` where the file can't be opened or is no database.
 */
export function openDatabase(
  path: string,
  onRead?: (sizeBytes: number) => void,
  only?: OnlyDevice,
  memories?: LeafMemories,
): Database {
  const file = new PageFile(path, onRead);
  try {
    return new Database(file, only, memories);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** What `read` makes of the database, which is open for as long as that takes. Throws as `openDatabase`. */
export function withDatabase<T>(
  path: string,
  read: (database: Database) => T,
  onRead?: (sizeBytes: number) => void,
  only?: OnlyDevice,
  memories?: LeafMemories,
): T {
  const database = openDatabase(path, onRead, only, memories);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** The tables of a database file. Names are the same in any case; a table that is absent has no rows. */
export class Database implements TableReader {
  readonly tables: ReadonlyMap<string, TableSchema>;
  readonly #file: PageFile;
  readonly #byLowerName = new Map<string, TableSchema>();
  readonly #notices = new Map<string, Notice>();

  readonly #device: number | undefined;
  /** Found out when it is first needed, if it is not given; nothing is left out until then. */
  #share: DeviceShare | undefined;

  constructor(
    file: PageFile,
    only?: OnlyDevice,
    readonly memories?: LeafMemories,
  ) {
    this.#file = file;
    if (typeof only === 'number') this.#device = only;
    else {
      this.#device = only?.device;
      this.#share = only;
    }
    const tables = new Map<string, TableSchema>();
    const named = new Set<string>();
    const indexed = new Set<string>();
    let unknownCount = 0;
    this.#scanTable(schemaTable, ['type', 'name', 'rootpage', 'sql', 'tbl_name'], (row) => {
      if (row.text(0) === 'index') indexed.add(row.text(4)?.toLowerCase() ?? '');
      const name = row.text(1);
      if (row.text(0) !== 'table' || !name) return;
      named.add(name.toLowerCase());
      const sql = row.text(3) ?? '';
      const schema = tableSchema(name, row.number(2), sql);
      if (!schema && !isVirtual(sql)) unknownCount++;
      if (!schema) return;
      tables.set(schema.name, schema);
      this.#byLowerName.set(schema.name.toLowerCase(), schema);
    });
    this.tables = tables;
    // An index without its table: SQLite takes that for damage too.
    for (const name of indexed) if (!named.has(name)) unknownCount++;
    // The pages behind the first belong to tables.
    if (tables.size + unknownCount === 0 && file.pageCount > 1) {
      this.#note(notice('database-without-tables', 'warning', { count: file.pageCount }, { path: this.path }));
    }
    if (unknownCount > 0) {
      this.#note(notice('database-damaged-schema', 'warning', { count: unknownCount }, { path: this.path }));
    }
  }

  get path(): string {
    return this.#file.path;
  }

  /** What is wrong with the file and with the tables that have been read so far. */
  get notices(): readonly Notice[] {
    return [...this.#file.notices, ...this.#notices.values()];
  }

  has(table: string): boolean {
    return this.#byLowerName.has(table.toLowerCase());
  }

  scan(table: string, columns: readonly string[], onRow: (row: TableRow) => void): number {
    const schema = this.table(table);
    return schema ? this.#scanTable(schema, columns, onRow) : 0;
  }

  /**
   * As `scan`, a batch of rows at a time: `row.batch` has them, and batchColumns.ts decodes its columns. Of each of `columns`
   * the first name that the table has counts. `pages`: some of the table's, as `leafPages` tells of them; else all.
   */
  walk(
    table: string,
    columns: readonly (readonly string[])[],
    onBatch: (row: TableRow) => void,
    pages?: Uint32Array,
  ): number {
    const schema = this.table(table);
    if (!schema) return 0;
    const found = columns.map((names) => firstColumn(schema, names));
    return this.#walk(schema, found, onBatch, pages);
  }

  /** The pages with the table's rows, in their order, so that several may read it together. Damage above them is noted. */
  leafPages(table: string): Uint32Array {
    const schema = this.table(table);
    if (!schema || schema.isWithoutRowId) return new Uint32Array(0);
    const tree = new TableTree(this.#file, schema.rootPage);
    const pages = tree.leafPages();
    this.#noteDamage(schema, tree);
    return pages;
  }

  get pageSize(): number {
    return this.#file.header.pageSize;
  }

  /** Rows of the table by their ids, in any order; undefined where there is no such table. `columns` as in `walk`. */
  finder(table: string, columns: readonly (readonly string[])[]): RowFinder | undefined {
    const schema = this.table(table);
    if (!schema || schema.isWithoutRowId) return undefined;
    const found = columns.map((names) => firstColumn(schema, names));
    return new RowFinder(this.#file, schema, found);
  }

  table(name: string): TableSchema | undefined {
    return this.#byLowerName.get(name.toLowerCase());
  }

  readColumns<W extends Wishes>(table: string, wishes: W): TableColumns<W> {
    const schema = this.table(table);
    const keys = Object.keys(wishes);
    const found = keys.map((key) => schema && firstColumn(schema, wishes[key].names));
    const builders = keys.map((key) => wishes[key].start());
    const onBatch = (row: TableRow) => {
      for (let column = 0; column < builders.length; column++) builders[column].addBatch(row, column);
    };
    const rowCount = schema ? this.#walk(schema, found, onBatch) : 0;
    const columns = Object.fromEntries(keys.map((key, i) => [key, builders[i].finish()]));
    return {
      rowCount,
      columns: columns as TableColumns<W>['columns'],
      missing: new Set(keys.filter((_, i) => found[i] === undefined)),
    };
  }

  close(): void {
    this.#file.close();
  }

  #scanTable(schema: TableSchema, names: readonly string[], onRow: (row: TableRow) => void): number {
    const columns = names.map((name) => findColumn(schema, name));
    return this.#walk(schema, columns, (row) => {
      for (row.index = 0; row.index < row.batch.count; row.index++) onRow(row);
    });
  }

  #walk(
    schema: TableSchema,
    columns: readonly (ColumnSchema | undefined)[],
    onBatch: (row: TableRow) => void,
    pages?: Uint32Array,
  ): number {
    const walk = (memory?: LeafMemory) => this.#walkIn(memory, schema, columns, onBatch, pages);
    return this.memories ? this.memories.use(walk) : walk();
  }

  #walkIn(
    memory: LeafMemory | undefined,
    schema: TableSchema,
    columns: readonly (ColumnSchema | undefined)[],
    onBatch: (row: TableRow) => void,
    pages?: Uint32Array,
  ): number {
    if (schema.isWithoutRowId) {
      this.#note(notice('database-without-rowid', 'warning', { table: schema.name }, { path: this.path }));
      return 0;
    }
    const choice = this.#choice(schema);
    const deciding = choice?.columns.map((name) => findColumn(schema, name)) ?? [];
    const wanted = [...columns, ...deciding];
    const tree = new TableTree(this.#file, schema.rootPage, memory);
    const batch = new RowBatch(tree, wanted, memory);
    const damage = new DamagedCells(schema.name);
    const row = new TableRow(batch, this.#file.header.encoding, wanted, damage);
    let leftOut = 0;
    const onRows = () => {
      if (choice) leftOut += batch.keep((i) => choice.isWanted(row.at(i), columns.length));
      if (batch.count > 0) onBatch(row);
    };
    const count = batch.readAll(onRows, pages) - leftOut;
    this.#noteDamage(schema, tree);
    for (const own of damage.notices(this.path, (at) => this.#file.byteOffset(at))) this.#note(own);
    return count;
  }

  #choice(schema: TableSchema): RowChoice | undefined {
    if (schema === schemaTable) return undefined;
    const { share } = this;
    return share && rowChoice(schema, share);
  }

  /** Of the device whose rows alone are read; undefined where all are. Told by all of the file. */
  get share(): DeviceShare | undefined {
    if (this.#device !== undefined) this.#share ??= deviceShare(new Database(this.#file), this.#device);
    return this.#share;
  }

  #noteDamage({ name }: TableSchema, { damage }: TableTree): void {
    const [page] = damage.keys();
    if (page === undefined) return;
    const place = { path: this.path, byteOffset: Math.max(0, this.#file.byteOffset(page)) };
    this.#note(notice('database-damaged-pages', 'warning', { table: name, count: damage.size }, place));
  }

  /** Once for each table and column, however often it is read. */
  #note(own: Notice): void {
    this.#notices.set(`${own.code} ${own.params.table} ${own.params.column}`, own);
  }
}

function firstColumn(schema: TableSchema, names: readonly string[]): ColumnSchema | undefined {
  for (const name of names) {
    const column = findColumn(schema, name);
    if (column) return column;
  }
  return undefined;
}
