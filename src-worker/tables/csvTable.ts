import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { encodingNotice, mayBeNoUtf8 } from '../files/textEncoding';
import { type ColumnTable, freeKey, type HeaderUnit, headerUnit } from './columnTable';
import { ColumnBuilder, type ColumnDescription } from './csvColumn';
import type { CsvMemories, CsvMemory } from './csvMemory';
import { CsvNotices } from './csvNotices';
import { type CsvRow, readCsvRows, type UsualRows } from './csvRows';
import { TableError } from './tableError';
import { inOurWords } from './textFile';

export interface CsvOptions {
  /** What instants count from. */
  readonly baseNs: bigint;
  /** Header (in any case) → key of the column. Of others the key is the header. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Keys of columns that are texts whatever stands in them. */
  readonly textKeys?: ReadonlySet<string>;
  /** Keys of columns that are to hold numbers, although their headers name no unit. */
  readonly numberKeys?: ReadonlySet<string>;
  /** Keys of columns that only those see who ask for them. */
  readonly hiddenKeys?: ReadonlySet<string>;
  /** Unit where the header does not tell it, or tells it otherwise. */
  readonly units?: Readonly<Record<string, Partial<HeaderUnit>>>;
  /** Called while the file is read, with each block of it; what it throws ends the reading. */
  readonly onBlock?: () => void;
  /** For reading in WebAssembly; without them all is read in TypeScript, which makes the same of it. */
  readonly memories?: CsvMemories | undefined;
}

export interface CsvTable extends ColumnTable {
  /** What is wrong with the file; what could be read is in the table. */
  readonly notices: readonly Notice[];
  readonly account: CsvAccount;
}

/** Where the rows of a file are: `rowsInFile` = `rowsShown` + `rowsListed`. The header and empty lines are no rows. */
export interface CsvAccount {
  readonly rowsInFile: number;
  /** In the table, though cells of theirs may be missing, damaged or too many: that is said. */
  readonly rowsShown: number;
  /** Not in the table; each is counted in a notice. */
  readonly rowsListed: number;
}

/** A table with more columns is none that anybody reads; the file could be made of them. */
export const MAX_COLUMNS = 1000;
const MAX_LABEL_LENGTH = 256;
/** Cells that short rows lack take memory, too: so many, and one for each byte that was read. */
const FREE_PADDING = 1 << 20;
/** Rows that are expected beyond what those read so far tell. */
const EXPECTED_MARGIN = 1.1;
/** Which columns are texts is known after the first time; a file that is written to meanwhile gets no third one. */
const MAX_READINGS = 2;

/**
 * Reads a csv file of the profiler: CRLF, LF or CR, a TAB behind times, "N/A", quoted shapes, columns that come and go. What
 * is damaged spoils its own cell or row and is told in `notices`; the README says how. Rejects with a `TableError` where the
 * file can't be read, or holds no header, and with what `options.onBlock` throws.
 */
export async function readCsv(path: string, options: CsvOptions): Promise<CsvTable> {
  const memory = options.memories?.take();
  if (!memory) return readWith(undefined, path, options);
  try {
    const table = await readWith(memory, path, options);
    options.memories?.giveBack(memory);
    return table;
  } catch (error) {
    // There is no room for its texts there.
    if (error instanceof WebAssembly.RuntimeError) return readWith(undefined, path, options);
    throw error;
  }
}

async function readWith(memory: CsvMemory | undefined, path: string, options: CsvOptions): Promise<CsvTable> {
  let textColumns: ReadonlySet<number> = new Set();
  for (let reading = 1; ; reading++) {
    const reader = new CsvReader(path, options, textColumns, memory);
    const sizeBytes = await readRows(path, reader, memory, options.onBlock);
    const found = reader.lateTextColumns;
    if (found.length === 0 || reading === MAX_READINGS)
      return withEncoding(path, reader.table(sizeBytes), options.onBlock);
    textColumns = new Set(found);
  }
}

async function readRows(
  path: string,
  reader: CsvReader,
  memory: CsvMemory | undefined,
  onBlock?: () => void,
): Promise<number> {
  return inOurWords(path, async () => {
    const usual: UsualRows | undefined = memory && {
      begin: (sizeBytes) => reader.begin(sizeBytes),
      setBlock: (bytes, length) => memory.setBlock(bytes, length),
      take: (at, byteOffset) => reader.take(at, byteOffset, memory),
    };
    return readCsvRows(path, (row) => reader.add(row), onBlock, usual);
  });
}

