import { closeSync, createReadStream, fstatSync, readSync } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { GzipError, gzipMembers } from './gzipMembers';
import { openFile } from './readable';
import { type ZipEntry, ZipError, zipEntries } from './zip';
import { zipMemberOf } from './zipMember';

/** The bytes of one trace, one block after another: of a plain file, or unpacked from gzip or a zip as they come. */
export interface ByteSource {
  readonly path: string;
  readonly kind: 'plain' | 'packed';
  /** Size on disk, packed. */
  readonly sizeBytes: number;
  /** When it was written to last. */
  readonly modifiedMs: number;
  /** Bytes of the file on disk used so far, for progress. */
  readonly bytesDone: number;
  /** Puts up to `target.length - at` bytes at `at`; answers how many, 0 at the end. Rejects with `UnpackError`. */
  fill(target: Uint8Array, at: number): number | Promise<number>;
  /** Passes over the next bytes (unpacked ones); false if the source ends before. */
  skip(bytes: number): boolean | Promise<boolean>;
  close(): void;
}

export type PackedFormat = 'gzip' | 'zip';

/** The packed stream is broken; what came before it has been delivered. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
  constructor(
    /** Something else stands behind a gzip that is whole: trailing. */
    readonly kind: 'truncated' | 'damaged' | 'trailing',
    /** What of it: a gzip within a zip may be damaged before it was put there. */
    readonly format: PackedFormat,
    /** Where in the unpacked bytes. */
    readonly unpackedBytes: number,
    cause?: unknown,
  ) {
    super(`The packed data is ${kind}`, { cause });
  }

  /** Of the notice that says so. */
  get code() {
    return this.kind === 'trailing' ? 'gzip-trailing' : (`${this.format}-${this.kind}` as const);
  }
}

/** Small enough that the bytes are still in the processor’s cache when they are parsed. */
const READ_BLOCK_BYTES = 1 << 20;
/** Each chunk is a round trip to zlib's thread, so they are large. */
const UNPACK_CHUNK_BYTES = 1 << 19;
/** Of a damaged stream zlib keeps the chunk it was working on to itself: near the damage they are small. */
const CAREFUL_CHUNK_BYTES = 1 << 12;

