import { closeSync, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import type { Notice } from '../api';
import { notice } from '../formats/notices';
import { type DatabaseHeader, HEADER_BYTES, readHeader } from './header';
import { SqliteFormatError } from './sqliteFormatError';
import { readFully, readWriteAheadLog, type WriteAheadLog } from './writeAheadLog';

/** What is read at once: tables lie in runs of neighbouring pages. A multiple of every page size. */
const WINDOW_BYTES = 1 << 18;
const WINDOW_COUNT = 32;
/** A page that is cut off may be read a few bytes past its end before that is noticed. */
const SLACK_BYTES = 16;

/** A page in memory. */
export interface Page {
  readonly bytes: Buffer;
  /** Where it begins in `bytes`. */
  readonly start: number;
  /** Where its last byte is behind it: less than a page further where the file ends within it. */
  readonly end: number;
}

interface Log extends WriteAheadLog {
  readonly fd: number;
}

/** The pages of a database file, numbered from 1; those of its write-ahead log take the place of the file's. */
export class PageFile {
  readonly header: DatabaseHeader;
  readonly #windows = new Map<number, Buffer>();
  readonly #notices: Notice[] = [];
  readonly #fd: number;
  readonly #log: Log | undefined;
  readonly #sizeBytes: number;

  /** Throws `SqliteFormatError` where the file can't be read or is no database. */
  constructor(readonly path: string) {
    this.#fd = open(path);
    try {
      this.#sizeBytes = fstatSync(this.#fd).size;
      this.#log = this.#openLog();
      this.header = this.#readHeader();
    } catch (error) {
      this.close();
      throw error instanceof SqliteFormatError ? error : unreadable(path, error);
    }
    this.#noteTruncation();
    if (fileSize(`${realpathSync(path)}-journal`) > 0) this.#note('database-journal');
  }

  /** What is wrong with the file as a whole. */
  get notices(): readonly Notice[] {
    return this.#notices;
  }

  /** Pages in the file itself; a log may hold some with higher numbers. */
  get pageCount(): number {
    return Math.ceil(this.#sizeBytes / this.header.pageSize);
  }

  /** No value can be longer. */
  get totalBytes(): number {
    return this.#sizeBytes + (this.#log?.pageOffsets.size ?? 0) * this.header.pageSize;
  }

  /** Where the page begins in the file. */
  byteOffset(page: number): number {
    return (page - 1) * this.header.pageSize;
  }

  /** Undefined where neither the file nor the log has a byte of the page. Throws `SqliteFormatError` if reading fails. */
  page(number: number): Page | undefined {
    const inLog = this.#log?.pageOffsets.get(number);
    if (this.#log && inLog !== undefined) return this.#logPage(this.#log, inLog);
    const { pageSize } = this.header;
    const byteOffset = this.byteOffset(number);
    if (number < 1 || byteOffset >= this.#sizeBytes) return undefined;
    const window = Math.floor(byteOffset / WINDOW_BYTES);
    const bytes = this.#windows.get(window) ?? this.#readWindow(window);
    const start = byteOffset - window * WINDOW_BYTES;
    const end = Math.min(start + pageSize, bytes.length - SLACK_BYTES);
    return end > start ? { bytes, start, end } : undefined;
  }

  close(): void {
    closeSync(this.#fd);
    if (this.#log) closeSync(this.#log.fd);
    this.#windows.clear();
  }

  #readWindow(window: number): Buffer {
    const position = window * WINDOW_BYTES;
    const wanted = Math.min(WINDOW_BYTES, this.#sizeBytes - position);
    const bytes = Buffer.alloc(wanted + SLACK_BYTES);
    const count = this.#read(this.#fd, bytes.subarray(0, wanted), position);
    // A file that has been cut since it was opened: what is gone must not be taken for zeros.
    const read = count === wanted ? bytes : bytes.subarray(0, count + SLACK_BYTES);
    // The oldest goes; with trees walked in order it is the one that is done with.
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= WINDOW_COUNT) this.#windows.delete(oldest);
    this.#windows.set(window, read);
    return read;
  }

  #logPage(log: Log, offset: number): Page {
    const bytes = Buffer.alloc(log.pageSize + SLACK_BYTES);
    const count = this.#read(log.fd, bytes.subarray(0, log.pageSize), offset);
    return { bytes, start: 0, end: count };
  }

  #read(fd: number, target: Buffer, position: number): number {
    try {
      return readFully(fd, target, position);
    } catch (error) {
      throw unreadable(this.path, error);
    }
  }

  #openLog(): Log | undefined {
    // SQLite keeps the log beside the file itself, not beside a link to it.
    const path = `${realpathSync(this.path)}-wal`;
    if (fileSize(path) === 0) return undefined;
    let fd: number | undefined;
    try {
      fd = openSync(path, 'r');
      const log = readWriteAheadLog(fd);
      if (log && log.pageCount > 0) return { ...log, fd };
      // A log without a commit is a log that has been carried into the file.
      if (!log) this.#note('database-log-unreadable');
    } catch {
      this.#note('database-log-unreadable');
    }
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }

  #readHeader(): DatabaseHeader {
    const head = Buffer.alloc(HEADER_BYTES);
    const inLog = this.#log?.pageOffsets.get(1);
    const count =
      this.#log && inLog !== undefined ? readFully(this.#log.fd, head, inLog) : readFully(this.#fd, head, 0);
    const header = readHeader(head.subarray(0, count), Math.max(this.#sizeBytes, count));
    if ('code' in header) throw new SqliteFormatError({ ...header, path: this.path });
    if (this.#log && this.#log.pageSize !== header.pageSize) {
      const reason = `pages of ${header.pageSize} bytes, and of ${this.#log.pageSize} in its log`;
      throw new SqliteFormatError(notice('database-header-damaged', 'error', { reason }, { path: this.path }));
    }
    return header;
  }

  #noteTruncation(): void {
    const { pageCount, pageSize } = this.header;
    const wantedBytes = (pageCount ?? 0) * pageSize;
    // With a log the file may well be shorter than the database is.
    if (this.#log || wantedBytes <= this.#sizeBytes) return;
    const sizeBytes = this.#sizeBytes;
    const place = { path: this.path, byteOffset: sizeBytes };
    this.#notices.push(notice('database-truncated', 'warning', { wantedBytes, sizeBytes }, place));
  }

  #note(code: 'database-log-unreadable' | 'database-journal'): void {
    this.#notices.push(notice(code, 'warning', {}, { path: this.path }));
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): SqliteFormatError {
  const reason = error instanceof Error ? error.message : String(error);
  return new SqliteFormatError(notice('file-unreadable', 'error', { reason }, { path }), error);
}

/** 0 where there is no such file. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
