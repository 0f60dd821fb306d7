import { closeSync, createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { GzipError, gzipMembers } from './gzipMembers';
import { inflateSteps, type StepSizes } from './inflateSteps';
import { chunkInput, fileInput, type PackedInput } from './packedInput';
import { openFile } from './readable';
import type { ZipEntry } from './zip';

export type PackedFormat = 'gzip' | 'zip';

/** What of a packed file is damaged. */
export interface Damage {
  readonly format: PackedFormat;
  /** Something else stands behind a gzip that is whole: trailing. */
  readonly kind: 'truncated' | 'damaged' | 'trailing';
  readonly error: Error;
}

/** A file being unpacked, a gzip in a zip by both. What is behind a layer that fails comes to an end with what it had got. */
export interface Unpacking {
  /** Ends at damage. Throws what the file could not be read for. */
  readonly chunks: AsyncIterator<Uint8Array>;
  /** Of the layer that failed first; undefined: none did. */
  damage(): Damage | undefined;
  /** What has come out of a zip so far is what its directory says. */
  isWhole(): boolean;
  close(): void;
}

/** Each chunk is a round trip to zlib's thread, so they are large. */
const CHUNK_BYTES = 1 << 19;
const READ_BYTES = 1 << 18;

/**
 * A stream of zlib waits until what came out last has been taken: one that fails throws away what nobody has taken yet, and how much
 * that is would be a matter of who is faster.
 */
const OPTIONS = { chunkSize: CHUNK_BYTES, readableHighWaterMark: 1 };

/** Without an entry the file is a gzip. `onPacked` is told of bytes of the file that are used. */
export function unpackFast(path: string, entry: ZipEntry | undefined, onPacked: (bytes: number) => void): Unpacking {
  const layers = new Layers(entry);
  const range = entry ? { start: entry.dataOffset, end: entry.dataOffset + entry.packedBytes - 1 } : {};
  const file = createReadStream(path, { fd: openFile(path), highWaterMark: READ_BYTES, start: 0, ...range });
  file.on('data', (chunk) => onPacked(chunk.length));
  const unpacked = entry ? unzip(file, entry, layers) : fromFile(file, layers.failing(createGunzip(OPTIONS), 'gzip'));
  return {
    chunks: upToDamage(unpacked, layers),
    damage: () => layers.damage,
    isWhole: () => layers.isWhole,
    close: () => {
      unpacked.destroy();
      file.destroy();
    },
  };
}

function unzip(file: Readable, entry: ZipEntry, layers: Layers): Readable {
  const check = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      layers.addUnzipped(chunk);
      done(null, chunk);
    },
  });
  const isPacked = entry.method === 'deflate';
  const checked = isPacked
    ? behind(fromFile(file, layers.failing(createInflateRaw(OPTIONS), 'zip')), check)
    : fromFile(file, check);
  return isGzip(entry) ? behind(checked, layers.failing(createGunzip(OPTIONS), 'gzip')) : checked;
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

async function* upToDamage(unpacked: Readable, layers: Layers): AsyncGenerator<Uint8Array, void> {
  try {
    yield* unpacked;
  } catch (error) {
    if (layers.damage === undefined || !isOfZlib(error)) throw error;
  }
}

/** Of each layer. */
export interface CarefulSizes {
  readonly zip: StepSizes;
  readonly gzip: StepSizes;
}

/**
 * As `unpackFast`, in small steps: what comes before damage is all there, as far as the steps are small enough. `onPacked` is told
 * how many of the file's bytes have been used.
 */
export function unpackCarefully(
  path: string,
  entry: ZipEntry | undefined,
  sizes: CarefulSizes,
  onPacked: (bytes: number) => void,
): Unpacking {
  const layers = new Layers(entry);
  for (const own of [sizes.zip, sizes.gzip]) own.begin();
  const chunks = carefulChunks(path, entry, sizes, layers, onPacked);
  return {
    chunks,
    damage: () => layers.damage,
    isWhole: () => layers.isWhole,
    close: () => void chunks.return(),
  };
}

async function* carefulChunks(
  path: string,
  entry: ZipEntry | undefined,
  sizes: CarefulSizes,
  layers: Layers,
  onPacked: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const fd = openFile(path);
  try {
    if (!entry) {
      yield* layers.noting(gzipMembers(fileInput(fd, 0, Number.POSITIVE_INFINITY, onPacked), sizes.gzip), 'gzip');
      return;
    }
    const file = fileInput(fd, entry.dataOffset, entry.dataOffset + entry.packedBytes, onPacked);
    const unzipped = layers.checking(
      entry.method === 'deflate' ? layers.noting(inflateSteps(file, 0, sizes.zip), 'zip') : chunksOf(file),
    );
    try {
      if (isGzip(entry)) yield* layers.noting(gzipMembers(chunkInput(unzipped), sizes.gzip), 'gzip');
      else yield* unzipped;
    } finally {
      await unzipped.return();
    }
  } finally {
    closeSync(fd);
  }
}

async function* chunksOf(input: PackedInput): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; ; ) {
    const chunk = await input.read(at, READ_BYTES);
    if (chunk.length === 0) return;
    yield chunk;
    at += chunk.length;
  }
}

/** What goes through the layers, and which of them has failed. */
class Layers {
  damage: Damage | undefined;
  #checksum = 0;
  #bytes = 0;

  constructor(readonly entry: ZipEntry | undefined) {}

  addUnzipped(chunk: Uint8Array): void {
    this.#checksum = crc32(chunk, this.#checksum);
    this.#bytes += chunk.length;
  }

  get isWhole(): boolean {
    const { entry } = this;
    return entry === undefined || (this.#bytes === entry.unpackedBytes && this.#checksum === entry.checksum);
  }

  fail(format: PackedFormat, error: Error): void {
    const ofZlib = codeOf(error) === 'Z_BUF_ERROR' ? 'truncated' : 'damaged';
    this.damage ??= { format, error, kind: error instanceof GzipError ? error.kind : ofZlib };
  }

  failing<T extends Readable>(stream: T, format: PackedFormat): T {
    return stream.on('error', (error) => this.fail(format, error));
  }

  /** Up to the damage. */
  async *noting(chunks: AsyncGenerator<Uint8Array, unknown>, format: PackedFormat): AsyncGenerator<Uint8Array, void> {
    try {
      yield* chunks;
    } catch (error) {
      if (!(error instanceof GzipError || (error instanceof Error && isOfZlib(error)))) throw error;
      this.fail(format, error);
    }
  }

  async *checking(chunks: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      this.addUnzipped(chunk);
      yield chunk;
    }
  }
}

function isGzip(entry: ZipEntry): boolean {
  return entry.name.toLowerCase().endsWith('.gz');
}

function isOfZlib(error: unknown): boolean {
  return codeOf(error)?.startsWith('Z_') ?? false;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
