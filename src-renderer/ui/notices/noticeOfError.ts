import type { Notice } from '../../../src-contract';

/** An error as a sentence: those of the Engine and the upload name a translation by `code` or `name`. */
export function noticeOfError(error: unknown): Pick<Notice, 'code' | 'message' | 'params'> {
  if (!(error instanceof Error)) return { code: 'unexpected-error', message: String(error), params: {} };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code, message: error.message || error.name, params: {} };
}
