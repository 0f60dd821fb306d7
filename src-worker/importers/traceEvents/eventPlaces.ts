import type { EventSource } from '../../index/eventSource';

/**
 * A source is a byte offset in the run of the rank's files: file i has the offsets from `i * FILE_STRIDE_BYTES` on, which is
 * exact in a float64 for 8,192 files of 1 TB.
 */
const FILE_STRIDE_BYTES = 2 ** 40;

export function sourceAt(file: number, byteOffset: number): EventSource {
  return (file * FILE_STRIDE_BYTES + byteOffset) as EventSource;
}

/** Position of the file among the rank's. */
export function fileOf(source: EventSource): number {
  return Math.floor(source / FILE_STRIDE_BYTES);
}

/** In the file's (unpacked) bytes. */
export function byteOffsetOf(source: EventSource): number {
  return source % FILE_STRIDE_BYTES;
}
