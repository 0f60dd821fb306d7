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

/** Positions among the sources, file by file, in the order in which they stand in it. */
export function sourcesByFile(
  sources: ArrayLike<EventSource>,
): readonly { readonly file: number; readonly positions: readonly number[] }[] {
  const order = Array.from(sources, (_, position) => position).sort((a, b) => sources[a] - sources[b]);
  const files: { readonly file: number; readonly positions: number[] }[] = [];
  for (const position of order) {
    const file = fileOf(sources[position]);
    const last = files.at(-1);
    if (last?.file === file) last.positions.push(position);
    else files.push({ file, positions: [position] });
  }
  return files;
}
