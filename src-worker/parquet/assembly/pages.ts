/** Pages of a column, as `../factRead.ts` and `../values.ts` read them. False: something is not as usual. */
import { hashOf } from '../../base/assembly/textHash';
import { addTo, newPool, newRoom, numberIn, Room, widen } from './bytes';
import { Column, DOUBLE, haves, INT32, INT64, moreAts, STRING, valuesOf } from './columns';
import { gunzip } from './inflate';
import { tell, told } from './shapes';
import * as thrift from './thrift';

/** Of all files. */
export const texts = newPool();

const DICTIONARY: i32 = 2;
const DATA: i32 = 3;
const PLAIN: i32 = 0;
const DELTAS: i32 = 5;
const TEXT_DELTAS: i32 = 7;
const BY_DICTIONARY: i32 = 8;
const SPLIT: i32 = 9;
const GZIP: i32 = 2;
const MOST_IN_BLOCK: u64 = 1 << 16;
/** Of one page. */
const MOST_BYTES: i32 = 1 << 26;

/** Eight bytes a value: of texts their numbers. */
const values = newRoom(1 << 14);
const dictionary = newRoom(1 << 14);
let dictionaryCount: u32 = 0;
const present = newRoom(1 << 14);
const unpacked = newRoom(1 << 16);
const prefixes = newRoom(1 << 12);
const suffixes = newRoom(1 << 12);
const wholeText = newRoom(1 << 12);

/** What is left of the page. */
let at: usize = 0;
let end: usize = 0;

export function readColumn(own: Column, codec: i32, from: usize, to: usize, rowCount: u32): bool {
  dictionaryCount = 0;
  let hasDictionary = false;
  thrift.readFrom(from, to);
  for (let row: u32 = 0; row < rowCount; ) {
    if (!readHead()) return false;
    const start = thrift.at;
    if (<usize>packedSize > to - start) return false;
    const next = start + <usize>packedSize;
    if (kind === DICTIONARY) {
      if (!unpack(start, next, fullSize, codec === GZIP)) return false;
      if (valueCount < 0 || <usize>valueCount > end - at) return false;
      widen(dictionary, (<usize>valueCount) << 3);
      if (!readPlain(own, <u32>valueCount, dictionary)) return false;
      dictionaryCount = <u32>valueCount;
      hasDictionary = true;
    } else if (kind === DATA) {
      if (valueCount <= 0 || <u32>valueCount > rowCount - row || nullCount > valueCount) return false;
      if (repeatSize !== 0 || levelSize > packedSize || levelSize > fullSize) return false;
      const count: u32 = valueCount - nullCount;
      if (!readPresent(own, start, <u32>valueCount, count)) return false;
      const isPacked = codec === GZIP && isPagePacked;
      if (!unpack(start + <usize>levelSize, next, fullSize - levelSize, isPacked)) return false;
      widen(values, (<usize>count) << 3);
      if (!readValues(own, count, hasDictionary)) return false;
      put(own, row, count);
      row += <u32>valueCount;
    } else return false;
    thrift.readFrom(next, to);
  }
  return true;
}

/** What a page says of itself. */
let kind: i32 = 0;
let fullSize: i32 = 0;
let packedSize: i32 = 0;
let valueCount: i32 = 0;
let nullCount: i32 = 0;
let encoding: i32 = 0;
let levelSize: i32 = 0;
let repeatSize: i32 = 0;
let isPagePacked: bool = true;

function readHead(): bool {
  kind = -1;
  fullSize = -1;
  packedSize = -1;
  valueCount = -1;
  nullCount = 0;
  encoding = -1;
  levelSize = 0;
  repeatSize = 0;
  isPagePacked = true;
  for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
    if (id === 1) kind = thrift.length();
    else if (id === 2) fullSize = thrift.length();
    else if (id === 3) packedSize = thrift.length();
    else if (id === 7 && thrift.type === thrift.STRUCT) readDictionaryHead();
    else if (id === 8 && thrift.type === thrift.STRUCT) readDataHead();
    else thrift.pass(thrift.type);
  }
  return !thrift.isOdd && fullSize >= 0 && fullSize <= MOST_BYTES && packedSize >= 0;
}

