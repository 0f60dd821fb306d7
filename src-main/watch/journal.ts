import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { temporaryName } from '../base/temporary';

/**
 * What a watcher knows, on disk: replaced as a whole, and there even if the machine loses its power the moment after. All of it is
 * of one moment: places in files, the rule’s state, and what is still to be done.
 */
export class Journal<T> {
  constructor(readonly path: string) {}

  /** Undefined: there is none. Rejects where it can’t be read, or is none of ours. */
  async read(): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new Error(
        `The journal ${this.path} is damaged: delete it to begin anew, which may ask for a profile once more.`,
      );
    }
  }

  async write(state: T): Promise<void> {
    const folder = dirname(this.path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const aside = temporaryName(this.path);
    try {
      const file = await open(aside, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify(state));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, this.path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }
}

/** That the file has its name now is an entry of the folder. Windows has no such thing, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
