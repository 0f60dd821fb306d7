import type { Notice } from '../../../src-contract';
import { type ByteSource, UnpackError } from '../../files/byteSource';
import { notice } from '../../files/notices';
import { blockSum } from '../../tokenizer/hash';
import { SENTINEL_BYTES } from '../../tokenizer/scan';

const NEWLINE = 0x0a;
const FIRST_BUFFER_BYTES = 1 << 20;
/** A longer line is passed over. */
export const MAX_LINE_BYTES = 16 << 20;

/** What the lines of a stretch go to. Offsets are those of the file's (unpacked) bytes. */
export interface LineSink {
  /** The line `bytes[from, to)`, without its end. `isOpen`: the file ends behind it, without one. */
  line(bytes: Uint8Array, from: number, to: number, byteOffset: number, isOpen: boolean): void;
  tooLong(byteOffset: number): void;
  notice(said: Notice): void;
  /** Called after each block; false stops the reading. */
  progress(bytesDone: number): boolean;
}

export interface ReadLines {
  readonly isCancelled: boolean;
  /** Of the bytes read, block by block: see `FileCheck`. */
  readonly blockEnds: readonly number[];
  readonly blockSums: readonly number[];
}

/** Reads the lines in [startOffset, endOffset) of a file, which begin where a line does; to its end without one. */
export async function readLines(
  source: ByteSource,
  startOffset: number,
  endOffset: number | undefined,
  sink: LineSink,
  maxLineBytes = MAX_LINE_BYTES,
): Promise<ReadLines> {
  const blockEnds: number[] = [];
  const blockSums: number[] = [];
  if (startOffset > 0) await source.skip(startOffset);
  let bytes: Uint8Array = new Uint8Array(FIRST_BUFFER_BYTES + SENTINEL_BYTES);
  /** Where `bytes[0]` stands; the bytes [0, end) are the beginning of a line. */
  let [fileOffset, end] = [startOffset, 0];
  let isInLongLine = false;
  for (;;) {
    const room = bytes.length - SENTINEL_BYTES;
    const wanted = endOffset === undefined ? room : Math.min(room, endOffset - fileOffset);
    const read = wanted > end ? await fill(source, bytes.subarray(0, wanted), end, sink) : 0;
    if (read === 0) break;
    blockEnds.push(fileOffset + end + read);
    blockSums.push(blockSum(bytes, end, end + read));
    let [from, searched] = [0, end];
    end += read;
    for (;;) {
      const newline = bytes.indexOf(NEWLINE, searched);
      if (newline < 0 || newline >= end) break;
      if (!isInLongLine) sink.line(bytes, from, newline, fileOffset + from, false);
      isInLongLine = false;
      from = newline + 1;
      searched = from;
    }
    if (isInLongLine) from = end;
    bytes.copyWithin(0, from, end);
    fileOffset += from;
    end -= from;
    if (end >= maxLineBytes) {
      sink.tooLong(fileOffset);
      isInLongLine = true;
      fileOffset += end;
      end = 0;
    }
    if (2 * end > bytes.length) bytes = grown(bytes, Math.min(2 * bytes.length, maxLineBytes + FIRST_BUFFER_BYTES));
    if (!sink.progress(fileOffset + end)) return { isCancelled: true, blockEnds, blockSums };
  }
  if (end > 0) sink.line(bytes, 0, end, fileOffset, true);
  return { isCancelled: false, blockEnds, blockSums };
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  const bigger = new Uint8Array(length + SENTINEL_BYTES);
  bigger.set(bytes);
  return bigger;
}

/** 0 at the end, also where a packed file is broken: that is told. */
async function fill(source: ByteSource, target: Uint8Array, at: number, sink: LineSink): Promise<number> {
  try {
    return await source.fill(target, at);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    sink.notice(notice(error.code, 'warning', {}, { path: source.path, byteOffset: error.unpackedBytes }));
    return 0;
  }
}
