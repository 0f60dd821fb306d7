import { type Reason, type ReasonId, reason, reasonText } from '../reasons';

/** What the system's codes mean to somebody who wants to see a file, or has something saved. */
const reasons: Readonly<Record<string, ReasonId>> = {
  ENOENT: 'not-there',
  ENOTDIR: 'path-through-file',
  EISDIR: 'is-folder',
  EACCES: 'not-allowed',
  EPERM: 'not-allowed',
  ELOOP: 'link-circle',
  ENAMETOOLONG: 'path-too-long',
  EMFILE: 'too-many-open',
  ENFILE: 'too-many-open',
  EIO: 'disk-failed',
  ESTALE: 'drive-gone',
  ETIMEDOUT: 'drive-silent',
  EBUSY: 'in-use',
  ENXIO: 'not-a-file',
  ENODEV: 'not-a-file',
  ENOSPC: 'disk-full',
  EDQUOT: 'quota-used',
  EROFS: 'read-only',
  EFBIG: 'too-large-for-disk',
  EEXIST: 'name-taken',
  ENOTEMPTY: 'folder-not-empty',
  ENOMEM: 'no-memory',
  EINVAL: 'not-possible',
  EADDRINUSE: 'port-taken',
  ECONNRESET: 'connection-broke',
  EPIPE: 'connection-broke',
  ABORT_ERR: 'was-cancelled',
  ERR_STREAM_PREMATURE_CLOSE: 'connection-broke',
  ERR_FS_FILE_TOO_LARGE: 'too-large-for-memory',
  ERR_STRING_TOO_LONG: 'too-large-for-memory',
};

/** The system's code for what went wrong; undefined where the system has nothing to do with it. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // An error that came from another thread has lost all but its message, which begins with the code.
  return /^(E[A-Z0-9]+): /.exec(error.message)?.[1];
}

/** In our words: the end of a sentence. */
export function systemReason(code: string | undefined): Reason {
  if (code === undefined) return reason('unknown');
  return Object.hasOwn(reasons, code) ? reason(reasons[code]) : reason('system-code', { code });
}

/** The same in English. */
export function reasonOfCode(code: string | undefined): string {
  return reasonText(systemReason(code));
}
