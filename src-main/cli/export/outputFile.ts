/** Files that commands write: never by accident among the data. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../usageError';

/** Throws a `UsageError` where the file would lie in a folder of the dump, or take the place of one of its files. */
export function checkOutside(file: string, dumpPaths: readonly string[]): void {
  const target = realPlace(resolve(file));
  for (const path of dumpPaths) {
    const own = realPlace(path);
    const isFolder = existsSync(own) && statSync(own).isDirectory();
    const way = relative(own, target);
    const isWithin = way === '' || (isFolder && way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
    if (isWithin)
      throw new UsageError(`${file} would lie in the dump (${path}). Choose another place, or add --inside-dump.`);
  }
}

/** With links resolved as far as the path exists. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), path.slice(parent.length).replace(/^[\\/]+/, ''));
}

export interface Output {
  write(text: string | Uint8Array): void;
  /** What was written stands under its name from here on. */
  finish(): void;
  /** Nothing of it stays. */
  abandon(): void;
}

/** Written beside it first: half a file is never taken for a whole one. Makes its folder. */
export function fileOutput(file: string): Output {
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const partial = `${file}.part`;
  const handle = openSync(partial, 'w');
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  return {
    write(text) {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
    },
    finish() {
      close();
      renameSync(partial, file);
    },
    abandon() {
      close();
      rmSync(partial, { force: true });
    },
  };
}

/** The same of what is there at once. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  const output = fileOutput(file);
  try {
    output.write(bytes);
    output.finish();
  } catch (error) {
    output.abandon();
    throw error;
  }
}
