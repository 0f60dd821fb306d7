import { TextPool } from '../tables/columnTable';
import type { CodedTexts } from './columns';
import type { Database } from './database';

/** Profilers keep names once, in STRING_IDS, and their numbers everywhere else. */
const STRING_IDS = 'STRING_IDS';

/** Columns of numbers of STRING_IDS as texts, each with the texts that occur in it; '' for a number that is not there. */
export function textsOfIds<K extends string>(
  database: Database,
  ids: Readonly<Record<K, Float64Array>>,
): Readonly<Record<K, CodedTexts>> {
  const columns = Object.entries<Float64Array>(ids);
  const wanted = new Set<number>();
  for (const [, column] of columns) for (const id of column) wanted.add(id);
  // Call stacks stand there too: only what is wanted is decoded.
  const texts = new Map<number, string>();
  database.scan(STRING_IDS, ['id', 'value'], (row) => {
    const id = row.number(0);
    if (wanted.has(id)) texts.set(id, row.text(1) ?? '');
  });
  return Object.fromEntries(columns.map(([key, column]) => [key, codedTexts(column, texts)])) as Record<K, CodedTexts>;
}

/** The names in a table of an enumeration (`ENUM_…`). */
export function enumNames(database: Database, table: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  database.scan(table, ['id', 'name'], (row) => names.set(row.number(0), row.text(1) ?? ''));
  return names;
}

/** Numbers as texts; '' for one that has none. */
export function codedTexts(column: Float64Array, texts: ReadonlyMap<number, string>): CodedTexts {
  const pool = new TextPool();
  const codeOf = new Map<number, number>();
  const codes = new Uint32Array(column.length);
  for (let row = 0; row < column.length; row++) {
    const id = column[row];
    let code = codeOf.get(id);
    if (code === undefined) {
      code = pool.code(texts.get(id) ?? '');
      codeOf.set(id, code);
    }
    codes[row] = code;
  }
  return { codes, texts: pool.texts };
}

/** Numbers written out, such as a device's "NPU:0"; '' for NaN. */
export function writtenOut(column: Float64Array, write: (value: number) => string): CodedTexts {
  const texts = new Map<number, string>();
  for (const value of column) if (!texts.has(value)) texts.set(value, Number.isNaN(value) ? '' : write(value));
  return codedTexts(column, texts);
}
