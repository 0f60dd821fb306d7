import type { Notice } from '../../src-contract';
import { TableError } from '../tables/tableError';

/** The file is no SQLite database that can be read at all; the message is a sentence for the user. */
export class SqliteFormatError extends TableError {
  constructor(notice: Notice, cause?: unknown) {
    super(notice);
    this.cause = cause;
  }
}
