import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { openFile } from '../files/readable';
import type { ColumnTable } from './columnTable';
import { ColumnBuilder } from './csvColumn';
import { type CsvRow, readCsvRows } from './csvRows';
import { type HeaderUnit, headerUnit } from './header';
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
    await readCsvRows(path, (row) => reader.add(row));
  } catch (error) {
    if (error instanceof TableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new TableError(notice('file-unreadable', 'error', { reason }, { path }));
  }
  return reader.table(await lastLineStart(path));
}

class CsvReader {
  #builders: ColumnBuilder[] = [];
  #rowCount = 0;
  #shortRows = 0;
  #firstShortRow: number | undefined;
  #lastRowLength = 0;

  constructor(
    readonly path: string,
    readonly options: CsvOptions,
  ) {}

  add(row: CsvRow): void {
    if (this.#builders.length === 0) this.#builders = this.#header(textsOf(row));
    else this.#addRow(row);
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
      const isHidden = hiddenKeys?.has(key) ?? false;
      const isText = textKeys?.has(key) ?? false;
      return new ColumnBuilder({ key, label, unit, isHidden, isText, baseNs: this.options.baseNs });
    });
  }

  #addRow({ bytes, byteOffset, cellCount, start, end }: CsvRow): void {
    const builders = this.#builders;
    if (cellCount < builders.length) {
      this.#shortRows++;
      this.#firstShortRow ??= byteOffset;
    }
    this.#lastRowLength = cellCount;
    for (let column = 0; column < builders.length; column++) {
      if (column < cellCount) builders[column].add(bytes, start[column], end[column]);
      else builders[column].addMissing();
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
    if (this.#shortRows > 0) {
      const place = this.#firstShortRow === undefined ? { path } : { path, byteOffset: this.#firstShortRow };
      notices.push(notice('table-short-rows', 'warning', { count: this.#shortRows }, place));
    }
    const rounded = this.#builders.reduce((sum, { roundedInstants }) => sum + roundedInstants, 0);
    if (rounded > 0) notices.push(notice('table-rounded-times', 'warning', { count: rounded }, { path }));
    const columns = this.#builders.map((builder) => builder.column(this.#rowCount));
    return { rowCount: this.#rowCount, columns, notices };
  }
}

function textsOf({ bytes, cellCount, start, end }: CsvRow): string[] {
  const decoder = new TextDecoder();
  return Array.from({ length: cellCount }, (_, cell) => decoder.decode(bytes.subarray(start[cell], end[cell])));
}

const TAIL_BYTES = 1 << 16;

async function lastLineStart(path: string): Promise<{ byteOffset: number; isOpen: boolean; sizeBytes: number }> {
  const sizeBytes = (await stat(path)).size;
  if (sizeBytes === 0) return { byteOffset: 0, isOpen: false, sizeBytes };
  const start = Math.max(0, sizeBytes - TAIL_BYTES);
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { fd: openFile(path), start })) chunks.push(chunk as Buffer);
  const tail = Buffer.concat(chunks);
  const isOpen = tail[tail.length - 1] !== 0x0a;
  return { byteOffset: start + tail.lastIndexOf(0x0a, tail.length - (isOpen ? 1 : 2)) + 1, isOpen, sizeBytes };
}
