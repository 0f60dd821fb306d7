import type { Readable, Writable } from 'node:stream';

/** Of what a process prints before its window is there, more than this is not kept: it may print without end. */
const keptBytes = 64 * 1024;

interface Stream {
  readonly from: Readable | null;
  readonly to: Writable;
}

interface Chunk {
  readonly to: Writable;
  readonly data: Buffer;
}

/** Keeps the last of what a process prints until it is known whether that is of interest. */
export class HeldOutput {
  readonly #streams: readonly Stream[];
  #chunks: Chunk[] = [];
  #sizeBytes = 0;
  #isReleased = false;

  constructor(streams: readonly Stream[]) {
    this.#streams = streams;
    for (const { from, to } of streams) from?.on('data', (data: Buffer) => this.#take({ to, data }));
  }

  /** From now on everything is passed on, what was kept first. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const { to, data } of this.#chunks) to.write(data);
    this.#chunks = [];
    for (const { from, to } of this.#streams) {
      from?.removeAllListeners('data');
      from?.pipe(to, { end: false });
    }
  }

  /** What is kept, in the order in which it came. */
  text(): string {
    return Buffer.concat(this.#chunks.map(({ data }) => data)).toString('utf8');
  }

  #take(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#sizeBytes += chunk.data.length;
    while (this.#sizeBytes > keptBytes && this.#chunks.length > 1) this.#sizeBytes -= this.#chunks.shift()!.data.length;
  }
}
