import { closeSync, fstatSync, readSync } from 'node:fs';
import { StepSizes } from './inflateSteps';
import { openFile } from './readable';
import {
  type CarefulSizes,
  type Damage,
  type PackedFormat,
  type Unpacking,
  unpackCarefully,
  unpackFast,
} from './unpacking';
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
  /** The same of the pass that unpacks a damaged file once more; 0: there is none. */
  readonly bytesAgain: number;
  /** Asked again and again by a pass that only comes to what has been delivered before; false: the source ends there. */
  goesOnAgain?: () => boolean;
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
/** Passed over at a time. */
const SCRAP_BYTES = 1 << 19;

/** Opens by content, not by name. Throws what `fs` throws, or `ZipError` for a zip without a trace in it. */
export function openByteSource(path: string): ByteSource {
  const fd = openFile(path);
  try {
    const { size: sizeBytes, mtimeMs: modifiedMs } = fstatSync(fd);
    const head = new Uint8Array(4);
    readSync(fd, head, 0, 4, 0);
    if (head[0] === 0x1f && head[1] === 0x8b) {
      closeSync(fd);
      return new PackedSource(path, sizeBytes, modifiedMs);
    }
    if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4) {
      const entry = traceEntry(zipEntries(fd, sizeBytes), zipMemberOf(path)?.name);
      closeSync(fd);
      return new PackedSource(path, sizeBytes, modifiedMs, entry);
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

class FileSource implements ByteSource {
  readonly kind = 'plain';
  readonly bytesAgain = 0;
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

/**
 * A gzip (of one or more members) or a zip entry, through node:zlib. Where it is damaged, what has been delivered is
 * unpacked once more, in small steps, to come up to the damage.
 */
class PackedSource implements ByteSource {
  readonly kind = 'packed';
  bytesAgain = 0;
  goesOnAgain?: () => boolean;
  readonly #sizes: CarefulSizes = { zip: new StepSizes(), gzip: new StepSizes() };
  #unpacking: Unpacking;
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
    readonly entry?: ZipEntry,
  ) {
    this.#unpacking = unpackFast(path, entry, (bytes) => {
      this.#packedBytes += bytes;
    });
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
      const result = await this.#unpacking.chunks.next();
      if (result.done) {
        const damage = this.#unpacking.damage();
        if (damage === undefined && this.#unpacking.isWhole()) return undefined;
        if (damage === undefined) throw new UnpackError('damaged', 'zip', this.#unpackedBytes);
        this.#startCarefully(damage);
        continue;
      }
      const isNew = result.value.length > this.#again;
      const chunk = result.value.subarray(this.#again);
      this.#again = isNew ? 0 : this.#again - result.value.length;
      if (isNew) return chunk;
      if (this.goesOnAgain?.() === false) return undefined;
    }
  }

  /** Once more up to the damage, as often as that gives more of it; then it is thrown. */
  #startCarefully({ format, kind, error }: Damage): void {
    if (this.#isCareful && !this.#sizes.zip.refine() && !this.#sizes.gzip.refine())
      throw new UnpackError(kind, format, this.#unpackedBytes, error);
    this.close();
    this.#isCareful = true;
    this.#again = this.#unpackedBytes;
    this.#unpacking = unpackCarefully(this.path, this.entry, this.#sizes, (bytes) => {
      this.bytesAgain = Math.min(bytes, this.sizeBytes);
    });
  }

  async skip(bytes: number): Promise<boolean> {
    const scrap = new Uint8Array(SCRAP_BYTES);
    while (bytes > 0) {
      const passed = await this.fill(scrap.subarray(0, Math.min(bytes, scrap.length)), 0);
      if (passed === 0) return false;
      bytes -= passed;
    }
    return true;
  }

  close(): void {
    this.#unpacking.close();
  }
}
