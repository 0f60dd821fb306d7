import { readSync } from 'node:fs';

/** Packed bytes, asked for in order: none in front of those that were asked for last. */
export interface PackedInput {
  /** Fewer than asked for only at the end. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** The bytes [start, end) of a file. `onRead` is told how many of the file's bytes lie before those that are asked for next. */
export function fileInput(fd: number, start: number, end: number, onRead?: (bytes: number) => void): PackedInput {
  return {
    read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, end - start - offset)));
      onRead?.(start + offset);
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start + offset));
    },
  };
}

/** What comes out of another unpacking. */
export function chunkInput(chunks: AsyncIterator<Uint8Array>): PackedInput {
  let from = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  return {
    async read(offset, length) {
      const parts = [bytes.subarray(offset - from)];
      let have = parts[0].length;
      while (have < length) {
        const next = await chunks.next();
        if (next.done) break;
        parts.push(next.value);
        have += next.value.length;
      }
      from = offset;
      bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
      return bytes.subarray(0, length);
    },
  };
}
