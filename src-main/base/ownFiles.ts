import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorNames, NamedError } from '../../src-contract/wire/errors';
import { reasonOfCode, systemCode } from '../../src-contract/wire/systemErrors';
import { temporaryName } from './temporary';

/**
 * Writes a file of ours as a whole: aside, and renamed. Rejects with a `NotSavedError`; what was there before is there
 * still then, and nothing else.
 */
export async function writeOwnFile(path: string, text: string): Promise<void> {
  const aside = temporaryName(path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(aside, text, { flag: 'wx' });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw notSaved(basename(path), error);
  }
}

/** That something could not be written, and why; its `cause` is the system's error. */
export function notSaved(name: string, error: unknown): NamedError {
  const told = new NamedError(errorNames.notSaved, `${name} could not be saved: ${reasonOfCode(systemCode(error))}.`);
  told.cause = error;
  return told;
}
