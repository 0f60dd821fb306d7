/**
 * Arrays that are needed for a moment. The C library keeps freed memory of less than 32 MB for itself, so that what lanes are
 * sorted in would go on taking room: large ones get more, which nobody writes to and so takes none, but on Windows.
 */
const LARGE_BYTES = 4 << 20;
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

function bufferFor(sizeBytes: number): ArrayBuffer {
  const isLarge = sizeBytes >= LARGE_BYTES && process.platform !== 'win32';
  return new ArrayBuffer(isLarge ? Math.max(sizeBytes, OWN_BYTES) : sizeBytes);
}
