import type { Notice } from '../../../src-contract';

/** What of a notice is needed to say it. */
export type Sentence = Pick<Notice, 'code' | 'message' | 'params' | 'reason' | 'path' | 'byteOffset'>;

/** An error as a sentence: the one that it brings along, or one whose translation it names by `code` or `name`. */
export function noticeOfError(error: unknown): Sentence {
  if (!(error instanceof Error)) return { code: 'unexpected-error', message: String(error), params: {} };
  if ('notice' in error && isNotice(error.notice)) return error.notice;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code, message: error.message || error.name, params: {} };
}

function isNotice(value: unknown): value is Notice {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'params' in value;
}
