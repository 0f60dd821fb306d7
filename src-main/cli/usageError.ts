/** The command line asks for something that does not exist. Its message is one sentence; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
