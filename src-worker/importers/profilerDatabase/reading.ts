import { readNumbers, readSince } from '../../sqlite/batchColumns';
import type { Database } from '../../sqlite/database';
import type { WordBase } from '../../sqlite/integers';
import { BATCH_ROWS } from '../../sqlite/rowBatch';
import type { TableRow } from '../../sqlite/tableRow';
import type { DatabaseEvents } from './databaseEvents';
import type { Finding } from './finding';
import type { EarlierFound, Found } from './found';
import { type EventTable, isPlaceable, tableBase } from './rowPlaces';

/** What all readers of tables need to know. */
export interface Reading {
  readonly database: Database;
  readonly events: DatabaseEvents;
  /** That all times count from. */
  readonly base: WordBase;
  /** Position of the file among the rank's. */
  readonly file: number;
  /** Of the program; 0 where nothing tells. */
  readonly hostPid: number;
  /** The one that what belongs to none is shown with. */
  readonly device: number;
  /** The pages that are to be read of a table that several segments share. */
  readonly share?: { readonly table: string; readonly pages: Uint32Array };
  /** Of the segments before; and for those behind. */
  readonly earlier: readonly EarlierFound[];
  readonly finding: Finding;
}

type Tables = Pick<Found, 'compute' | 'parts' | 'collectives' | 'connectionIds'>;

/** By this segment, or by one of those before. */
export function foundBefore<K extends keyof Tables>({ earlier, finding }: Reading, what: K): Tables[K] | undefined {
  const all: readonly Tables[] = [finding, ...earlier];
  return all.find((found) => found[what] !== undefined)?.[what];
}

/** Sources of a table's rows by their ids, as in `EventSource`. A row whose id nobody would write has that of the first. */
export function sourcesOf({ file }: Reading, table: EventTable): (rowId: number) => number {
  const base = tableBase(file, table);
  return (rowId) => (isPlaceable(rowId) ? base + rowId : base);
}

export type BatchColumns<K extends string> = Readonly<Record<K, Float64Array>>;

/**
 * Tells of the table's rows a batch at a time, as numbers: columns whose names end in `Ns` as ns since the base, all others
 * as they are, NaN where there is nothing. `names`: what each column is called in the table, `rowid` always being there;
 * `later` are columns behind them that the row has and nobody has decoded.
 */
export function eachBatch<K extends string>(
  { database, base, share }: Pick<Reading, 'database' | 'base' | 'share'>,
  table: string,
  names: Readonly<Record<K, readonly string[]>>,
  onBatch: (columns: BatchColumns<K>, count: number, row: TableRow) => void,
  later: readonly (readonly string[])[] = [],
): void {
  const keys = Object.keys(names) as K[];
  const columns = Object.fromEntries(keys.map((key) => [key, new Float64Array(BATCH_ROWS)])) as BatchColumns<K>;
  const isTimes = keys.map((key) => key.endsWith('Ns'));
  const onRows = (row: TableRow) => {
    for (let column = 0; column < keys.length; column++) {
      if (isTimes[column]) readSince(row, column, base, columns[keys[column]]);
      else readNumbers(row, column, columns[keys[column]]);
    }
    onBatch(columns, row.batch.count, row);
  };
  const wanted = [...keys.map((key) => names[key]), ...later];
  database.walk(table, wanted, onRows, share?.table === table ? share.pages : undefined);
}

/** Stands for "none" in columns that were unsigned 32-bit numbers. */
export const NONE_32 = 2 ** 32 - 1;

/** An id, or NaN where the column says that there is none. */
export function idOrNone(value: number): number {
  return value === NONE_32 || value < 0 ? Number.NaN : value;
}

export function numberOr(value: number, other: number): number {
  return Number.isNaN(value) ? other : value;
}

const WORD = 2 ** 32;

/** The upper half of what is a 64-bit number. */
export function highHalf(value: number): number {
  return Math.floor(value / WORD);
}
