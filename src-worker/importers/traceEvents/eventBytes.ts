import { type ByteSource, openByteSource } from '../../files/byteSource';
import type { FileCheck } from '../../index/eventSource';
import { blockSum } from '../../tokenizer/hash';
import { type ReadObject, readObject } from './jsonObject';

const BLOCK_BYTES = 1 << 20;
const LARGEST_EVENT_BYTES = 64 << 20;
/** Room for the two quotes behind the bytes that the reader of objects stops at. */
const SENTINEL_BYTES = 8;

export interface EventAgain extends ReadObject {
  /** The file has been written to since it was read, but this is as it was. */
  readonly isElsewhereChanged: boolean;
}

/**
 * The event that begins at `byteOffset` in the file's (unpacked) bytes, read again. Undefined if there is no whole object
 * there any more, or if the blocks of bytes that it stands in are not those of `check`: then it may be another event of the
 * same length. Throws what reading throws.
 */
export async function readEventAt(
  path: string,
  byteOffset: number,
  check: FileCheck | undefined,
): Promise<EventAgain | undefined> {
  const source = openByteSource(path);
  try {
    const blocks = new CheckedBlocks(source, check, byteOffset);
    // Twice as much each time: an event can be long.
    for (let wantedBytes = 1; ; wantedBytes = 2 * blocks.length) {
      const isMore = await blocks.read(wantedBytes);
      if (blocks.isChanged) return undefined;
      const event = readObject(blocks.bytes, byteOffset - blocks.start, blocks.length);
      if (event) return { ...event, isElsewhereChanged: isWrittenTo(source, check) };
      if (!isMore || blocks.length > LARGEST_EVENT_BYTES) return undefined;
    }
  } finally {
    source.close();
  }
}

/** Whether it has been since the check was made. */
function isWrittenTo(source: ByteSource, check: FileCheck | undefined): boolean {
  if (!check || check.blockEnds.length === 0) return false;
  return source.sizeBytes !== check.sizeBytes || source.modifiedMs !== check.modifiedMs;
}

/** The bytes of a file from the block on that a place lies in, block by block as they were read first, and compared. */
class CheckedBlocks {
  bytes: Uint8Array<ArrayBufferLike> = new Uint8Array(2 * BLOCK_BYTES + SENTINEL_BYTES);
  length = 0;
  isChanged = false;
  /** Offset in the file of the first byte. */
  start: number;
  /** The next block; where there is none left, the bytes are not compared. */
  #block: number;
  #isSkipped = false;

