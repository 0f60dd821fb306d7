import type { ArgEntry } from '../api';
import type { IndexedFile } from '../index/rankIndex';
import { openByteSource } from './byteSource';
import { readObject } from './jsonObject';

const FIRST_BLOCK_BYTES = 1 << 16;
const LARGEST_BLOCK_BYTES = 256 << 20;
/** Room for the two quotes behind the bytes. */
const SENTINEL_BYTES = 8;

/**
 * The event that begins at `byteOffset` in the file's (unpacked) bytes, read again: its members as written. Undefined if
 * there is no whole object there any more. Throws what reading throws.
 */
export async function readEventAt(file: IndexedFile, byteOffset: number): Promise<ArgEntry[] | undefined> {
  const source = openByteSource(file.path);
  try {
    if (!(await source.skip(byteOffset))) return undefined;
    let bytes = new Uint8Array(FIRST_BLOCK_BYTES + SENTINEL_BYTES);
    for (let length = 0; ; ) {
      const read = await source.fill(bytes.subarray(0, bytes.length - SENTINEL_BYTES), length);
      length += read;
      bytes[length] = 0x22;
      bytes[length + 1] = 0x22;
      const event = readObject(bytes, 0, length);
      if (event || read === 0) return event;
      if (length < bytes.length - SENTINEL_BYTES) continue;
      if (bytes.length >= LARGEST_BLOCK_BYTES) return undefined;
      const bigger = new Uint8Array(bytes.length * 4);
      bigger.set(bytes);
      bytes = bigger;
    }
  } finally {
    source.close();
  }
}
