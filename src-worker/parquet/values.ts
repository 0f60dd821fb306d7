/** Values of a page of a column, by the encodings that Parquet has for them. Each throws a `RangeError` where the page is too short. */
import { ThriftReader } from './thrift';

/** The bytes of a page that are not read yet. */
export class PageBytes {
  readonly #view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new RangeError('a page ends within a value');
    return this.bytes[this.at++];
  }

  int32(): number {
    this.at += 4;
    return this.#view.getInt32(this.at - 4, true);
  }

  double(): number {
    this.at += 8;
    return this.#view.getFloat64(this.at - 8, true);
  }

  bigint(): bigint {
    this.at += 8;
    return this.#view.getBigInt64(this.at - 8, true);
  }

  /** Where `length` bytes begin that are passed over. */
  pass(length: number): number {
    if (!(length >= 0 && length <= this.bytes.length - this.at)) throw new RangeError('a page ends within a value');
    this.at += length;
    return this.at - length;
  }

  varint(): number {
    const own = new ThriftReader(this.bytes, this.at);
    const value = own.varint();
    this.at = own.at;
    return value;
  }

  bigVarint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
    throw new RangeError('a number of more than 64 bits');
  }
}

/** Runs of one value, and values of `width` bits side by side, until there are as many as `into` has. */
export function readRuns(page: PageBytes, width: number, into: Uint32Array | Uint8Array): void {
  if (width > 32) throw new RangeError(`values of ${width} bits`);
  for (let at = 0; at < into.length; ) {
    const head = page.varint();
    const isPacked = head % 2 === 1;
    const count = Math.min(((head - (head % 2)) / 2) * (isPacked ? 8 : 1), into.length - at);
    if (count === 0) throw new RangeError('a run of nothing');
    if (isPacked) {
      const start = page.pass(Math.min(((head - 1) / 2) * width, page.bytes.length - page.at));
      readPacked(page.bytes, start, width, into, at, count);
    } else {
      let value = 0;
      for (let byte = 0; byte < width; byte += 8) value |= page.byte() << byte;
      into.fill(value >>> 0, at, at + count);
    }
    at += count;
  }
}

function readPacked(
  bytes: Uint8Array,
  start: number,
  width: number,
  into: Uint32Array | Uint8Array,
  from: number,
  count: number,
): void {
  if (start + Math.ceil((count * width) / 8) > bytes.length) throw new RangeError('a page ends within a value');
  let bit = start * 8;
  for (let at = from; at < from + count; at++) {
    let value = 0;
    for (let have = 0; have < width; ) {
      const taken = Math.min(8 - (bit & 7), width - have);
      value |= ((bytes[bit >>> 3] >>> (bit & 7)) & ((1 << taken) - 1)) << have;
      have += taken;
      bit += taken;
    }
    into[at] = value;
  }
}

/** Differences from one to the next, in blocks of as many bits as each needs. */
export function readDeltas(page: PageBytes, into: Int32Array | BigInt64Array): void {
  const isWide = into instanceof BigInt64Array;
  const blockSize = page.varint();
  const parts = page.varint();
  page.varint();
  const each = blockSize / parts;
  if (!(Number.isInteger(each) && each > 0 && each <= MOST_IN_BLOCK && parts <= MOST_IN_BLOCK))
    throw new RangeError('a block of differences that is none');
  let value = page.bigVarint();
  if (into.length > 0) into[0] = (isWide ? value : Number(BigInt.asIntN(32, value))) as never;
  for (let at = 1; at < into.length; ) {
    const least = page.bigVarint();
    const widths = page.pass(parts);
    for (let part = 0; part < parts && at < into.length; part++) {
      const width = page.bytes[widths + part];
      const count = Math.min(each, into.length - at);
      const start = page.pass(Math.min((each * width) / 8, page.bytes.length - page.at));
      if (start + Math.ceil((count * width) / 8) > page.bytes.length)
        throw new RangeError('a page ends within a difference');
      if (isWide) value = addWide(page.bytes, start, width, value, least, into.subarray(at, at + count));
      else value = addNarrow(page.bytes, start, width, value, least, (into as Int32Array).subarray(at, at + count));
      at += count;
    }
  }
}

