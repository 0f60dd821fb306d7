import { projectDir, StepError } from './project.mjs';

/**
 * What is told when a start fails before the program itself runs: one sentence, and what to do.
 *
 * @param {unknown} error
 */
export function startSentence(error) {
  if (error instanceof StepError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `Tracelane can’t be built here: ${projectDir} can’t be written to (${code}); start it as the owner of that folder.`;
  }
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `Tracelane can’t be built here: the disk is full (${code}).`;
  const what = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return `Tracelane can’t be started (${what}); TRACELANE_DEBUG=1 shows more.`;
}
