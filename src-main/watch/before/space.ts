import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../../../src-contract/wire/systemErrors';

/** Of the file system that a folder lies on, or will: of the nearest one above it that is there. Undefined: nothing tells. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    try {
      const { bavail, bsize } = await statfs(path);
      return bavail * bsize;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || dirname(path) === path) return undefined;
    }
  }
}

/** Whether this machine sees the folder itself: hosts may write to one of the same name elsewhere. */
export async function isSeen(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined))?.isDirectory() === true;
}