function readDictionaryHead(): void {
  for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
    if (id === 1) valueCount = thrift.length();
    else thrift.pass(thrift.type);
  }
}

function readDataHead(): void {
  for (let id = thrift.member(0); id > 0; id = thrift.member(id)) {
    if (id === 1) valueCount = thrift.length();
    else if (id === 2) nullCount = thrift.length();
    else if (id === 4) encoding = thrift.length();
    else if (id === 5) levelSize = thrift.length();
    else if (id === 6) repeatSize = thrift.length();
    else if (id === 7) isPagePacked = thrift.type === 1;
    else thrift.pass(thrift.type);
  }
}

function unpack(from: usize, to: usize, size: i32, isPacked: bool): bool {
  at = from;
  end = to;
  if (!isPacked) return true;
  widen(unpacked, <usize>size + 8);
  at = unpacked.at;
  end = at + <usize>size;
  return gunzip(from, to - from, at, <usize>size);
}

/** Rows of the page that have a value. */
function readPresent(own: Column, from: usize, count: u32, presentCount: u32): bool {
  widen(present, (<usize>count) << 3);
  if (!own.isOptional || presentCount === count) {
    if (presentCount !== count) return false;
    for (let row: u32 = 0; row < count; row++) store<u32>(present.at + ((<usize>row) << 2), row);
    return true;
  }
  const has = present.at + ((<usize>count) << 2);
  at = from;
  end = from + <usize>levelSize;
  if (!readRuns(1, count, has)) return false;
  let found: u32 = 0;
  for (let row: u32 = 0; row < count; row++) {
    if (load<u32>(has + ((<usize>row) << 2)) !== 1) continue;
    store<u32>(present.at + ((<usize>found) << 2), row);
    found++;
  }
  return found === presentCount;
}

function readValues(own: Column, count: u32, hasDictionary: bool): bool {
  if (encoding === PLAIN) return readPlain(own, count, values);
  if (encoding === BY_DICTIONARY) return hasDictionary && lookUp(count);
  if (encoding === SPLIT) return own.type === DOUBLE && readSplit(count);
  if (encoding === DELTAS) {
    if (own.type === INT32) return readDeltas32(count, values);
    return own.type === INT64 && readDeltas64(count);
  }
  return encoding === TEXT_DELTAS && own.type === STRING && readTextDeltas(own, count);
}

function put(own: Column, row: u32, count: u32): void {
  const into = valuesOf(own);
  const has = haves();
  const moreAt = moreAts();
  const isWide = own.type === DOUBLE || own.type === INT64;
  for (let i: u32 = 0; i < count; i++) {
    const to: usize = <usize>(row + load<u32>(present.at + ((<usize>i) << 2)));
    const value = values.at + ((<usize>i) << 3);
    if (isWide) store<u64>(into + (to << 3), load<u64>(value));
    else if (own.isMore) {
      const telling = told.at + ((<usize>load<u32>(value)) << 3);
      // As `FactTable.more`: a shape below 0.
      store<i32>(into + (to << 2), -1 - load<i32>(telling));
      store<u32>(moreAt + (to << 2), load<u32>(telling + 4));
    } else store<u32>(into + (to << 2), load<u32>(value));
    const bits = has + (to << 2);
    store<u32>(bits, load<u32>(bits) | own.bit);
  }
}

function textNumber(own: Column, from: usize, size: u32): u32 {
  if (own.isMore) return tell(from, from + <usize>size);
  const hash = hashOf(from, size);
  const known = numberIn(texts, hash, from, size);
  return known >= 0 ? <u32>known : addTo(texts, hash, from, size);
}

