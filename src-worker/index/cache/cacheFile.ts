import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type AwaitedAnswers, letAnswersFirst } from '../../base/awaitedAnswers';
import { type ColumnPacking, type PackableColumn, PIECE_VALUES, PlainPacking } from './packedColumn';

/**
 * A value with typed arrays in it as a file: plain data as JSON, each array as a section, packed as packedColumn.ts says.
 *
 *     "TLIX" · format version · length and CRC of the head · its place │ section 0 │ section 1 │ … │ head (JSON)
 *      u32      u32             u32       u32                f64
 *
 * Arrays whose bytes stay as they are have them in the machine's own order, which is part of the version number; each section has a
 * CRC-32 in the head. Changes: 1 — first; 2 — sections are packed, and stand in front of the head.
 */
const FORMAT_VERSION = 2;
const MAGIC = 0x58494c54;
export const HEADER_BYTES = 24;
/** Calls that write more than 2 GB fail. */
const WRITE_BLOCK_BYTES = 64 << 20;

const ARRAY_TYPES = {
  Float64Array,
  Uint32Array,
  Int32Array,
  Uint16Array,
  Uint8Array,
} as const;
type ArrayType = keyof typeof ARRAY_TYPES;

interface Section {
  readonly type: ArrayType;
  readonly length: number;
  readonly position: number;
  /** Packed. */
  readonly sizeBytes: number;
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

/**
 * Writes `value` (plain data, Maps, typed arrays) to a new file and answers its size; whoever waits for an answer goes first. Throws what `fs`
 * throws.
 */
export function writeCacheFile(
  path: string,
  value: unknown,
  packing: ColumnPacking = new PlainPacking(),
  awaited?: AwaitedAnswers,
): number {
  const columns: PackableColumn[] = [];
  const places = new Map<ArrayBufferLike, Map<string, number>>();
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (item instanceof Map) return { $map: [...item] };
    const type = arrayTypeOf(item);
    if (!type) return item;
    const column = item as PackableColumn;
    // Arrays can be of the same bytes: the times of counters that are sampled together.
    const known = placesIn(places, column.buffer);
    const place = `${type} ${column.byteOffset} ${column.length}`;
    const same = known.get(place);
    if (same !== undefined) return { $column: same };
    known.set(place, columns.length);
    return { $column: columns.push(column) - 1 };
  });
  const fd = openSync(path, 'wx', 0o600);
  try {
    let position = HEADER_BYTES;
    const sections = columns.map((column) => {
      const section = writeSection(fd, column, position, packing, awaited);
      position += section.sizeBytes;
      return section;
    });
    const head = Buffer.from(`{"sections":${JSON.stringify(sections)},"value":${text}}`);
    writeAll(fd, head, position);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(MAGIC, 0);
    header.writeUInt32LE(versionNumber(), 4);
    header.writeUInt32LE(head.length, 8);
    header.writeUInt32LE(crc32(head), 12);
    header.writeDoubleLE(position, 16);
    writeAll(fd, header, 0);
    fsyncSync(fd);
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}

function writeSection(
  fd: number,
  column: PackableColumn,
  position: number,
  packing: ColumnPacking,
  awaited: AwaitedAnswers | undefined,
): Section {
  let sizeBytes = 0;
  let crc = 0;
  for (let at = 0; at < column.length; at += PIECE_VALUES) {
    if (awaited) letAnswersFirst(awaited);
    const count = packing.pack(column, at, Math.min(at + PIECE_VALUES, column.length));
    const packed = packing.bytes.subarray(0, count);
    crc = crc32(packed, crc);
    writeAll(fd, packed, position + sizeBytes);
    sizeBytes += count;
  }
  return { type: arrayTypeOf(column) as ArrayType, length: column.length, position, sizeBytes, crc };
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
  readonly column: PackableColumn;
  readonly position: number;
  readonly sizeBytes: number;
  readonly crc: number;
}

