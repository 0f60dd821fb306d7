import { NotAFileError, OutsideRootsError } from './readable';

/** What the system's codes mean to somebody who wants to see a file, or has something saved. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist any more',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk or the network failed',
  ESTALE: 'the network drive was disconnected',
  ETIMEDOUT: 'the network drive does not answer',
  EBUSY: 'it is in use',
  ENXIO: 'it is no file, but a pipe, a socket or a device',
  ENODEV: 'it is no file, but a pipe, a socket or a device',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EROFS: 'the disk can’t be written to',
  EFBIG: 'the file would be larger than the disk allows',
  EEXIST: 'there is something of that name already',
  ENOTEMPTY: 'the folder is not empty',
  ENOMEM: 'the system has no memory left',
  EINVAL: 'the system can’t do that with it',
  EADDRINUSE: 'another program has the port',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be read as a whole',
  ERR_STRING_TOO_LONG: 'it is too large to be read as a whole',
};

/** True for what opening and reading files throws; anything else is a mistake of ours. */
export function isSystemError(error: unknown): error is Error {
  if (error instanceof OutsideRootsError || error instanceof NotAFileError) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Why a file can't be read or written, in our words: the end of a sentence. */
export function systemReason(error: unknown): string {
  if (error instanceof OutsideRootsError) return error.message;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  return Object.hasOwn(reasons, code) ? reasons[code] : `the system reports ${code}`;
}