function readPlain(own: Column, count: u32, into: Room): bool {
  if (own.type === STRING) {
    for (let i: u32 = 0; i < count; i++) {
      if (end - at < 4) return false;
      const size = load<u32>(at);
      at += 4;
      if (<usize>size > end - at) return false;
      store<u32>(into.at + ((<usize>i) << 3), textNumber(own, at, size));
      at += <usize>size;
    }
    return true;
  }
  const width: usize = own.type === INT32 ? 4 : 8;
  if (<usize>count * width > end - at) return false;
  if (width === 8) memory.copy(into.at, at, (<usize>count) << 3);
  else for (let i: usize = 0; i < <usize>count; i++) store<i32>(into.at + (i << 3), load<i32>(at + (i << 2)));
  at += <usize>count * width;
  return true;
}

function readSplit(count: u32): bool {
  const size: usize = <usize>count;
  if (size << 3 > end - at) return false;
  for (let place: usize = 0; place < 8; place++)
    for (let i: usize = 0; i < size; i++) store<u8>(values.at + (i << 3) + place, load<u8>(at + place * size + i));
  at += size << 3;
  return true;
}

function lookUp(count: u32): bool {
  if (count === 0) return true;
  if (at >= end) return false;
  const width: u32 = load<u8>(at++);
  widen(prefixes, (<usize>count) << 2);
  if (width > 32 || !readRuns(width, count, prefixes.at)) return false;
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u32>(prefixes.at + ((<usize>i) << 2));
    if (key >= dictionaryCount) return false;
    store<u64>(values.at + ((<usize>i) << 3), load<u64>(dictionary.at + ((<usize>key) << 3)));
  }
  return true;
}

/** Of the page: −1 where there is none. */
function varint(): i64 {
  let value: u64 = 0;
  for (let shift: u64 = 0; shift < 63 && at < end; shift += 7) {
    const own: u64 = load<u8>(at++);
    value |= (own & 0x7f) << shift;
    if (own < 0x80) return <i64>value;
  }
  return -1;
}

let isCut: bool = false;

/** Of the page, up to 64 bits. */
function wideZigzag(): i64 {
  let value: u64 = 0;
  for (let shift: u64 = 0; shift < 70 && at < end; shift += 7) {
    const own: u64 = load<u8>(at++);
    if (shift < 64) value |= (own & 0x7f) << shift;
    if (own < 0x80) return <i64>(value >>> 1) ^ -(<i64>(value & 1));
  }
  isCut = true;
  return 0;
}

/** Runs of one value, and values of `width` bits side by side, u32 each. */
function readRuns(width: u32, count: u32, into: usize): bool {
  let i: u32 = 0;
  while (i < count) {
    const head = varint();
    if (head <= 0) return false;
    const left = count - i;
    if ((head & 1) === 1) {
      const groups: u64 = <u64>head >>> 1;
      if (groups === 0) return false;
      const own: u32 = groups > <u64>left ? left : <u32>min<u64>(groups << 3, <u64>left);
      const told: u64 = groups * <u64>width;
      const size: usize = told > <u64>(end - at) ? end - at : <usize>told;
      if ((<u64>own * <u64>width + 7) >>> 3 > <u64>size) return false;
      readPacked(at, width, own, into + ((<usize>i) << 2));
      at += size;
      i += own;
    } else {
      const times: u64 = <u64>head >>> 1;
      const own: u32 = times > <u64>left ? left : <u32>times;
      let value: u32 = 0;
      for (let byte: u32 = 0; byte < width; byte += 8) {
        if (at >= end) return false;
        value |= (<u32>load<u8>(at++)) << byte;
      }
      for (let k: u32 = 0; k < own; k++) store<u32>(into + ((<usize>(i + k)) << 2), value);
      i += own;
    }
  }
  return true;
}

