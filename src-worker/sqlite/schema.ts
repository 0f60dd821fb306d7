import { parseCreateTable } from './createTable';

/** `ColumnSchema.position` of a column that is another name of the row id. */
export const ROW_ID = -1;
/** Of one that is not stored. */
const NOT_STORED = -2;

export interface ColumnSchema {
  readonly name: string;
  /** As declared; '' where there is none. What a row holds need not be of it. */
  readonly type: string;
  /** Place in the rows, or `ROW_ID`. */
  readonly position: number;
  /** In rows that are older than the column. */
  readonly defaultValue: number | bigint | string | undefined;
}

export interface TableSchema {
  readonly name: string;
  readonly columns: readonly ColumnSchema[];
  readonly rootPage: number;
  /** Such a table is an index tree, which is not read. */
  readonly isWithoutRowId: boolean;
}

/** The schema of the table of schemas itself, at the file's first page. */
export const schemaTable: TableSchema = {
  name: 'sqlite_schema',
  columns: ['type', 'name', 'tbl_name', 'rootpage', 'sql'].map((name, position) => storedColumn(name, position)),
  rootPage: 1,
  isWithoutRowId: false,
};

function storedColumn(name: string, position: number): ColumnSchema {
  return { name, type: '', position, defaultValue: undefined };
}

/** A longer statement declares no table that anybody made. */
const MAX_SQL_LENGTH = 1 << 17;

/** True for a table whose rows are made by a program, and stand in no page. */
export function isVirtual(sql: string): boolean {
  return /^\s*create\s+virtual\s/i.test(sql);
}

/** Undefined where `sql` is no statement with columns: of a virtual table, or damaged. */
export function tableSchema(name: string, rootPage: number, sql: string): TableSchema | undefined {
  const declared = sql.length <= MAX_SQL_LENGTH ? parseCreateTable(sql) : undefined;
  if (!declared || !Number.isInteger(rootPage) || rootPage < 1) return undefined;
  let stored = 0;
  const columns = declared.columns.map((column, place): ColumnSchema => {
    const position = column.isVirtual ? NOT_STORED : stored++;
    const isRowId = place === declared.rowIdColumn;
    return {
      name: column.name,
      type: column.type,
      position: isRowId ? ROW_ID : position,
      defaultValue: column.defaultValue,
    };
  });
  return { name, columns, rootPage, isWithoutRowId: declared.isWithoutRowId };
}

/** The column by its name in any case; `rowid` is there even if no column is called so. */
export function findColumn(table: TableSchema, name: string): ColumnSchema | undefined {
  const wanted = name.toLowerCase();
  const column = table.columns.find((own) => own.name.toLowerCase() === wanted);
  if (column) return column;
  return wanted === 'rowid' ? { name, type: 'INTEGER', position: ROW_ID, defaultValue: undefined } : undefined;
}
