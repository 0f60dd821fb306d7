import type { TableColumn, Unit } from '../../src-contract';

/**
 * A table in memory, column by column. Numbers are in canonical units (ns, bytes); instants (`unit: 'time'`) count from
 * the base of the `DumpContext` that the table was made with.
 */
export interface ColumnTable {
  readonly rowCount: number;
  readonly columns: readonly Column[];
}

export type Column = NumberColumn | TextColumn;

export interface NumberColumn extends TableColumn {
  readonly kind: 'number';
  /** NaN: no value. */
  readonly values: Float64Array;
}

export interface TextColumn extends TableColumn {
  readonly kind: 'text';
  /** Position in `texts` of each row's text. */
  readonly codes: Uint32Array;
  /** Distinct; '' means no value. */
  readonly texts: readonly string[];
}

interface ColumnOptions {
  /** Without it, the key is the label. */
  readonly label?: string;
  readonly isHidden?: boolean;
}

/**
 * The key of a column whose header is `wanted`: that, unless another column has it, or every object has something of that
 * name (`__proto__`, `constructor`); such as these get a number. Whoever keeps cells by key need not think of them then.
 */
export function freeKey(wanted: string, position: number, taken: ReadonlySet<string>): string {
  let key = wanted;
  for (let number = position + 1; taken.has(key) || key in Object.prototype; number++) key = `${wanted} ${number}`;
  return key;
}

export function numberColumn(
  key: string,
  unit: Unit,
  values: Float64Array | readonly number[],
  options: ColumnOptions = {},
): NumberColumn {
  return {
    key,
    label: options.label ?? key,
    kind: 'number',
    unit,
    isHidden: options.isHidden ?? false,
    values: values instanceof Float64Array ? values : Float64Array.from(values),
  };
}

export function textColumn(key: string, values: readonly string[], options: ColumnOptions = {}): TextColumn {
  const codes = new Uint32Array(values.length);
  const texts = new TextPool();
  for (let row = 0; row < values.length; row++) codes[row] = texts.code(values[row]);
  return codedColumn(key, codes, texts.texts, options);
}

export function codedColumn(
  key: string,
  codes: Uint32Array,
  texts: readonly string[],
  options: ColumnOptions = {},
): TextColumn {
  return {
    key,
    label: options.label ?? key,
    kind: 'text',
    unit: 'none',
    isHidden: options.isHidden ?? false,
    codes,
    texts,
  };
}

/** Throws a `RangeError` where the columns differ in length: a table's rows must be whole. */
export function columnTable(columns: readonly Column[]): ColumnTable {
  const rowCount = columns.length === 0 ? 0 : lengthOf(columns[0]);
  const odd = columns.find((column) => lengthOf(column) !== rowCount);
  if (odd) throw new RangeError(`Column ${odd.key} has ${lengthOf(odd)} rows, not ${rowCount}`);
  return { rowCount, columns };
}

function lengthOf(column: Column): number {
  return column.kind === 'number' ? column.values.length : column.codes.length;
}

export function findColumn(table: ColumnTable, key: string): Column | undefined {
  return table.columns.find((column) => column.key === key);
}

/** The values of a number column; undefined where the table has no such column. */
export function numbersOf(table: ColumnTable, key: string): Float64Array | undefined {
  const column = findColumn(table, key);
  return column?.kind === 'number' ? column.values : undefined;
}

/** The texts of a column, number columns written out; undefined where the table has no such column. */
export function textReader(table: ColumnTable, key: string): ((row: number) => string) | undefined {
  const column = findColumn(table, key);
  if (!column) return undefined;
  if (column.kind === 'text') return (row) => column.texts[column.codes[row]];
  return (row) => (Number.isNaN(column.values[row]) ? '' : String(column.values[row]));
}

