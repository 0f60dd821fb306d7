import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Notice, Unit } from '../api';
import { notice } from '../formats/notices';
import { type Column, type ColumnTable, codedColumn, numberColumn, TextPool } from './columnTable';
import { type HeaderUnit, headerUnit } from './header';
import { instantNs, isMissing, isNumberText, shiftedNumber } from './numbers';
import { TableError } from './tableError';

export interface CsvOptions {
  /** What instants count from. */
  readonly baseNs: bigint;
  /** Header (in any case) → key of the column. Of others the key is the header. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Keys of columns that are texts whatever stands in them. */
  readonly textKeys?: ReadonlySet<string>;
  /** Keys of columns that only those see who ask for them. */
  readonly hiddenKeys?: ReadonlySet<string>;
  /** Unit where the header does not tell it, or tells it otherwise. */
  readonly units?: Readonly<Record<string, Partial<HeaderUnit>>>;
}

export interface CsvTable extends ColumnTable {
  /** What is wrong with the file; what could be read is in the table. */
  readonly notices: readonly Notice[];
}

/**
 * Reads a csv file of the profiler: CRLF or LF, a TAB behind times, "N/A", quoted shapes, columns that come and go. A
 * column is a number column if all that stands in it are numbers. Rejects with a `TableError` where the file can't be
 * read, or holds no header.
 */
