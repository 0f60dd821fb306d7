import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { FolderReader } from '../../src-worker/discovery/folderEntries';
import { openFile } from '../../src-worker/files/readable';

const TAIL_BYTES = 4096;

/** What the tasks of a run have said. `roots`: as of `openFile`. */
export interface TaskLogs {
  /** The last line of a task's log, which says why it failed; '' where there is none. */
  lastWords(task: number): string;
}

export function taskLogs(runFolder: string, roots: readonly string[] = []): TaskLogs {
  const folder = join(runFolder, 'logs');
  const firsts = new Set(
    namesIn(folder, roots).flatMap((name) => {
      const first = /^map-(\d+)-\d+\.log$/.exec(name)?.[1];
      return first === undefined ? [] : [Number(first)];
    }),
  );
  return {
    lastWords(task) {
      const from = [...firsts].reduce((most, first) => (first <= task ? Math.max(most, first) : most), 0);
      return lastLineOf(join(folder, `map-${from}-${task - from}.log`), roots);
    },
  };
}

/** None where the folder is not there yet, or may not be read. */
export function namesIn(folder: string, roots: readonly string[]): readonly string[] {
  try {
    return new FolderReader(roots).list(folder).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** '' where there is no such file, or none that may be read. */
export function lastLineOf(path: string, roots: readonly string[] = []): string {
  let handle: number;
  try {
    handle = openFile(path, roots);
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8').trim().split('\n').at(-1) ?? '';
  } finally {
    closeSync(handle);
  }
}
