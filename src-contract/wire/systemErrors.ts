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
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ABORT_ERR: 'it was cancelled',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection broke',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be read as a whole',
  ERR_STRING_TOO_LONG: 'it is too large to be read as a whole',
};

/** The system's code for what went wrong; undefined where the system has nothing to do with it. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // An error that came from another thread has lost all but its message, which begins with the code.
  return /^(E[A-Z0-9]+): /.exec(error.message)?.[1];
}

/** In our words: the end of a sentence. */
export function reasonOfCode(code: string | undefined): string {
  if (code === undefined) return 'the reason is not known';
  return Object.hasOwn(reasons, code) ? reasons[code] : `the system reports ${code}`;
}
