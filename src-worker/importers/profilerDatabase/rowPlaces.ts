import type { EventSource } from '../../index/eventSource';

/** Tables whose rows are events. The order is that of sources, and may only be added to. */
export const EVENT_TABLES = [
  'PYTORCH_API',
  'CANN_API',
  'TASK',
  'COMMUNICATION_OP',
  'COMMUNICATION_TASK_INFO',
  'CONNECTION_IDS',
  'OVERLAP_ANALYSIS',
  'MSTX_EVENTS',
  'GC_RECORD',
] as const;
export type EventTable = (typeof EVENT_TABLES)[number];

/**
 * A source is a row: file, table and row id as one number, exact in a float64 for 128 files of 16 tables with row ids up to
 * 2^41, more than any file can hold one after another.
 */
const ROWS_PER_TABLE = 2 ** 41;
const TABLES_PER_FILE = 2 ** 5;
/** Behind the rows as events stand the same rows as ends of arrows: no two events have the same source. */
const ARROWS = TABLES_PER_FILE / 2;

export const MAX_FILES = 2 ** 7;

/** Of the rows of a table, to which their ids are added. */
export function tableBase(file: number, table: EventTable): number {
  return (file * TABLES_PER_FILE + EVENT_TABLES.indexOf(table)) * ROWS_PER_TABLE;
}

/** Of the row of an event as the end of an arrow. */
export function asArrow(source: number): number {
  return source + ARROWS * ROWS_PER_TABLE;
}

/** Whether a row can have a source: ids may be any 64 bits, but nobody writes such. */
export function isPlaceable(rowId: number): boolean {
  return rowId >= 0 && rowId < ROWS_PER_TABLE;
}

export interface RowPlace {
  /** Position of the file among the rank's. */
  readonly file: number;
  readonly table: EventTable;
  readonly rowId: number;
}

export function placeOf(source: EventSource): RowPlace {
  const at = Math.floor(source / ROWS_PER_TABLE);
  const table = EVENT_TABLES[at % ARROWS];
  return { file: Math.floor(at / TABLES_PER_FILE), table, rowId: source % ROWS_PER_TABLE };
}
