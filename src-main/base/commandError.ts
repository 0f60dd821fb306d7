/** What was asked for could not be done. Its message is one sentence, for who asked; a command's exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