  constructor(
    readonly source: ByteSource,
    readonly check: FileCheck | undefined,
    byteOffset: number,
  ) {
    const ends = check?.blockEnds ?? new Float64Array(0);
    this.#block = upperBound(ends, byteOffset);
    const isKnown = this.#block < ends.length;
    this.start = isKnown ? (ends[this.#block - 1] ?? 0) : byteOffset;
  }

  /** Reads whole blocks until there are so many bytes; false at the end of the file. */
  async read(wantedBytes: number): Promise<boolean> {
    if (!this.#isSkipped && !(await this.source.skip(this.start))) return false;
    this.#isSkipped = true;
    while (this.length < wantedBytes && !this.isChanged) if (!(await this.#readBlock())) return false;
    return true;
  }

  /** Goes on as if nothing had been read, or found to be changed. */
  forget(): void {
    this.start = this.check?.blockEnds[this.#block - 1] ?? this.start;
    this.length = 0;
    this.isChanged = false;
  }

  async #readBlock(): Promise<boolean> {
    const { check } = this;
    const end = check?.blockEnds[this.#block];
    const from = this.length;
    await this.#fillUpTo(end === undefined ? from + BLOCK_BYTES : end - this.start);
    if (check && end !== undefined) {
      const isWhole = this.length === end - this.start;
      this.isChanged = !isWhole || blockSum(this.bytes, from, this.length) !== check.blockSums[this.#block];
      this.#block++;
    }
    this.bytes[this.length] = 0x22;
    this.bytes[this.length + 1] = 0x22;
    return this.length > from;
  }

  async #fillUpTo(length: number): Promise<void> {
    if (length + SENTINEL_BYTES > this.bytes.length) {
      const bigger = new Uint8Array(2 * length + SENTINEL_BYTES);
      bigger.set(this.bytes.subarray(0, this.length));
      this.bytes = bigger;
    }
    while (this.length < length) {
      const read = await this.source.fill(this.bytes.subarray(0, length), this.length);
      if (read === 0) return;
      this.length += read;
    }
  }
}

/** First position whose value is more. */
function upperBound(ends: Float64Array, value: number): number {
  let from = 0;
  let to = ends.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ends[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether some of the bytes [start, end) are other ones. */
export type ChangedBytes = (start: number, end: number) => boolean;

const NOTHING_CHANGED: ChangedBytes = () => false;

/** Of each block, reading all of the file. */
async function changedBlocks(path: string, check: FileCheck): Promise<readonly boolean[]> {
  const source = openByteSource(path);
  try {
    const blocks = new CheckedBlocks(source, check, 0);
    const isChanged: boolean[] = [];
    while (isChanged.length < check.blockEnds.length) {
      blocks.forget();
      await blocks.read(1);
      isChanged.push(blocks.isChanged);
    }
    return isChanged;
  } finally {
    source.close();
  }
}

/** Events of one file read again, in their order: a window of the file that only moves forward. */
export class EventReader {
  readonly #source;
  #bytes: Uint8Array;
  /** Offset in the file of the window's first byte, and how many there are. */
  #start = 0;
  #length = 0;

  /** Throws what opening throws. */
  constructor(
    path: string,
    readonly check: FileCheck | undefined,
  ) {
    this.#source = openByteSource(path);
    this.#bytes = new Uint8Array(BLOCK_BYTES + SENTINEL_BYTES);
  }

  /** Where blocks of bytes are other ones than they were; nothing where the file has not been written to since. */
  async changes(): Promise<ChangedBytes> {
    const { check } = this;
    if (!check || !isWrittenTo(this.#source, check)) return NOTHING_CHANGED;
    const isChanged = await changedBlocks(this.#source.path, check);
    return (start, end) => {
      for (let block = upperBound(check.blockEnds, start); block < isChanged.length; block++) {
        if (isChanged[block]) return true;
        if (check.blockEnds[block] >= end) return false;
      }
      return false;
    };
  }

  close(): void {
    this.#source.close();
  }

  /** The object that begins there, not before the last one asked for; undefined if no whole one does. */
  async eventAt(byteOffset: number): Promise<ReadObject | undefined> {
    const end = this.#start + this.#length;
    if (byteOffset > end) {
      if (!(await this.#source.skip(byteOffset - end))) return undefined;
      this.#start = byteOffset;
      this.#length = 0;
    }
    while (true) {
      this.#bytes[this.#length] = 0x22;
      this.#bytes[this.#length + 1] = 0x22;
      const event = readObject(this.#bytes, byteOffset - this.#start, this.#length);
      if (event) return event;
      this.#dropBefore(byteOffset);
      if (this.#length + SENTINEL_BYTES >= this.#bytes.length && !this.#grow()) return undefined;
      if (!(await this.#fill())) return undefined;
    }
  }

  /** Only when the window's end is reached, so that every byte is moved once at most. */
  #dropBefore(byteOffset: number): void {
    const dropped = byteOffset - this.#start;
    this.#bytes.copyWithin(0, dropped, this.#length);
    this.#start = byteOffset;
    this.#length -= dropped;
  }

  async #fill(): Promise<boolean> {
    const room = this.#bytes.subarray(0, this.#bytes.length - SENTINEL_BYTES);
    const read = await this.#source.fill(room, this.#length);
    this.#length += read;
    return read > 0;
  }

  #grow(): boolean {
    if (this.#bytes.length >= LARGEST_EVENT_BYTES) return false;
    const bigger = new Uint8Array(4 * this.#bytes.length);
    bigger.set(this.#bytes);
    this.#bytes = bigger;
    return true;
  }
}
