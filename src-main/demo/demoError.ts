/** The options make no sense, or the folder is not empty. The message is a sentence for the user. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
