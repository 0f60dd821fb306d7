import { type Reason, reasonOf } from '../../src-contract/reasons';
import { systemReason as reasonOfSystem, systemCode } from '../../src-contract/wire/systemErrors';

/** Of errors that have a reason; by their names, since from another thread they come as plain ones. */
const spokenNames: ReadonlySet<string> = new Set(['OutsideRootsError', 'NotAFileError']);

/** True for what opening, reading and writing files throws; anything else is a mistake of ours. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && (spokenNames.has(error.name) || systemCode(error) !== undefined);
}

/** Why a file can't be read or written, in our words. */
export function systemReason(error: unknown): Reason {
  return reasonOf(error) ?? reasonOfSystem(systemCode(error));
}