const MOST_IN_BLOCK = 1 << 16;

function addNarrow(
  bytes: Uint8Array,
  start: number,
  width: number,
  before: bigint,
  least: bigint,
  into: Int32Array,
): bigint {
  let value = Number(BigInt.asIntN(32, before));
  const more = Number(BigInt.asIntN(32, least));
  let bit = start * 8;
  for (let at = 0; at < into.length; at++) {
    let own = 0;
    for (let have = 0; have < width; ) {
      const taken = Math.min(8 - (bit & 7), width - have);
      // What is above 32 bits vanishes: the sum is of 32 bits, too.
      if (have < 32) own |= ((bytes[bit >>> 3] >>> (bit & 7)) & ((1 << taken) - 1)) << have;
      have += taken;
      bit += taken;
    }
    value = (value + more + own) | 0;
    into[at] = value;
  }
  return BigInt(value);
}

function addWide(
  bytes: Uint8Array,
  start: number,
  width: number,
  before: bigint,
  least: bigint,
  into: BigInt64Array,
): bigint {
  let value = before;
  let bit = start * 8;
  for (let at = 0; at < into.length; at++) {
    // In two halves: bit by bit these would be slow.
    let low = 0;
    let high = 0;
    for (let have = 0; have < width; ) {
      const taken = Math.min(8 - (bit & 7), width - have, have < 32 ? 32 - have : 64);
      const own = (bytes[bit >>> 3] >>> (bit & 7)) & ((1 << taken) - 1);
      if (have < 32) low |= own << have;
      else high |= own << (have - 32);
      have += taken;
      bit += taken;
    }
    value = BigInt.asIntN(64, value + least + (BigInt(high >>> 0) << 32n) + BigInt(low >>> 0));
    into[at] = value;
  }
  return value;
}

/** The first bytes of all of them, then the second ones …: of doubles. */
export function readSplitDoubles(page: PageBytes, into: Float64Array): void {
  const { length } = into;
  const start = page.pass(8 * length);
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  for (let place = 0; place < 8; place++)
    for (let at = 0; at < length; at++) bytes[at * 8 + place] = page.bytes[start + place * length + at];
}

/**
 * What is made of a text that stands at these bytes. It is asked once for texts that are alike and stand one behind another; the bytes are
 * others afterwards.
 */
export type TextReader<T> = (bytes: Buffer, from: number, end: number) => T;

/** Texts one after another, each with its length. */
export function readTexts<T>(page: PageBytes, count: number, read: TextReader<T>): T[] {
  const { buffer, byteOffset, byteLength } = page.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const found: T[] = [];
  for (let at = 0; at < count; at++) {
    const length = page.int32();
    const start = page.pass(length);
    found.push(read(bytes, start, start + length));
  }
  return found;
}

/** Each text begins as the one before, for so many bytes. */
export function readTextDeltas<T>(page: PageBytes, count: number, read: TextReader<T>): T[] {
  const kept = new Int32Array(count);
  readDeltas(page, kept);
  const own = new Int32Array(count);
  readDeltas(page, own);
  let room = Buffer.allocUnsafe(LEAST_ROOM);
  const found: T[] = [];
  for (let at = 0, before = 0; at < count; at++) {
    const [from, length] = [kept[at], own[at]];
    const start = page.pass(length);
    if (!(from >= 0 && from <= before)) throw new RangeError('a text that begins as none before it');
    if (at > 0 && length === 0 && from === before) {
      found.push(found[at - 1]);
      continue;
    }
    before = from + length;
    if (before > room.length) {
      const larger = Buffer.allocUnsafe(2 * before);
      larger.set(room.subarray(0, from));
      room = larger;
    }
    // Most are short: a view of each would take longer than copying it.
    for (let byte = 0; byte < length; byte++) room[from + byte] = page.bytes[start + byte];
    found.push(read(room, 0, before));
  }
  return found;
}

const LEAST_ROOM = 256;
