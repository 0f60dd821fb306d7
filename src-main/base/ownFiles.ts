import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { reasonText } from '../../src-contract/reasons';
import { errorNames, NamedError } from '../../src-contract/wire/errors';
import { systemCode, systemReason } from '../../src-contract/wire/systemErrors';
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
  const reason = systemReason(systemCode(error));
  const message = `${name} could not be saved: ${reasonText(reason)}.`;
  const notice = { code: errorNames.notSaved, severity: 'error', message, params: { name }, reason } as const;
  const told = new NamedError(errorNames.notSaved, message, notice);
  told.cause = error;
  return told;
}