/** Says where the file is not in UTF-8, if texts have become other ones by that; a file may have such a character itself. */
async function withEncoding(path: string, table: CsvTable, onBlock?: () => void): Promise<CsvTable> {
  const isChanged =
    table.columns.some(
      ({ label, ...column }) =>
        mayBeNoUtf8(label) || (column.kind === 'text' && column.texts.some((text) => mayBeNoUtf8(text))),
    ) || table.notices.some(({ message }) => mayBeNoUtf8(message));
  if (!isChanged) return table;
  const told = await inOurWords(path, () => encodingNotice(path, onBlock));
  return told ? { ...table, notices: [told, ...table.notices] } : table;
}

class CsvReader {
  #builders: readonly ColumnBuilder[] | undefined;
  /** Cells of the header, those beyond `MAX_COLUMNS` too. */
  #width = 0;
  #rowCount = 0;
  #rowsInFile = 0;
  #padding = 0;
  readonly #notices: CsvNotices;
  /** A row has been read here since, and columns may be others in `memory`. */
  #isStale = false;
  #sizeBytes = 0;

  constructor(
    readonly path: string,
    readonly options: CsvOptions,
    /** Positions of columns that are texts. */
    readonly textColumns: ReadonlySet<number>,
    readonly memory: CsvMemory | undefined,
  ) {
    this.#notices = new CsvNotices(path);
  }

