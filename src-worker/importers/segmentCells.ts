/** A segment's progress, in shared memory: written by the thread that reads it, looked at by the engine. */
export interface SegmentCells {
  /** `[0]` bytes on disk done, `[1]` events read, `[2]` bytes of a damaged file that have been unpacked once more. */
  readonly progress: Float64Array;
  /** `[0]` other than 0: stop at the next block of bytes. */
  readonly cancel: Int32Array;
}

/** Cells of a segment that nobody has begun to read. */
export function newProgress(): SegmentCells['progress'] {
  return new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
}
