import { closeSync, readSync } from 'node:fs';
import { openFile } from '../files/readable';

/** What files of a form begin with. */
export const MAGIC = { sqlite: 'SQLite format 3\0', parquet: 'PAR1' } as const;

/** Whether a file begins as those of the form do, whatever it is called; false where that can't be told. `roots`: those of this thread unless told. */
export function isOfForm(form: keyof typeof MAGIC, path: string, roots?: readonly string[]): boolean {
  const magic = MAGIC[form];
  try {
    const fd = openFile(path, roots);
    try {
      const head = Buffer.alloc(magic.length);
      return readSync(fd, head, 0, head.length, 0) === head.length && head.toString('latin1') === magic;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}
