import { readFileSync, statSync } from 'node:fs';

/** Larger ones are no summary of a rank. */
const MOST_BYTES = 256 << 20;

/** Throws what reading throws, or a `RangeError` for what is too large to be one. */
export function bytesOfSummary(path: string): Uint8Array {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new RangeError(`${size} bytes`);
  return readFileSync(path);
}
