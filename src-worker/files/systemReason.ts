import { reasonOfCode, systemCode } from '../../src-contract/wire/systemErrors';

/** Of errors whose message is a reason; by their names, since from another thread they come as plain ones. */
const spokenNames: ReadonlySet<string> = new Set(['OutsideRootsError', 'NotAFileError']);

/** True for what opening, reading and writing files throws; anything else is a mistake of ours. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && (spokenNames.has(error.name) || systemCode(error) !== undefined);
}

/** Why a file can't be read or written, in our words: the end of a sentence. */
export function systemReason(error: unknown): string {
  return error instanceof Error && spokenNames.has(error.name) ? error.message : reasonOfCode(systemCode(error));
}
