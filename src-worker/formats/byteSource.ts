import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { type ZipEntry, zipEntries } from './zip';

/** The bytes of one trace, one block after another: of a plain file, or unpacked from gzip or a zip as they come. */
export interface ByteSource {
  readonly path: string;
  readonly kind: 'plain' | 'packed';
  /** Size on disk, packed. */
  readonly sizeBytes: number;
  /** Bytes of the file on disk used so far, for progress. */
  readonly bytesDone: number;
  /** Puts up to `target.length - at` bytes at `at`; answers how many, 0 at the end. Rejects with `UnpackError`. */
  fill(target: Uint8Array, at: number): number | Promise<number>;
  /** Passes over the next bytes (unpacked ones); false if the source ends before. */
  skip(bytes: number): boolean | Promise<boolean>;
  close(): void;
}

/** The packed stream is broken; what came before it has been delivered. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
  constructor(
    readonly kind: 'truncated' | 'damaged',
    /** Where in the unpacked bytes. */
    readonly unpackedBytes: number,
    cause: unknown,
  ) {
    super(`The packed data is ${kind}`, { cause });
  }
}

/** Small enough that the bytes are still in the processor’s cache when they are parsed. */
const READ_BLOCK_BYTES = 1 << 20;
/** Of a damaged stream zlib keeps the chunk it was working on to itself, so chunks are not too large. */
const UNPACK_CHUNK_BYTES = 1 << 16;

/** Opens by content, not by name. Throws what `fs` throws, or `ZipError` for a zip without a trace in it. */
export function openByteSource(path: string): ByteSource {
  const fd = openSync(path, 'r');
  try {
    const sizeBytes = fstatSync(fd).size;
    const head = new Uint8Array(4);
    readSync(fd, head, 0, 4, 0);
    if (head[0] === 0x1f && head[1] === 0x8b) {
      closeSync(fd);
      return new PackedSource(path, sizeBytes, (file) => file.pipe(gunzip()));
    }
    if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) {
      const entry = traceEntry(zipEntries(fd, sizeBytes));
      closeSync(fd);
      return new PackedSource(path, sizeBytes, (file) => unzip(file, entry), entry);
    }
    return new FileSource(path, fd, sizeBytes);
  } catch (error) {
    closeQuietly(fd);
    throw error;
  }
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // It was closed already, before the error that is on its way to the caller.
  }
}

/** Of a zip with several files, the largest that may be a trace. */
function traceEntry(entries: readonly ZipEntry[]): ZipEntry {
  const traces = entries.filter((entry) => /\.json(\.gz)?$|\.gz$|\.txt$|\.trace$/i.test(entry.name));
  return (traces.length > 0 ? traces : entries).reduce((a, b) => (b.unpackedBytes > a.unpackedBytes ? b : a));
}

function gunzip() {
  return createGunzip({ chunkSize: UNPACK_CHUNK_BYTES });
}

function unzip(file: Readable, entry: ZipEntry): Readable {
  const unpacked = entry.method === 'deflate' ? file.pipe(createInflateRaw({ chunkSize: UNPACK_CHUNK_BYTES })) : file;
  return entry.name.toLowerCase().endsWith('.gz') ? unpacked.pipe(gunzip()) : unpacked;
}

class FileSource implements ByteSource {
  readonly kind = 'plain';
  bytesDone = 0;
  #isOpen = true;
  constructor(
    readonly path: string,
    readonly fd: number,
    readonly sizeBytes: number,
  ) {}

  fill(target: Uint8Array, at: number): number {
    const length = Math.min(READ_BLOCK_BYTES, target.length - at);
    const read = length > 0 ? readSync(this.fd, target, at, length, this.bytesDone) : 0;
    this.bytesDone += read;
    return read;
  }

  skip(bytes: number): boolean {
    this.bytesDone += bytes;
    return this.bytesDone <= this.sizeBytes;
  }

  close(): void {
    if (this.#isOpen) closeSync(this.fd);
    this.#isOpen = false;
  }
}

/** A gzip (of one or more members) or a zip entry, through node:zlib. */
class PackedSource implements ByteSource {
  readonly kind = 'packed';
  readonly #file: Readable;
  readonly #stream: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  #unpackedBytes = 0;
  #packedBytes = 0;

  constructor(
    readonly path: string,
    readonly sizeBytes: number,
    unpack: (file: Readable) => Readable,
    entry?: ZipEntry,
  ) {
    const range = entry ? { start: entry.dataOffset, end: entry.dataOffset + entry.packedBytes - 1 } : {};
    this.#file = createReadStream(path, { highWaterMark: 1 << 18, ...range });
    this.#file.on('data', (chunk) => {
      this.#packedBytes += chunk.length;
    });
    this.#stream = unpack(this.#file);
    // pipe() does not pass errors on: without this an unreadable file would leave the reader waiting for ever.
    this.#file.on('error', (error) => this.#stream.destroy(error));
    this.#chunks = this.#stream[Symbol.asyncIterator]();
  }

  get bytesDone(): number {
    return Math.min(this.#packedBytes, this.sizeBytes);
  }

  async fill(target: Uint8Array, at: number): Promise<number> {
    while (this.#rest.length === 0) {
      const next = await this.#nextChunk();
      if (!next) return 0;
      this.#rest = next;
    }
    const part = this.#rest.subarray(0, target.length - at);
    target.set(part, at);
    this.#rest = this.#rest.subarray(part.length);
    this.#unpackedBytes += part.length;
    return part.length;
  }

  async #nextChunk(): Promise<Uint8Array | undefined> {
    let result: IteratorResult<Uint8Array>;
    try {
      result = await this.#chunks.next();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (typeof code === 'string' && code.startsWith('Z_'))
        throw new UnpackError(code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged', this.#unpackedBytes, error);
      throw error;
    }
    return result.done ? undefined : result.value;
  }

  async skip(bytes: number): Promise<boolean> {
    const scrap = new Uint8Array(UNPACK_CHUNK_BYTES);
    while (bytes > 0) {
      const passed = await this.fill(scrap.subarray(0, Math.min(bytes, scrap.length)), 0);
      if (passed === 0) return false;
      bytes -= passed;
    }
    return true;
  }

  close(): void {
    this.#stream.destroy();
    this.#file.destroy();
  }
}
