import { filled, type SentenceParams } from './sentence';

/** Every reason why something failed, in English: the end of a sentence. The window has them in its languages by their ids. */
export const reasonSentences = {
  unknown: 'the reason is not known',
  // What the system says.
  'not-there': 'it does not exist',
  'path-through-file': 'part of its path is not a folder',
  'is-folder': 'it is a folder',
  'not-allowed': 'permission denied to the user that Tracelane runs as',
  'link-circle': 'links lead in a circle',
  'path-too-long': 'its path is too long',
  'too-many-open': 'too many files are open',
  'disk-failed': 'the disk or the network failed',
  'drive-gone': 'the network drive was disconnected',
  'drive-silent': 'the network drive does not answer',
  'in-use': 'it is in use',
  'not-a-file': 'it is not a file but a pipe, a socket or a device',
  'disk-full': 'the disk is full',
  'quota-used': 'your share of the disk is used up',
  'read-only': 'the disk can’t be written to',
  'too-large-for-disk': 'the file would be larger than the disk allows',
  'name-taken': 'something with that name exists already',
  'folder-not-empty': 'the folder is not empty',
  'no-memory': 'the system has no memory left',
  'not-possible': 'the system can’t do that with it',
  'port-taken': 'another program has the port',
  'connection-broke': 'the connection broke',
  'was-cancelled': 'it was cancelled',
  'too-large-for-memory': 'it is too large to be read as a whole',
  'system-code': 'the system reports {code}',
  // Where links lead.
  'leads-outside':
    'it leads to {target}, outside of the folders that Tracelane may show; start Tracelane again with --root and that folder',
  'lies-outside': 'it is outside of the folders that Tracelane may show',
  // Zip.
  'zip-cut': 'it is incomplete: the copy was interrupted',
  'zip-without-directory': 'it is incomplete, without a directory at its end: the copy was interrupted',
  'zip-directory': 'its directory is damaged',
  'zip-name-length': 'its directory is damaged: a name in it runs past its end',
  'zip-no-member': '{name} is not in it any more',
  'zip-no-file': 'it holds no file that can be read',
  'zip-all-empty': 'all files in it are empty',
  'zip-too-large': 'it is larger than 4 GB; unpack it first',
  'zip-file-outside': 'it contains a file that would be unpacked outside of its folder ({name})',
  'zip-file-header': 'the header of {name} in it is damaged',
  'zip-file-cut': 'the data of {name} in it run past its end',
  // JSON.
  'json-ends': 'the file ends too early',
  'json-character': '“{found}” is unexpected',
  'json-byte': 'the byte {found} is unexpected',
  'json-too-deep': 'it is nested more than {limit} deep',
  'own-not-json': 'it is not valid JSON, or a pattern in it is invalid',
  'own-shape': '{place} is not what it should be',
  // Headers of SQLite.
  'header-cut': 'it has {sizeBytes} of {wantedBytes} bytes',
  'page-size': 'a page size of {pageBytes}',
  'log-page-size': 'pages of {pageBytes} bytes, and of {logPageBytes} in its log',
  'reserved-bytes': '{reservedBytes} reserved bytes in pages of {pageBytes}',
  'text-encoding': 'text encoding {encoding}',
} as const;

export type ReasonId = keyof typeof reasonSentences;

/** Why something failed; stands at the end of a sentence. */
export interface Reason {
  readonly id: ReasonId;
  readonly params: SentenceParams;
}

export function reason(id: ReasonId, params: SentenceParams = {}): Reason {
  return { id, params };
}

/** In English. */
export function reasonText({ id, params }: Reason): string {
  return filled(reasonSentences[id], params);
}

/** An error that says why, besides its message. */
export interface WithReason {
  readonly reason: Reason;
}

/** What an error says of why, if it is one of those that do; also one that came from another thread. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error) || !('reason' in error)) return undefined;
  const found = error.reason as Partial<Reason> | undefined;
  return typeof found?.id === 'string' && Object.hasOwn(reasonSentences, found.id) ? (found as Reason) : undefined;
}
