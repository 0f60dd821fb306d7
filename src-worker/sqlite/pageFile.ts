import { closeSync, fstatSync, realpathSync, statSync } from 'node:fs';
import type { Notice } from '../../src-contract';
import { reason } from '../../src-contract/reasons';
import { notice } from '../files/notices';
import { openFile } from '../files/readable';
import { systemReason } from '../files/systemReason';
import { type DatabaseHeader, HEADER_BYTES, readHeader } from './header';
import { SqliteFormatError } from './sqliteFormatError';
import { readFully, readWriteAheadLog, type WriteAheadLog } from './writeAheadLog';

interface Log extends WriteAheadLog {
  readonly fd: number;
}

/** A database file with its write-ahead log, whose pages take the place of the file's. Pages are numbered from 1. */
export class PageFile {
  readonly header: DatabaseHeader;
  /** Of the file alone, when it was opened. */
  readonly sizeBytes: number;
  readonly #notices: Notice[] = [];
  readonly #fd: number;
  readonly #log: Log | undefined;

  /** Throws `SqliteFormatError` where the file can't be read or is no database. */
  constructor(
    readonly path: string,
    /** Called before each reading, with its size; what it throws ends whatever reads. */
    readonly onRead: (sizeBytes: number) => void = () => {},
  ) {
    this.#fd = open(path);
    try {
      this.sizeBytes = fstatSync(this.#fd).size;
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
    return Math.ceil(this.sizeBytes / this.header.pageSize);
  }

  /** No value can be longer. */
  get totalBytes(): number {
    return this.sizeBytes + (this.#log?.pageOffsets.size ?? 0) * this.header.pageSize;
  }

  /** Where the page begins in the file. */
  byteOffset(page: number): number {
    return (page - 1) * this.header.pageSize;
  }

  isInLog(page: number): boolean {
    return this.#log?.pageOffsets.has(page) ?? false;
  }

  /** Reads a page that is in the log; answers how many bytes. Throws `SqliteFormatError` if reading fails. */
  readFromLog(page: number, target: Buffer): number {
    const offset = this.#log?.pageOffsets.get(page);
    return this.#log && offset !== undefined ? this.#read(this.#log.fd, target, offset) : 0;
  }

  /** Reads from a place of the file until `target` is full or the file ends; answers and throws the same. */
  read(target: Buffer, byteOffset: number): number {
    return this.#read(this.#fd, target, byteOffset);
  }

  close(): void {
    closeSync(this.#fd);
    if (this.#log) closeSync(this.#log.fd);
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
      fd = openFile(path);
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
    const header = readHeader(head.subarray(0, count), Math.max(this.sizeBytes, count));
    if ('code' in header) throw new SqliteFormatError({ ...header, path: this.path });
    if (this.#log && this.#log.pageSize !== header.pageSize) {
      const why = reason('log-page-size', { pageBytes: header.pageSize, logPageBytes: this.#log.pageSize });
      throw new SqliteFormatError(notice('database-header-damaged', 'error', {}, { path: this.path, reason: why }));
    }
    return header;
  }

  #noteTruncation(): void {
    const { pageCount, pageSize } = this.header;
    const wantedBytes = (pageCount ?? 0) * pageSize;
    // With a log the file may well be shorter than the database is.
    if (this.#log || wantedBytes <= this.sizeBytes) return;
    const sizeBytes = this.sizeBytes;
    const place = { path: this.path, byteOffset: sizeBytes };
    this.#notices.push(notice('database-truncated', 'warning', { wantedBytes, sizeBytes }, place));
  }

  #note(code: 'database-log-unreadable' | 'database-journal'): void {
    this.#notices.push(notice(code, 'warning', {}, { path: this.path }));
  }
}

function open(path: string): number {
  try {
    return openFile(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): SqliteFormatError {
  return new SqliteFormatError(notice('file-unreadable', 'error', {}, { path, reason: systemReason(error) }), error);
}

/** 0 where there is no such file. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
