import type { TransformOptions } from 'node:stream';
import { createInflateRaw, type InflateRaw, type ZlibOptions } from 'node:zlib';
import type { PackedInput } from './packedInput';

/** Packed bytes of a step. What the first unpacks to, at most a thousand times as much, is kept until it is taken. */
const STEP_BYTES = [1 << 14, 1 << 7, 1] as const;

/**
 * How many packed bytes are put in at a time. zlib keeps to itself what it has unpacked of a step in which it comes upon damage; the
 * next time that step is taken in smaller ones, until only what stands in the damaged byte itself is lost. Each takes a round trip
 * to zlib's thread: so many that all are small would take hours.
 */
export class StepSizes {
  /** Where the smaller steps begin, and those that are smaller still. */
  readonly #finerFrom: number[] = [];
  #failedAt: number | undefined;

  /** All is unpacked once more. */
  begin(): void {
    this.#failedAt = undefined;
  }

  at(offset: number): number {
    const finer = this.#finerFrom;
    const next = finer.findIndex((from) => from > offset);
    const level = next < 0 ? finer.length : next;
    const isBehind = level > 0 && offset >= finer[level - 1] + STEP_BYTES[level - 1];
    const end = next < 0 ? Number.POSITIVE_INFINITY : finer[next];
    return Math.min(STEP_BYTES[isBehind ? 0 : level], end - offset);
  }

  /** In the step that begins there. */
  failAt(offset: number): void {
    this.#failedAt = offset;
  }

  /** Whether there is more to be had if all is unpacked once more. */
  refine(): boolean {
    if (this.#failedAt === undefined || this.#finerFrom.length === STEP_BYTES.length - 1) return false;
    this.#finerFrom.push(this.#failedAt);
    return true;
  }
}

/**
 * Unpacks the deflate stream that begins at `start`, a step at a time; all that comes of one is taken before the next. Returns
 * where the stream ends. Throws zlib's error.
 */
export async function* inflateSteps(
  input: PackedInput,
  start: number,
  sizes: StepSizes,
): AsyncGenerator<Uint8Array, number> {
  // So that a step is done only when all of it has been taken.
  const options: ZlibOptions & TransformOptions = { readableHighWaterMark: 1 };
  const inflate = new Stepwise(createInflateRaw(options));
  try {
    for (let at = start; ; ) {
      const packed = await input.read(at, sizes.at(at));
      const { chunks, end } = await inflate.put(packed);
      yield* chunks;
      if (end instanceof Error) {
        // What is merely cut off has given all of it.
        if (packed.length > 0) sizes.failAt(at);
        throw end;
      }
      if (end === 'stream-end') return start + inflate.stream.bytesWritten;
      at += packed.length;
    }
  } finally {
    inflate.stream.destroy();
  }
}

type StepEnd = 'step-end' | 'stream-end' | Error;

/** Of a write that fails, or that is not read to its end, Node does not say that it is done: the stream ends instead. */
class Stepwise {
  #chunks: Uint8Array[] = [];
  #end: (end: StepEnd) => void = () => {};

  constructor(readonly stream: InflateRaw) {
    stream.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk));
    stream.on('end', () => this.#end('stream-end'));
    stream.on('error', (error) => this.#end(error));
  }

  /** Nothing: these were all. */
  async put(packed: Uint8Array): Promise<{ readonly chunks: readonly Uint8Array[]; readonly end: StepEnd }> {
    this.#chunks = [];
    const end = await new Promise<StepEnd>((resolve) => {
      this.#end = resolve;
      if (packed.length === 0) this.stream.end();
      else this.stream.write(packed, (error) => error ?? resolve('step-end'));
    });
    return { chunks: this.#chunks, end };
  }
}
