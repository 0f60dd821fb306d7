import { type FileHandle, open } from 'node:fs/promises';

/**
 * Text is joined up to here before it is encoded: short strings are cheaper to join than to encode one by one, and much
 * longer ones outlive the garbage collector's nursery.
 */
const joinLength = 16_384;

/**
 * An ASCII file written in large chunks. `write` only collects; the caller awaits `drain` whenever `isFull`, which is
 * all the backpressure there is: about three chunks wait in memory.
 */
export class TextSink {
  bytesWritten = 0;
  private joined = '';
  private used = 0;
  private chunk: Buffer;
  private spare: Buffer | undefined;
  private handle: FileHandle | undefined;
  private overflow: Buffer[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    private readonly chunkBytes: number,
  ) {
    this.chunk = Buffer.allocUnsafe(chunkBytes);
  }

  write(text: string): void {
    this.joined += text;
    if (this.joined.length >= joinLength) this.encode();
  }

  get isFull(): boolean {
    return this.overflow.length > 0;
  }

  /** Hands the full chunks to the file, once it has taken those before. */
  async drain(): Promise<void> {
    const full = this.overflow;
    this.overflow = [];
    for (const buffer of full) {
      await this.writing;
      this.writing = this.put(buffer);
      // A failure is met at the next `drain` or `close`; until then it must not count as unhandled.
      this.writing.catch(() => undefined);
    }
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    this.encode();
    await this.drain();
    await this.writing;
    await this.put(this.chunk.subarray(0, this.used));
    this.used = 0;
    await this.handle?.close();
    this.handle = undefined;
  }

  /** Closes the file as it is, for a job that was given up. */
  async abandon(): Promise<void> {
    this.overflow = [];
    this.used = 0;
    await this.writing.catch(() => undefined);
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
    if (buffer.buffer.byteLength >= this.chunkBytes) {
      this.spare = Buffer.from(buffer.buffer, buffer.byteOffset, this.chunkBytes);
    }
  }
}
