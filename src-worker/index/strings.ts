import type { StringTable } from '../tokenizer/batch';
import type { PackedStrings } from './rankIndex';

const decoder = new TextDecoder();

/** Text of a JSON string's bytes: UTF-8, escapes undone where they are valid. Wrong UTF-8 becomes "�". */
export function jsonText(bytes: Uint8Array): string {
  const raw = decoder.decode(bytes.buffer instanceof SharedArrayBuffer ? bytes.slice() : bytes);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    // A raw control character or an unknown escape: the string as it stands in the file is the best there is.
    return raw;
  }
}

/** The table's strings in shared memory. */
export function packStrings(table: StringTable): PackedStrings {
  const packed = table.packed();
  const bytes = new Uint8Array(new SharedArrayBuffer(packed.bytes.length));
  const ends = new Uint32Array(new SharedArrayBuffer(packed.ends.byteLength));
  bytes.set(packed.bytes);
  ends.set(packed.ends);
  return { bytes, ends };
}

/** The bytes of texts, as JSON would have them between its quotes, in shared memory. */
export function packEncoded(encoded: readonly Uint8Array[]): PackedStrings {
  const bytes = new Uint8Array(new SharedArrayBuffer(encoded.reduce((sum, { length }) => sum + length, 0)));
  const ends = new Uint32Array(new SharedArrayBuffer(4 * encoded.length));
  let end = 0;
  encoded.forEach((text, i) => {
    bytes.set(text, end);
    end += text.length;
    ends[i] = end;
  });
  return { bytes, ends };
}

export function packedBytes(strings: PackedStrings, id: number): Uint8Array {
  return strings.bytes.subarray(id === 0 ? 0 : strings.ends[id - 1], strings.ends[id]);
}

export function packedText(strings: PackedStrings, id: number): string {
  return jsonText(packedBytes(strings, id));
}
