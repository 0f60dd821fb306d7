import type { Notice } from '../../src-contract';
import { type NoticePlace, notice } from './notices';
import { ZipError } from './zip';

/** Why a file can't be read, or not to its end, in words for the user: never those of Node or of its JavaScript engine. */
export function unreadable(path: string | undefined, error: unknown): Notice {
  const place: NoticePlace = path === undefined ? {} : { path };
  if (!(error instanceof Error)) throw error;
  if (error instanceof ZipError) return notice('zip-unreadable', 'error', { reason: error.message }, place);
  // Of an array, a string or a stack: whatever was to be made of the file is larger than it can be.
  if (error instanceof RangeError) return notice('out-of-memory', 'error', {}, place);
  const code = 'code' in error ? String(error.code) : '';
  const reason = reasonOf(code, error);
  return reason === undefined
    ? notice('not-understood', 'error', { error: error.name }, place)
    : notice('file-unreadable', 'error', { reason }, place);
}

/** Undefined of what the system has nothing to do with. */
function reasonOf(code: string, error: Error): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'you have no permission to read it';
    case 'ENOENT':
      return 'it does not exist any more';
    case 'EISDIR':
      return 'it is a folder';
    case 'EIO':
      return 'the disk reports an error';
    case '':
      return error.name === 'OutsideRootsError' ? error.message : undefined;
    default:
      return error.message;
  }
}
