/**
 * Arrays that are needed for a moment. The C library keeps freed memory of less than 32 MB for itself, so that what lanes are
 * sorted in would go on taking room; and once it has seen such a block freed it keeps all that are no larger, also those of
 * the index, where they stay among what was freed. Large ones get more, which nobody writes to and so takes none, but on Windows.
 */
const LARGE_BYTES = 1 << 20;
const OWN_BYTES = 33 << 20;

export function passingWords(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(bufferFor(4 * length), 0, length);
}

export function passingIntegers(length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(bufferFor(4 * length), 0, length);
}

export function passingFloats(length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(bufferFor(8 * length), 0, length);
}

export function passingHalves(length: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array(bufferFor(2 * length), 0, length);
}

export function passingBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bufferFor(length), 0, length);
}

/** The same of what several threads are given. */
export function passingSharedWords(length: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(roomFor(4 * length)), 0, length);
}

function bufferFor(sizeBytes: number): ArrayBuffer {
  return new ArrayBuffer(roomFor(sizeBytes));
}

function roomFor(sizeBytes: number): number {
  const isLarge = sizeBytes >= LARGE_BYTES && process.platform !== 'win32';
  return isLarge ? Math.max(sizeBytes, OWN_BYTES) : sizeBytes;
}