function readPacked(from: usize, width: u32, count: u32, into: usize): void {
  let bits: u64 = 0;
  let have: u32 = 0;
  let source = from;
  const mask: u64 = ((<u64>1) << (<u64>width)) - 1;
  for (let i: u32 = 0; i < count; i++) {
    while (have < width) {
      bits |= (<u64>load<u8>(source++)) << (<u64>have);
      have += 8;
    }
    store<u32>(into + ((<usize>i) << 2), <u32>(bits & mask));
    bits >>= <u64>width;
    have -= width;
  }
}

/** `width` bits from a bit on, up to 64. */
function bitsAt(from: usize, bit: u64, width: u32): u64 {
  let value: u64 = 0;
  let have: u32 = 0;
  while (have < width) {
    const taken = min<u32>(8 - <u32>(bit & 7), width - have);
    const own: u64 = (load<u8>(from + <usize>(bit >>> 3)) >>> (bit & 7)) & ((1 << taken) - 1);
    value |= own << (<u64>have);
    have += taken;
    bit += taken;
  }
  return value;
}

let eachCount: u32 = 0;
let parts: u32 = 0;
let firstValue: i64 = 0;

function readDeltaHead(): bool {
  const blockSize = varint();
  const partCount = varint();
  const all = varint();
  isCut = false;
  firstValue = wideZigzag();
  if (isCut || all < 0 || blockSize <= 0 || partCount <= 0 || partCount > <i64>MOST_IN_BLOCK) return false;
  const each = blockSize / partCount;
  if (each * partCount !== blockSize || each <= 0 || each > <i64>MOST_IN_BLOCK) return false;
  eachCount = <u32>each;
  parts = <u32>partCount;
  return true;
}

/** Eight bytes a value. */
function readDeltas64(count: u32): bool {
  return readDeltas(count, values.at);
}

function readDeltas32(count: u32, into: Room): bool {
  return readDeltas(count, into.at);
}

/** Of 32 bits, the lower half is the value. */
function readDeltas(count: u32, into: usize): bool {
  if (!readDeltaHead()) return false;
  let value = firstValue;
  if (count > 0) store<i64>(into, value);
  for (let i: u32 = 1; i < count; ) {
    isCut = false;
    const least = wideZigzag();
    if (isCut || <usize>parts > end - at) return false;
    const widths = at;
    at += <usize>parts;
    for (let part: u32 = 0; part < parts && i < count; part++) {
      const width: u32 = load<u8>(widths + <usize>part);
      if (width > 64) return false;
      const own = min<u32>(eachCount, count - i);
      const whole: u64 = (<u64>eachCount * <u64>width) >>> 3;
      const size: usize = whole > <u64>(end - at) ? end - at : <usize>whole;
      if ((<u64>own * <u64>width + 7) >>> 3 > <u64>size) return false;
      for (let k: u32 = 0; k < own; k++) {
        value += least + (width === 0 ? 0 : <i64>bitsAt(at, <u64>k * <u64>width, width));
        store<i64>(into + ((<usize>(i + k)) << 3), value);
      }
      at += size;
      i += own;
    }
  }
  return true;
}

/** Each text begins as the one before, for so many bytes. */
function readTextDeltas(own: Column, count: u32): bool {
  widen(prefixes, (<usize>count) << 3);
  widen(suffixes, (<usize>count) << 3);
  if (!readDeltas(count, prefixes.at) || !readDeltas(count, suffixes.at)) return false;
  let before: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const kept = load<i32>(prefixes.at + ((<usize>i) << 3));
    const size = load<i32>(suffixes.at + ((<usize>i) << 3));
    if (size < 0 || <usize>size > end - at || kept < 0 || <u32>kept > before) return false;
    const into = values.at + ((<usize>i) << 3);
    if (i > 0 && size === 0 && <u32>kept === before) {
      store<u32>(into, load<u32>(into - 8));
      continue;
    }
    before = <u32>kept + <u32>size;
    widen(wholeText, <usize>before);
    memory.copy(wholeText.at + <usize>kept, at, <usize>size);
    at += <usize>size;
    store<u32>(into, textNumber(own, wholeText.at, before));
  }
  return true;
}
