import { type ByteSource, UnpackError } from '../../files/byteSource';
import { notice } from '../../files/notices';
import type { Tokenizer } from '../../tokenizer/batch';
import { QUOTE } from '../../tokenizer/scan';

/** The part of a file that one reader reads. */
export interface TraceStretch {
  /** Where to begin: 0, or where an event begins inside the event list. */
  readonly startOffset: number;
  /** Where the next stretch begins; the end of the file if absent. */
  readonly endOffset?: number;
  /** Of a stretch that begins inside the event list: whether the list is the member of an object. */
  readonly isInObject?: boolean;
  /** The first event of a file whose events stand in no list, one a line. */
  readonly firstLine?: number;
}

/** Bytes asked of the source at a time: large enough to make the calls cheap, small enough to stay in the cache. */
const FIRST_BUFFER_BYTES = 4 << 20;

/**
 * The bytes of a stretch that are being read, in the tokenizer's memory: those not used yet are `bytes[at, end)`. Nothing is
 * read behind the stretch until `readOn`.
 */
export class StretchBytes {
  at = 0;
  end = 0;
  /** True once there is no more to be had. */
  isAtEnd = false;
  /** Of the bytes read, block by block: see `FileCheck`. */
  readonly blockEnds: number[] = [];
  readonly blockSums: number[] = [];
  /** Where `bytes[0]` stands in the file. */
  fileOffset: number;
  #endOffset: number | undefined;

  constructor(
    readonly source: ByteSource,
    readonly tokenizer: Tokenizer,
    readonly stretch: TraceStretch,
  ) {
    tokenizer.reserve(FIRST_BUFFER_BYTES);
    this.fileOffset = stretch.startOffset;
    this.#endOffset = stretch.endOffset;
  }

  async open(): Promise<void> {
    if (this.fileOffset > 0) await this.source.skip(this.fileOffset);
  }

  get bytes(): Uint8Array {
    return this.tokenizer.bytes;
  }

  get rest(): number {
    return this.end - this.at;
  }

  /** In the file. */
  offset(at = this.at): number {
    return this.fileOffset + at;
  }

  place(at = this.at) {
    return { path: this.source.path, byteOffset: this.offset(at) };
  }

  get isAtStretchEnd(): boolean {
    return this.#endOffset !== undefined && this.offset(this.end) >= this.#endOffset;
  }

  /** To the end of the file: the stretch does not end where it should. */
  readOn(): void {
    this.#endOffset = undefined;
  }

  /** So that scans which run past the bytes end. */
  putSentinel(): void {
    this.bytes[this.end] = QUOTE;
    this.bytes[this.end + 1] = QUOTE;
  }

  /** Reads more bytes behind those not used yet, which may move. What is wrong with a packed file is told to `note`. */
  async fill(note: (said: ReturnType<typeof notice>) => void): Promise<void> {
    if (this.at > 0) {
      this.bytes.copyWithin(0, this.at, this.end);
      this.fileOffset += this.at;
      this.end -= this.at;
      this.at = 0;
    }
    if (this.end * 2 > this.bytes.length) this.tokenizer.reserve(this.bytes.length * 2);
    let read: number;
    try {
      // The tokenizer's sentinel needs the last few bytes.
      read = await this.source.fill(this.bytes.subarray(0, this.#fillEnd()), this.end);
    } catch (error) {
      if (!(error instanceof UnpackError)) throw error;
      note(notice(error.code, 'warning', {}, { path: this.source.path, byteOffset: error.unpackedBytes }));
      read = 0;
    }
    if (read > 0) this.#noteBlock(read);
    this.end += read;
    // At the end there is one more step: what waited for bytes can tell now that there are none.
    if (read === 0) this.isAtEnd = true;
  }

  /** Before anything writes behind them, and while they are in the processor's cache. */
  #noteBlock(length: number): void {
    this.blockEnds.push(this.offset(this.end + length));
    this.blockSums.push(this.tokenizer.blockSum(this.end, this.end + length));
  }

  /** Up to where the buffer may be filled. */
  #fillEnd(): number {
    const end = this.bytes.length - 8;
    return this.#endOffset === undefined ? end : Math.min(end, this.#endOffset - this.fileOffset);
  }
}
