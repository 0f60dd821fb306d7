import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * A value with typed arrays in it as a file: plain data as JSON, each array as a section of raw bytes.
 *
 *     "TLIX" · format version · length and CRC of the head │ head (JSON) │ section 0 │ section 1 │ …
 *      u32      u32             u32       u32                             (each from a multiple of 8 on)
 *
 * Sections are in the machine's own byte order, which is part of the version number; each has a CRC-32 in the head.
 * Changes: 1 — first.
 */
const FORMAT_VERSION = 1;
const MAGIC = 0x58494c54;
export const HEADER_BYTES = 16;
const ALIGN_BYTES = 8;
/** Calls that write more than 2 GB fail. */
const WRITE_BLOCK_BYTES = 64 << 20;
const READ_BLOCK_BYTES = 1 << 20;

const ARRAY_TYPES = {
  Float64Array,
  Uint32Array,
  Int32Array,
  Uint16Array,
  Uint8Array,
} as const;
type ArrayType = keyof typeof ARRAY_TYPES;
type Column = InstanceType<(typeof ARRAY_TYPES)[ArrayType]>;

interface Section {
  readonly type: ArrayType;
  readonly length: number;
  /** From the end of the head, rounded up. */
  readonly offset: number;
  readonly crc: number;
}

interface Head {
  readonly sections: readonly Section[];
  readonly value: unknown;
}

/** The file is no cache file of this version, or is damaged. It can be deleted. */
export class CacheFileError extends Error {
  override readonly name = 'CacheFileError';
}

/** Writes `value` (plain data, Maps, typed arrays) to a new file and answers its size. Throws what `fs` throws. */
export function writeCacheFile(path: string, value: unknown): number {
  const columns: Column[] = [];
  const sections: Section[] = [];
  const places = new Map<ArrayBufferLike, Map<string, number>>();
  let offset = 0;
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (item instanceof Map) return { $map: [...item] };
    const type = arrayTypeOf(item);
    if (!type) return item;
    const column = item as Column;
    // Arrays can be of the same bytes: the times of counters that are sampled together.
    const known = placesIn(places, column.buffer);
    const place = `${type} ${column.byteOffset} ${column.length}`;
    const same = known.get(place);
    if (same !== undefined) return { $column: same };
    known.set(place, columns.length);
    sections.push({ type, length: column.length, offset, crc: crc32(bytesOf(column)) });
    offset = roundUp(offset + column.byteLength);
    return { $column: columns.push(column) - 1 };
  });
  const head = Buffer.from(`{"sections":${JSON.stringify(sections)},"value":${text}}`);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(versionNumber(), 4);
  header.writeUInt32LE(head.length, 8);
  header.writeUInt32LE(crc32(head), 12);
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeAll(fd, header, 0);
    writeAll(fd, head, HEADER_BYTES);
    const first = roundUp(HEADER_BYTES + head.length);
    columns.forEach((column, i) => {
      writeAll(fd, bytesOf(column), first + sections[i].offset);
    });
    fsyncSync(fd);
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}

function placesIn(places: Map<ArrayBufferLike, Map<string, number>>, buffer: ArrayBufferLike): Map<string, number> {
  const known = places.get(buffer) ?? new Map<string, number>();
  places.set(buffer, known);
  return known;
}

/** A cache file whose arrays are still to be filled. */
export interface OpenedCacheFile {
  /** Complete but for the contents of its arrays. */
  readonly value: unknown;
  readonly sections: readonly CacheSection[];
}

/** An array and where its bytes stand; sections can be filled by several threads at once. */
export interface CacheSection {
  readonly column: Column;
  readonly position: number;
  readonly crc: number;
}

/** Reads the head and makes room for the arrays, in shared memory. Throws `CacheFileError`, or what `fs` throws. */
export function openCacheFile(path: string): OpenedCacheFile {
  const { head, first } = readHead(path);
  const sections = head.sections.map(({ type, length, offset, crc }) => {
    const Column = ARRAY_TYPES[type] as new (buffer: SharedArrayBuffer) => Column;
    const column = new Column(new SharedArrayBuffer(length * ARRAY_TYPES[type].BYTES_PER_ELEMENT));
    return { column, position: first + offset, crc };
  });
  const columns = sections.map(({ column }) => column);
  return { value: revive(head.value, columns), sections };
}

/** The value without its arrays, which are undefined in it. Throws as `openCacheFile` does. */
export function readCacheHead(path: string): unknown {
  return revive(readHead(path).head.value, []);
}

/** Of a file's first bytes: what tells its contents from any other's. The CRCs of all arrays are in the head. */
export function stampOfHeader(header: Uint8Array): string {
  return Buffer.from(header).toString('hex');
}

function readHead(path: string): { head: Head; first: number } {
  const fd = openSync(path, 'r');
  try {
    const header = readExactly(fd, 0, HEADER_BYTES);
    const view = new DataView(header.buffer);
    if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== versionNumber())
      throw new CacheFileError('of another version');
    const headLength = view.getUint32(8, true);
    const headBytes = readExactly(fd, HEADER_BYTES, headLength);
    if (crc32(headBytes) !== view.getUint32(12, true)) throw new CacheFileError('its head is damaged');
    const head = JSON.parse(new TextDecoder().decode(headBytes)) as Head;
    return { head, first: roundUp(HEADER_BYTES + headLength) };
  } finally {
    closeSync(fd);
  }
}

/** Reads the bytes of arrays and checks them. Throws `CacheFileError`, or what `fs` throws. */
export function fillCacheSections(path: string, sections: readonly CacheSection[]): void {
  const fd = openSync(path, 'r');
  try {
    for (const { column, position, crc } of sections) {
      const bytes = bytesOf(column);
      let actualCrc = 0;
      // The CRC follows the bytes block by block, while they are in the processor's cache.
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(fd, bytes, at, Math.min(READ_BLOCK_BYTES, bytes.length - at), position + at);
        if (read === 0) throw new CacheFileError('it is too short');
        actualCrc = crc32(bytes.subarray(at, at + read), actualCrc);
        at += read;
      }
      if (actualCrc !== crc) throw new CacheFileError('a section is damaged');
    }
  } finally {
    closeSync(fd);
  }
}

/** Puts the arrays and Maps back in their places. */
function revive(value: unknown, columns: readonly Column[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revive(item, columns));
  if ('$column' in value && typeof value.$column === 'number') return columns[value.$column];
  if ('$map' in value && Array.isArray(value.$map)) return new Map(revive(value.$map, columns) as [unknown, unknown][]);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item, columns)]));
}

function arrayTypeOf(value: unknown): ArrayType | undefined {
  for (const [type, column] of Object.entries(ARRAY_TYPES)) if (value instanceof column) return type as ArrayType;
  return undefined;
}

/** Little-endian machines have the plain number, big-endian ones another. */
function versionNumber(): number {
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  return isLittleEndian ? FORMAT_VERSION : FORMAT_VERSION + 0x10000;
}

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

function roundUp(offset: number): number {
  return Math.ceil(offset / ALIGN_BYTES) * ALIGN_BYTES;
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(fd, bytes, at, Math.min(WRITE_BLOCK_BYTES, bytes.length - at), position + at);
}

function readExactly(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  if (readSync(fd, bytes, 0, length, position) < length) throw new CacheFileError('it is too short');
  return bytes;
}