/** Reads the head and makes room for the arrays, in shared memory. Throws `CacheFileError`, or what `fs` throws. */
export function openCacheFile(path: string): OpenedCacheFile {
  const head = readHead(path);
  const sections = head.sections.map(({ type, length, position, sizeBytes, crc }) => {
    const Column = ARRAY_TYPES[type] as new (buffer: SharedArrayBuffer) => PackableColumn;
    const column = new Column(new SharedArrayBuffer(length * ARRAY_TYPES[type].BYTES_PER_ELEMENT));
    return { column, position, sizeBytes, crc };
  });
  const columns = sections.map(({ column }) => column);
  return { value: revive(head.value, columns), sections };
}

/** The value without its arrays, which are undefined in it. Throws as `openCacheFile` does. */
export function readCacheHead(path: string): unknown {
  return revive(readHead(path).value, []);
}

/** Of a file's first bytes: what tells its contents from any other's. The CRCs of all arrays are in the head. */
export function stampOfHeader(header: Uint8Array): string {
  return Buffer.from(header).toString('hex');
}

function readHead(path: string): Head {
  const fd = openSync(path, 'r');
  try {
    const header = readExactly(fd, 0, HEADER_BYTES);
    const view = new DataView(header.buffer);
    if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== versionNumber())
      throw new CacheFileError('of another version');
    const headLength = view.getUint32(8, true);
    const position = view.getFloat64(16, true);
    // Else room would be made for what is not there.
    if (position + headLength !== fstatSync(fd).size) throw new CacheFileError('its head is not at its end');
    const headBytes = readExactly(fd, position, headLength);
    if (crc32(headBytes) !== view.getUint32(12, true)) throw new CacheFileError('its head is damaged');
    return JSON.parse(new TextDecoder().decode(headBytes)) as Head;
  } finally {
    closeSync(fd);
  }
}

/** Reads the bytes of arrays, checks and unpacks them. Throws `CacheFileError`, or what `fs` throws. */
export function fillCacheSections(
  path: string,
  sections: readonly CacheSection[],
  packing: ColumnPacking = new PlainPacking(),
): void {
  const fd = openSync(path, 'r');
  try {
    for (const section of sections) fillSection(fd, section, packing);
  } finally {
    closeSync(fd);
  }
}

/** Piece by piece, while its bytes are in the processor's cache. */
function fillSection(fd: number, { column, position, sizeBytes, crc }: CacheSection, packing: ColumnPacking): void {
  const { bytes } = packing;
  let actualCrc = 0;
  let readBytes = 0;
  // Of these `keptBytes` are not unpacked: a block that is not whole.
  let keptBytes = 0;
  for (let done = 0; done < column.length; ) {
    const wanted = Math.min(bytes.length - keptBytes, sizeBytes - readBytes);
    const count = wanted > 0 ? readSync(fd, bytes, keptBytes, wanted, position + readBytes) : 0;
    if (wanted > 0 && count === 0) throw new CacheFileError('it is too short');
    actualCrc = crc32(bytes.subarray(keptBytes, keptBytes + count), actualCrc);
    readBytes += count;
    keptBytes += count;
    let from = 0;
    for (;;) {
      const unpacked = packing.unpack(from, keptBytes, column, done);
      if (!unpacked) throw new CacheFileError('a section is damaged');
      if (unpacked.values === 0) break;
      from = unpacked.end;
      done += unpacked.values;
    }
    if (count === 0 && from === 0) throw new CacheFileError('a section is too short');
    bytes.copyWithin(0, from, keptBytes);
    keptBytes -= from;
  }
  if (keptBytes > 0 || readBytes !== sizeBytes || actualCrc !== crc) throw new CacheFileError('a section is damaged');
}

/** Puts the arrays and Maps back in their places. */
function revive(value: unknown, columns: readonly PackableColumn[]): unknown {
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

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length; )
    at += writeSync(fd, bytes, at, Math.min(WRITE_BLOCK_BYTES, bytes.length - at), position + at);
}

function readExactly(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  if (readSync(fd, bytes, 0, length, position) < length) throw new CacheFileError('it is too short');
  return bytes;
}
