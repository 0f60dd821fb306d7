import type { Notice } from '../../src-contract';
import { type NoticePlace, notice } from './notices';
import { isSystemError, systemReason } from './systemReason';
import { ZipError } from './zip';

/** Why a file can't be read, or not to its end, in words for the user: never those of Node or of its JavaScript engine. */
export function unreadable(path: string | undefined, error: unknown): Notice {
  const place: NoticePlace = path === undefined ? {} : { path };
  if (!(error instanceof Error)) throw error;
  if (error instanceof ZipError) return notice('zip-unreadable', 'error', {}, { ...place, reason: error.reason });
  // Of an array, a string or a stack: whatever was to be made of the file is larger than it can be.
  if (error instanceof RangeError) return notice('out-of-memory', 'error', {}, place);
  const { name } = error;
  if (isSystemError(error)) return notice('file-unreadable', 'error', {}, { ...place, reason: systemReason(error) });
  return notice('not-understood', 'error', { error: name }, place);
}
