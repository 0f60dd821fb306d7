import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Larger ones are no summary of a rank. */
const MOST_BYTES = 256 << 20;

/** The bytes of a file, in the room that there is for so many. Throws what reading throws, or a `RangeError` for what is too large to be one. */
export function readSummary(path: string, roomOf: (sizeBytes: number) => Uint8Array): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size > MOST_BYTES) throw new RangeError(`${size} bytes`);
    const room = roomOf(size);
    let length = 0;
    while (length < size) {
      const count = readSync(file, room, length, size - length, null);
      // Somebody has made it shorter.
      if (count === 0) break;
      length += count;
    }
    return room.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
