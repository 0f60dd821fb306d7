import { openByteSource } from '../../files/byteSource';
import { csvCells } from './csvCells';

const FIRST_BYTES = 1 << 16;
const MOST_BYTES = 32 << 20;

/** Rows of one csv file read again, in their order: a window of the file that only moves forward. */
export class RowReader {
  readonly #source;
  #bytes = new Uint8Array(FIRST_BYTES);
  /** Offset in the file of the window's first byte, and how many there are. */
  #start = 0;
  #length = 0;
  #isEnd = false;

  /** Throws what opening throws. */
  constructor(path: string) {
    this.#source = openByteSource(path);
  }

  close(): void {
    this.#source.close();
  }

  /** Of the row that begins there, not before the last one asked for; undefined where the file ends before, or the row is too long. */
  async cellsAt(byteOffset: number): Promise<readonly string[] | undefined> {
    const end = this.#start + this.#length;
    if (byteOffset > end) {
      if (!(await this.#source.skip(byteOffset - end))) return undefined;
      this.#start = byteOffset;
      this.#length = 0;
    }
    for (;;) {
      const cells = csvCells(this.#bytes.subarray(byteOffset - this.#start, this.#length), this.#isEnd);
      if (cells || this.#isEnd) return cells;
      this.#dropBefore(byteOffset);
      if (this.#length > MOST_BYTES) return undefined;
      await this.#fill();
    }
  }

  /** Only when the window's end is reached, so that every byte is moved once at most. */
  #dropBefore(byteOffset: number): void {
    const dropped = byteOffset - this.#start;
    this.#bytes.copyWithin(0, dropped, this.#length);
    this.#start = byteOffset;
    this.#length -= dropped;
  }

  async #fill(): Promise<void> {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    const read = await this.#source.fill(this.#bytes, this.#length);
    this.#length += read;
    this.#isEnd = read === 0;
  }
}