export async function readCsv(path: string, options: CsvOptions): Promise<CsvTable> {
  const reader = new CsvReader(path, options);
  try {
    await parseFile(path, (rows) => reader.add(rows));
  } catch (error) {
    if (error instanceof TableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new TableError(notice('file-unreadable', 'error', { reason }, { path }));
  }
  return reader.table(await lastLineStart(path));
}

function parseFile(path: string, add: (rows: readonly string[][]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 });
    stream.once('error', reject);
    Papa.parse<string[]>(stream, {
      delimiter: ',',
      skipEmptyLines: true,
      chunk: ({ data }) => {
        try {
          add(data);
        } catch (error) {
          stream.destroy();
          reject(error);
        }
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

class CsvReader {
  #builders: ColumnBuilder[] = [];
  #rowCount = 0;
  #shortRows = 0;
  #lastRowLength = 0;
  #roundedTimes = 0;

  constructor(
    readonly path: string,
    readonly options: CsvOptions,
  ) {}

  add(rows: readonly string[][]): void {
    let first = 0;
    if (this.#builders.length === 0 && rows.length > 0) {
      this.#builders = this.#header(rows[0]);
      first = 1;
    }
    for (let i = first; i < rows.length; i++) this.#addRow(rows[i]);
  }

  #header(cells: readonly string[]): ColumnBuilder[] {
    const { keys = {}, units = {}, textKeys, hiddenKeys } = this.options;
    const keyOf = new Map(Object.entries(keys).map(([header, key]) => [header.toLowerCase(), key]));
    const taken = new Set<string>();
    return cells.map((cell, position) => {
      const label = cell.replace(/^\uFEFF/, '').trim() || `column ${position + 1}`;
      const wanted = keyOf.get(label.toLowerCase()) ?? label;
      const key = taken.has(wanted) ? `${wanted} ${position + 1}` : wanted;
      taken.add(key);
      const unit = { ...headerUnit(label), ...units[key] };
      return new ColumnBuilder(
        key,
        label,
        unit,
        hiddenKeys?.has(key) ?? false,
        textKeys?.has(key) ?? false,
        this.options.baseNs,
      );
    });
  }

  #addRow(cells: readonly string[]): void {
    if (cells.length < this.#builders.length) this.#shortRows++;
    this.#lastRowLength = cells.length;
    for (let column = 0; column < this.#builders.length; column++) {
      const builder = this.#builders[column];
      const text = (cells[column] ?? '').trim();
      if (builder.isInstant && text.length > 9 && /e/i.test(text)) this.#roundedTimes++;
      builder.add(text);
    }
    this.#rowCount++;
  }

  /** `lastLine`: where the last line begins if no line end follows it. */
  table(lastLine: { readonly byteOffset: number; readonly isOpen: boolean; readonly sizeBytes: number }): CsvTable {
    const { path } = this;
    if (lastLine.sizeBytes === 0) throw new TableError(notice('empty-file', 'error', {}, { path }));
    if (this.#builders.length === 0) throw new TableError(notice('table-without-header', 'error', {}, { path }));
    const notices: Notice[] = [];
    const isCut = lastLine.isOpen && this.#rowCount > 0 && this.#lastRowLength < this.#builders.length;
    if (isCut) {
      notices.push(notice('table-truncated', 'warning', {}, { path, byteOffset: lastLine.byteOffset }));
      this.#rowCount--;
      this.#shortRows--;
    }
    if (this.#shortRows > 0) notices.push(notice('table-short-rows', 'warning', { count: this.#shortRows }, { path }));
    if (this.#roundedTimes > 0)
      notices.push(notice('table-rounded-times', 'warning', { count: this.#roundedTimes }, { path }));
    const columns = this.#builders.map((builder) => builder.column(this.#rowCount));
    return { rowCount: this.#rowCount, columns, notices };
  }
}

/** One column while it is read: numbers until a text comes. */
class ColumnBuilder {
  #numbers: Float64Array | undefined = new Float64Array(1024);
  #codes: Uint32Array | undefined;
  readonly #pool = new TextPool();
  #count = 0;

  constructor(
    readonly key: string,
    readonly label: string,
    readonly unit: HeaderUnit,
    readonly isHidden: boolean,
    isText: boolean,
    readonly baseNs: bigint,
  ) {
    if (isText) this.#becomeText();
  }

  get isInstant(): boolean {
    return this.unit.unit === 'time';
  }

  add(text: string): void {
    if (this.#numbers && isMissing(text)) this.#addNumber(Number.NaN);
    else if (this.#numbers && isNumberText(text)) this.#addNumber(this.#canonical(text));
    else {
      if (this.#numbers) this.#becomeText();
      this.#addText(text === 'N/A' ? '' : text);
    }
  }

  #canonical(text: string): number {
    const { shiftDigits, factor } = this.unit;
    return this.isInstant ? instantNs(text, shiftDigits, this.baseNs) : shiftedNumber(text, shiftDigits) * factor;
  }

  #addNumber(value: number): void {
    let numbers = this.#numbers as Float64Array;
    if (this.#count === numbers.length) {
      const longer = new Float64Array(2 * numbers.length);
      longer.set(numbers);
      numbers = longer;
      this.#numbers = longer;
    }
    numbers[this.#count++] = value;
  }

  #addText(text: string): void {
    let codes = this.#codes as Uint32Array;
    if (this.#count === codes.length) {
      const longer = new Uint32Array(2 * codes.length);
      longer.set(codes);
      codes = longer;
      this.#codes = longer;
    }
    codes[this.#count++] = this.#pool.code(text);
  }

  /** What was read as numbers so far is written out again. */
  #becomeText(): void {
    const numbers = this.#numbers as Float64Array;
    this.#numbers = undefined;
    this.#codes = new Uint32Array(Math.max(1024, numbers.length));
    const { shiftDigits, factor } = this.unit;
    for (let row = 0; row < this.#count; row++) {
      const value = numbers[row] / factor / 10 ** shiftDigits;
      this.#codes[row] = this.#pool.code(Number.isNaN(value) ? '' : String(value));
    }
  }

  column(rowCount: number): Column {
    const { key, label, isHidden } = this;
    const unit: Unit = this.unit.unit;
    // `slice`: the part that was kept in reserve is given back.
    if (this.#numbers) return numberColumn(key, unit, this.#numbers.slice(0, rowCount), { label, isHidden });
    return codedColumn(key, (this.#codes as Uint32Array).slice(0, rowCount), this.#pool.texts, { label, isHidden });
  }
}

const TAIL_BYTES = 1 << 16;

async function lastLineStart(path: string): Promise<{ byteOffset: number; isOpen: boolean; sizeBytes: number }> {
  const sizeBytes = (await stat(path)).size;
  if (sizeBytes === 0) return { byteOffset: 0, isOpen: false, sizeBytes };
  const start = Math.max(0, sizeBytes - TAIL_BYTES);
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start })) chunks.push(chunk as Buffer);
  const tail = Buffer.concat(chunks);
  const isOpen = tail[tail.length - 1] !== 0x0a;
  return { byteOffset: start + tail.lastIndexOf(0x0a, tail.length - (isOpen ? 1 : 2)) + 1, isOpen, sizeBytes };
}
