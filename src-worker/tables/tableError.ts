import type { Notice } from '../../src-contract';

/** A table can't be had at all; the message is a sentence for the user, with the path and the place in the file. */
export class TableError extends Error {
  override readonly name = 'TableError';

  constructor(readonly notice: Notice) {
    super(sentenceOf(notice));
  }
}

function sentenceOf({ message, path, byteOffset }: Notice): string {
  const place = [path, byteOffset === undefined ? undefined : `byte ${byteOffset.toLocaleString('en')}`];
  const known = place.filter((part) => part !== undefined);
  return known.length === 0 ? message : `${message} (${known.join(', ')})`;
}