/** Opens by content, not by name. Throws what `fs` throws, or `ZipError` for a zip without a trace in it. */
export function openByteSource(path: string): ByteSource {
  const fd = openFile(path);
  try {
    const { size: sizeBytes, mtimeMs: modifiedMs } = fstatSync(fd);
    const head = new Uint8Array(4);
    readSync(fd, head, 0, 4, 0);
    if (head[0] === 0x1f && head[1] === 0x8b) {
      closeSync(fd);
      return new PackedSource(path, sizeBytes, modifiedMs, gunzipped);
    }
    if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) {
      const entry = traceEntry(zipEntries(fd, sizeBytes), zipMemberOf(path)?.name);
      closeSync(fd);
      return new PackedSource(path, sizeBytes, modifiedMs, (file, chunkSize) => unzip(file, entry, chunkSize), entry);
    }
    return new FileSource(path, fd, sizeBytes, modifiedMs);
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

/** Of a zip with several files the one that is named, else the largest that may be a trace. Throws a `ZipError`. */
function traceEntry(entries: readonly ZipEntry[], name: string | undefined): ZipEntry {
  if (name !== undefined) {
    const own = entries.find((entry) => entry.name === name);
    if (!own) throw new ZipError('zip-no-member', { name });
    return own;
  }
  const traces = entries.filter((entry) => /\.json(\.gz)?$|\.gz$|\.txt$|\.trace$/i.test(entry.name));
  return (traces.length > 0 ? traces : entries).reduce((a, b) => (b.unpackedBytes > a.unpackedBytes ? b : a));
}

/** What of a packed file is damaged. */
interface Damage {
  readonly format: PackedFormat;
  readonly error: Error;
}

/** The streams that unpack a file, one behind the other. Those behind one that fails come to an end with what they had got. */
interface Unpacking {
  readonly unpacked: Readable;
  /** Of the one that failed first; undefined: none did. */
  damage(): Damage | undefined;
  /** What has come out of a zip so far is what its directory says. */
  isWhole(): boolean;
}

/**
 * A stream of zlib waits until what came out last has been taken: one that fails throws away what nobody has taken yet, and how much
 * that is would be a matter of who is faster.
 */
const options = (chunkSize: number) => ({ chunkSize, readableHighWaterMark: 1 });

function gunzipped(file: Readable, chunkSize: number): Unpacking {
  let damage: Damage | undefined;
  const unpacked = fromFile(file, createGunzip(options(chunkSize)));
  unpacked.on('error', (error) => {
    damage = { format: 'gzip', error };
  });
  return { unpacked, damage: () => damage, isWhole: () => true };
}

function unzip(file: Readable, entry: ZipEntry, chunkSize: number): Unpacking {
  let damage: Damage | undefined;
  const failing = <T extends Readable>(stream: T, format: PackedFormat): T =>
    stream.on('error', (error) => {
      damage ??= { format, error };
    });
  let [checksum, bytes] = [0, 0];
  const check = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      checksum = crc32(chunk, checksum);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const isPacked = entry.method === 'deflate';
  const checked = isPacked
    ? behind(fromFile(file, failing(createInflateRaw(options(chunkSize)), 'zip')), check)
    : fromFile(file, check);
  const isGzip = entry.name.toLowerCase().endsWith('.gz');
  return {
    unpacked: isGzip ? behind(checked, failing(createGunzip(options(chunkSize)), 'gzip')) : checked,
    damage: () => damage,
    isWhole: () => bytes === entry.unpackedBytes && checksum === entry.checksum,
  };
}

/** pipe() does not pass errors on: without this a file that can't be read would leave the reader waiting, or end the thread. */
function fromFile<T extends Transform>(file: Readable, to: T): T {
  file.on('error', (error) => to.destroy(error));
  return file.pipe(to);
}

/** What comes out before the damage goes on through the next. */
function behind<T extends Transform>(damaged: Readable, to: T): T {
  damaged.on('error', () => to.end());
  return damaged.pipe(to);
}

class FileSource implements ByteSource {
  readonly kind = 'plain';
  bytesDone = 0;
  #isOpen = true;
  constructor(
    readonly path: string,
    readonly fd: number,
    readonly sizeBytes: number,
    readonly modifiedMs: number,
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

interface UnpackStreams extends Omit<Unpacking, 'unpacked'> {
  readonly chunks: AsyncIterator<Uint8Array>;
  close(): void;
}

/** What a damaged gzip holds up to the damage, and what is wrong with it. */
function gunzippedCarefully(path: string): UnpackStreams {
  let damage: Damage | undefined;
  async function* chunks() {
    try {
      yield* gzipMembers(path, options(CAREFUL_CHUNK_BYTES));
    } catch (error) {
      if (!(error instanceof GzipError || (error instanceof Error && isOfZlib(error)))) throw error;
      damage = { format: 'gzip', error };
    }
  }
  const own = chunks();
  return { chunks: own, damage: () => damage, isWhole: () => true, close: () => void own.return() };
}

/**
 * A gzip (of one or more members) or a zip entry, through node:zlib. Where it is damaged, what has been delivered is
 * unpacked once more, in small steps, to come as near to the damage as can be.
 */
class PackedSource implements ByteSource {
  readonly kind = 'packed';
  #streams: UnpackStreams;
  #isCareful = false;
  /** Bytes to pass over that have been delivered before. */
  #again = 0;
  #rest: Uint8Array = new Uint8Array(0);
  #unpackedBytes = 0;
  #packedBytes = 0;

  constructor(
    readonly path: string,
    readonly sizeBytes: number,
    readonly modifiedMs: number,
    readonly unpack: (file: Readable, chunkSize: number) => Unpacking,
    readonly entry?: ZipEntry,
  ) {
    this.#streams = this.#start(UNPACK_CHUNK_BYTES);
  }

  #start(chunkSize: number): UnpackStreams {
    const { entry } = this;
    if (this.#isCareful && !entry) return gunzippedCarefully(this.path);
    const range = entry ? { start: entry.dataOffset, end: entry.dataOffset + entry.packedBytes - 1 } : {};
    const file = createReadStream(this.path, { fd: openFile(this.path), highWaterMark: 1 << 18, start: 0, ...range });
    file.on('data', (chunk) => {
      this.#packedBytes += chunk.length;
    });
    const { unpacked, damage, isWhole } = this.unpack(file, chunkSize);
    const close = () => {
      unpacked.destroy();
      file.destroy();
    };
    return { damage, isWhole, close, chunks: unpacked[Symbol.asyncIterator]() };
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
    for (;;) {
      const result = await this.#taken();
      if (result.done) {
        const damage = this.#streams.damage();
        if (damage === undefined && this.#streams.isWhole()) return undefined;
        if (damage === undefined) throw new UnpackError('damaged', 'zip', this.#unpackedBytes);
        this.#startCarefully(damage);
        continue;
      }
      const isNew = result.value.length > this.#again;
      const chunk = result.value.subarray(this.#again);
      this.#again = isNew ? 0 : this.#again - result.value.length;
      if (isNew) return chunk;
    }
  }

  /** What comes next out of the streams; damage is an end. Throws what the file could not be read for. */
  async #taken(): Promise<IteratorResult<Uint8Array>> {
    const { chunks, damage } = this.#streams;
    try {
      return await chunks.next();
    } catch (error) {
      if (damage() === undefined || !isOfZlib(error)) throw error;
      return { done: true, value: undefined };
    }
  }

  /** Once more up to the damage; the second time it is reached, that is thrown. */
  #startCarefully({ format, error }: Damage): void {
    if (this.#isCareful) {
      const ofZlib = codeOf(error) === 'Z_BUF_ERROR' ? 'truncated' : 'damaged';
      const kind = error instanceof GzipError ? error.kind : ofZlib;
      throw new UnpackError(kind, format, this.#unpackedBytes, error);
    }
    this.close();
    this.#isCareful = true;
    this.#again = this.#unpackedBytes;
    this.#streams = this.#start(CAREFUL_CHUNK_BYTES);
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
    this.#streams.close();
  }
}

function isOfZlib(error: unknown): boolean {
  return codeOf(error)?.startsWith('Z_') ?? false;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