  add(row: CsvRow): void {
    this.#isStale = true;
    if (this.#builders) this.#addRow(row, this.#builders);
    else this.#builders = this.#header(row);
  }

  begin(sizeBytes: number): void {
    this.#sizeBytes = sizeBytes;
  }

  /** The rows of the block in `memory` from `at` on that are as usual; answers where the first one begins that is not. */
  take(at: number, byteOffset: number, memory: CsvMemory): number {
    const builders = this.#builders;
    if (!builders || builders.length < this.#width) return at;
    if (this.#isStale) for (const [position, { reading }] of builders.entries()) memory.setColumn(position, reading);
    this.#isStale = false;
    let from = at;
    for (;;) {
      const count = memory.rows(from);
      from = memory.next;
      if (count > 0) this.#addBatch(memory, count, builders, byteOffset + from - at);
      if (count < memory.batchRows) return from;
    }
  }

  /** `byteOffset`: behind the rows. */
  #addBatch(memory: CsvMemory, count: number, builders: readonly ColumnBuilder[], byteOffset: number): void {
    // If those to come are as long as those before: columns that are made long enough at once are not copied.
    const expected = Math.ceil(((this.#rowCount + count) * this.#sizeBytes * EXPECTED_MARGIN) / byteOffset);
    for (let column = 0; column < builders.length; column++) {
      const builder = builders[column];
      if (builder.isText) builder.addCodes(memory.codes(column, count), expected);
      else builder.addNumbers(memory.values(column, count), memory.valueCount(column), expected);
    }
    this.#rowsInFile += count;
    this.#rowCount += count;
  }

  /** Positions of columns that are texts, as turned out too late to have them as they are in the file. */
  get lateTextColumns(): readonly number[] {
    return (this.#builders ?? []).flatMap((builder, position) => (builder.wantsText ? position : []));
  }

  #header(row: CsvRow): ColumnBuilder[] {
    const { path } = this;
    if (row.isTooLong) throw new TableError(notice('table-header-too-long', 'error', {}, { path }));
    this.#width = row.cellCount;
    if (row.strayQuotes > 0) this.#notices.strayQuote(0, row.strayQuoteOffset);
    const { keys = {}, hiddenKeys } = this.options;
    const keyOf = new Map(Object.entries(keys).map(([header, key]) => [header.toLowerCase(), key]));
    const taken = new Set<string>();
    const { memory } = this;
    memory?.begin(Math.min(row.cellCount, MAX_COLUMNS));
    return textsOf(row, Math.min(row.cellCount, MAX_COLUMNS)).map((cell, position) => {
      const label = cell.replace(/^\uFEFF/, '').trim() || `column ${position + 1}`;
      const key = freeKey(keyOf.get(label.toLowerCase()) ?? label, position, taken);
      taken.add(key);
      const unit = { ...headerUnit(label), ...this.#unitOf(key) };
      const isHidden = hiddenKeys?.has(key) ?? false;
      const holds = this.#holds(key, unit, position);
      const description = { key, label, unit, isHidden, holds, baseNs: this.options.baseNs };
      return new ColumnBuilder(description, memory && (() => memory.textsOf(position)));
    });
  }

  #unitOf(key: string): Partial<HeaderUnit> | undefined {
    const { units = {} } = this.options;
    return Object.hasOwn(units, key) ? units[key] : undefined;
  }

  #holds(key: string, { unit }: HeaderUnit, position: number): ColumnDescription['holds'] {
    const { textKeys, numberKeys } = this.options;
    if (textKeys?.has(key) || this.textColumns.has(position)) return 'text';
    return numberKeys?.has(key) || (unit !== 'none' && unit !== 'id') ? 'number' : 'open';
  }

  #addRow(row: CsvRow, builders: readonly ColumnBuilder[]): void {
    const number = ++this.#rowsInFile;
    if (this.#isLeftOut(row, number)) return;
    const { cellCount, byteOffset, strayQuotes, strayQuoteOffset } = row;
    if (cellCount < this.#width) this.#notices.shortRow(number, byteOffset);
    if (cellCount > this.#width) this.#notices.longRow(number, byteOffset);
    if (strayQuotes > 0) this.#notices.strayQuote(number, strayQuoteOffset);
    const { bytes, start, end } = row;
    for (let column = 0; column < builders.length; column++) {
      const builder = builders[column];
      if (column >= cellCount) builder.addMissing();
      else if (!builder.add(bytes, start[column], end[column])) this.#noteCell(row, column, builder.description.label);
    }
    this.#rowCount++;
  }

  /** What can't be shown of the rows, and is listed. */
  #isLeftOut({ isTooLong, isOpen, cellCount, byteOffset }: CsvRow, number: number): boolean {
    if (isTooLong) {
      this.#notices.tooLongRow(number, byteOffset);
      return true;
    }
    const lacking = this.#width - cellCount;
    if (lacking <= 0) return false;
    if (isOpen) {
      this.#notices.cutRow(byteOffset);
      return true;
    }
    const padding = Math.min(this.#width, MAX_COLUMNS) - Math.min(cellCount, MAX_COLUMNS);
    if (this.#padding + padding > FREE_PADDING + byteOffset) {
      this.#notices.leftOutRow(number, byteOffset);
      return true;
    }
    this.#padding += padding;
    return false;
  }

  #noteCell({ bytes, firstByte, start, end }: CsvRow, column: number, label: string): void {
    this.#notices.damagedCell({
      row: this.#rowsInFile,
      column: label,
      bytes: bytes.subarray(start[column], end[column]),
      byteOffset: firstByte + start[column],
    });
  }

  table(sizeBytes: number): CsvTable {
    const { path } = this;
    if (sizeBytes === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
    const builders = this.#builders;
    if (!builders) throw new TableError(notice('table-without-header', 'error', {}, { path }));
    const notices = this.#notices.list();
    const hiddenColumns = this.#width - builders.length;
    if (hiddenColumns > 0) {
      const params = { count: hiddenColumns, limit: MAX_COLUMNS };
      notices.push(notice('table-too-many-columns', 'warning', params, { path }));
    }
    const rounded = builders.reduce((sum, { roundedInstants }) => sum + roundedInstants, 0);
    if (rounded > 0) notices.push(notice('table-rounded-times', 'warning', { count: rounded }, { path }));
    const columns = builders.map((builder) => builder.column(this.#rowCount));
    const account = {
      rowsInFile: this.#rowsInFile,
      rowsShown: this.#rowCount,
      rowsListed: this.#notices.rowsListed,
    };
    return { rowCount: this.#rowCount, columns, notices, account };
  }
}

function textsOf({ bytes, start, end }: CsvRow, count: number): string[] {
  const decoder = new TextDecoder();
  return Array.from({ length: count }, (_, cell) => {
    const text = decoder.decode(bytes.subarray(start[cell], Math.min(end[cell], start[cell] + 4 * MAX_LABEL_LENGTH)));
    return text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH)}…` : text;
  });
}