/** The rows of several tables one after another. A table without one of the columns has no values there. */
export function concatTables(tables: readonly ColumnTable[]): ColumnTable {
  if (tables.length === 1) return tables[0];
  const rowCount = tables.reduce((sum, table) => sum + table.rowCount, 0);
  const firsts = new Map<string, Column>();
  const shown = new Set<string>();
  for (const table of tables) {
    for (const column of table.columns) {
      if (!column.isHidden) shown.add(column.key);
      const known = firsts.get(column.key);
      // A column that is text anywhere is text everywhere.
      if (!known || (known.kind === 'number' && column.kind === 'text')) firsts.set(column.key, column);
    }
  }
  const columns = [...firsts.values()].map((first): Column => {
    const column =
      first.kind === 'number' ? concatNumbers(first, tables, rowCount) : concatTexts(first, tables, rowCount);
    // Hidden is what all of them hide.
    return column.isHidden && shown.has(column.key) ? { ...column, isHidden: false } : column;
  });
  return { rowCount, columns };
}

function concatNumbers(first: NumberColumn, tables: readonly ColumnTable[], rowCount: number): NumberColumn {
  const values = new Float64Array(rowCount).fill(Number.NaN);
  let at = 0;
  for (const table of tables) {
    const own = numbersOf(table, first.key);
    if (own) values.set(own, at);
    at += table.rowCount;
  }
  return { ...first, values };
}

function concatTexts(first: TextColumn, tables: readonly ColumnTable[], rowCount: number): TextColumn {
  const codes = new Uint32Array(rowCount);
  const pool = new TextPool();
  let at = 0;
  for (const table of tables) {
    const column = findColumn(table, first.key);
    if (column?.kind === 'text') {
      const map = column.texts.map((text) => pool.code(text));
      for (let row = 0; row < table.rowCount; row++) codes[at + row] = map[column.codes[row]];
    } else {
      const read = textReader(table, first.key);
      const none = pool.code('');
      for (let row = 0; row < table.rowCount; row++) codes[at + row] = read ? pool.code(read(row)) : none;
    }
    at += table.rowCount;
  }
  return { ...first, codes, texts: pool.texts };
}

/** Distinct texts, numbered in the order they come. */
export class TextPool {
  readonly texts: string[] = [];
  readonly #codes = new Map<string, number>();

  code(text: string): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.texts.length;
      this.#codes.set(text, code);
      this.texts.push(text);
    }
    return code;
  }
}

/** What a column's header tells of its values. */
export interface HeaderUnit {
  readonly unit: Unit;
  /** Digits to shift the decimal point by: 3 for µs. Exact, unlike a product. */
  readonly shiftDigits: number;
  /** Then a factor: 1024 for KB. */
  readonly factor: number;
}

const instantHeader = /^(task )?start (time|timestamp)|^timestamp|^allocation time|release time/i;

/** Unit of a column by what stands in brackets at its end. Memory is counted in powers of two, see formats.md. */
export function headerUnit(header: string): HeaderUnit {
  const [, inBrackets = ''] = /\(([^()]*)\)\s*$/.exec(header) ?? [];
  const isInstant = instantHeader.test(header.trim());
  const timeUnit: Unit = isInstant ? 'time' : 'duration';
  switch (inBrackets.toLowerCase()) {
    case 'ns':
      return { unit: timeUnit, shiftDigits: 0, factor: 1 };
    case 'us':
      return { unit: timeUnit, shiftDigits: 3, factor: 1 };
    case 'ms':
      return { unit: timeUnit, shiftDigits: 6, factor: 1 };
    case 'b':
    case 'byte':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 };
    case 'kb':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 << 10 };
    case 'mb':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 << 20 };
    case 'gb':
      return { unit: 'bytes', shiftDigits: 0, factor: 1 << 30 };
    case 'gb/s':
      return { unit: 'GB/s', shiftDigits: 0, factor: 1 };
    case 'mb/s':
      return { unit: 'MB/s', shiftDigits: 0, factor: 1 };
    case '%':
      return { unit: 'percent', shiftDigits: 0, factor: 1 };
    case 'mhz':
      return { unit: 'MHz', shiftDigits: 0, factor: 1 };
  }
  return { unit: plainUnit(header), shiftDigits: 0, factor: 1 };
}

function plainUnit(header: string): Unit {
  if (/(^|[_ ])ids?$|^stream ptr$/i.test(header.trim())) return 'id';
  if (/_cycles$/i.test(header)) return 'cycles';
  // Not within a word: "Duration" is none.
  if (/(?<![a-z])ratio(?![a-z])|rate$/i.test(header)) return 'ratio';
  if (/^count$/i.test(header.trim())) return 'count';
  return 'none';
}
