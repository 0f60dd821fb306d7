import { type FileHandle, open } from 'node:fs/promises';

/** Text is collected up to here before it is encoded: short strings are cheaper to join than to encode one by one. */
const joinLength = 16_384;

/**
 * An ASCII file written in large chunks. `write` only collects; the caller awaits `drain` whenever `isFull`, which is
 * all the backpressure there is: at most about two chunks wait in memory.
 */
export class TextSink {
  bytesWritten = 0;
  private joined = '';
  private used = 0;
  private chunk: Buffer;
  private spare: Buffer | undefined;
  private handle: FileHandle | undefined;
  private overflow: Buffer[] = [];

  constructor(
    readonly path: string,
    private readonly chunkBytes: number,
  ) {
    if (chunkBytes < 4 * joinLength) throw new RangeError(`A chunk of ${chunkBytes} bytes is too small.`);
    this.chunk = Buffer.allocUnsafe(chunkBytes);
  }

  write(text: string): void {
    this.joined += text;
    if (this.joined.length >= joinLength) this.encode();
  }

  get isFull(): boolean {
    return this.overflow.length > 0;
  }

  async drain(): Promise<void> {
    const full = this.overflow;
    this.overflow = [];
    for (const buffer of full) {
      await this.put(buffer);
      this.spare = Buffer.from(buffer.buffer, buffer.byteOffset, this.chunkBytes);
    }
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    this.encode();
    await this.drain();
    await this.put(this.chunk.subarray(0, this.used));
    this.used = 0;
    await this.handle?.close();
    this.handle = undefined;
  }

  /** Closes the file as it is, for a job that was given up. */
  async abandon(): Promise<void> {
    this.overflow = [];
    this.used = 0;
    await this.handle?.close();
    this.handle = undefined;
  }

  private encode(): void {
    for (let from = 0; from < this.joined.length; from += joinLength) {
      this.append(this.joined.slice(from, from + joinLength));
    }
    this.joined = '';
  }

  private append(joined: string): void {
    if (this.used + joined.length > this.chunkBytes) {
      this.overflow.push(this.chunk.subarray(0, this.used));
      this.chunk = this.spare ?? Buffer.allocUnsafe(this.chunkBytes);
      this.spare = undefined;
      this.used = 0;
    }
    this.used += this.chunk.write(joined, this.used, 'latin1');
  }

  private async put(buffer: Buffer): Promise<void> {
    this.handle ??= await open(this.path, 'w');
    const { handle } = this;
    let done = 0;
    while (done < buffer.length) {
      const { bytesWritten } = await handle.write(buffer, done, buffer.length - done);
      done += bytesWritten;
    }
    this.bytesWritten += buffer.length;
  }
}
