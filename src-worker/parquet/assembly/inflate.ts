/** Unpacks gzip (RFC 1951, 1952): one member, as the writer makes it. */

const MOST_BITS: i32 = 15;
/** Longer codes are looked for bit by bit. */
const FAST_BITS: i32 = 9;
const LITERALS: i32 = 288;
const DISTANCES: i32 = 30;
const END_OF_BLOCK: i32 = 256;
const LAST_LENGTH: i32 = 285;
const HEADER_BYTES: usize = 10;
const TRAILER_BYTES: usize = 8;

const LENGTH_BASE: StaticArray<u16> = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS: StaticArray<u8> = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASE: StaticArray<u16> = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_BITS: StaticArray<u8> = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const LENGTH_ORDER: StaticArray<u8> = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A set of codes. */
@unmanaged
class Codes {
  /** By the next bits: symbol << 4 | length; 0: a longer one. */
  fast: usize;
  /** Of each length, u16. */
  counts: usize;
  /** By code, u16. */
  symbols: usize;
}

function newCodes(): Codes {
  const own = changetype<Codes>(heap.alloc(offsetof<Codes>()));
  own.fast = heap.alloc(2 << FAST_BITS);
  own.counts = heap.alloc(2 * (MOST_BITS + 1));
  own.symbols = heap.alloc(2 * LITERALS);
  return own;
}

const literals = newCodes();
const distances = newCodes();
const lengthCodes = newCodes();
const lengths: usize = heap.alloc(LITERALS + 32);
const offsets: usize = heap.alloc(2 * (MOST_BITS + 2));
const nextCodes: usize = heap.alloc(2 * (MOST_BITS + 2));
const crcTable: usize = crcTables();

let from: usize = 0;
let end: usize = 0;
let bits: u64 = 0;
let bitCount: i32 = 0;

function refill(): void {
  while (bitCount <= 56 && from < end) {
    bits |= (<u64>load<u8>(from++)) << (<u64>bitCount);
    bitCount += 8;
  }
}

/** At most 16; beyond the end they are 0, and there are fewer than none. */
function take(count: i32): u32 {
  if (bitCount < count) refill();
  const value = <u32>(bits & (((<u64>1) << (<u64>count)) - 1));
  bits >>= <u64>count;
  bitCount -= count;
  return value;
}

/** False: no set of codes. `count` lengths lie at `at`. */
function setCodes(own: Codes, at: usize, count: i32): bool {
  memory.fill(own.counts, 0, 2 * (MOST_BITS + 1));
  for (let symbol: i32 = 0; symbol < count; symbol++) {
    const counted = own.counts + ((<usize>load<u8>(at + symbol)) << 1);
    store<u16>(counted, load<u16>(counted) + 1);
  }
  let left: i32 = 1;
  let offset: u16 = 0;
  let code: u16 = 0;
  const coded = count - <i32>load<u16>(own.counts);
  store<u16>(own.counts, 0);
  for (let length: i32 = 1; length <= MOST_BITS; length++) {
    const coming = <i32>load<u16>(own.counts + ((<usize>length) << 1));
    left = (left << 1) - coming;
    if (left < 0) return false;
    store<u16>(offsets + ((<usize>length) << 1), offset);
    store<u16>(nextCodes + ((<usize>length) << 1), code);
    offset += <u16>coming;
    code = (code + <u16>coming) << 1;
  }
  // Only a single code may leave others without a meaning.
  if (left > 0 && coded > 1) return false;
  memory.fill(own.fast, 0, 2 << FAST_BITS);
  for (let symbol: i32 = 0; symbol < count; symbol++) {
    const length: i32 = load<u8>(at + symbol);
    if (length === 0) continue;
    const into = offsets + ((<usize>length) << 1);
    const place = load<u16>(into);
    store<u16>(into, place + 1);
    store<u16>(own.symbols + ((<usize>place) << 1), <u16>symbol);
    const counted = nextCodes + ((<usize>length) << 1);
    const next = load<u16>(counted);
    store<u16>(counted, next + 1);
    if (length > FAST_BITS) continue;
    const told = <u16>((symbol << 4) | length);
    for (let bit = reversed(next, length); bit < 1 << FAST_BITS; bit += 1 << length)
      store<u16>(own.fast + ((<usize>bit) << 1), told);
  }
  return true;
}

function reversed(code: u16, length: i32): i32 {
  let value: i32 = 0;
  let rest: i32 = code;
  for (let i: i32 = 0; i < length; i++) {
    value = (value << 1) | (rest & 1);
    rest >>= 1;
  }
  return value;
}

/** −1: no code. */
function symbolOf(own: Codes): i32 {
  if (bitCount < MOST_BITS) refill();
  const told: i32 = load<u16>(own.fast + ((<usize>(bits & ((1 << FAST_BITS) - 1))) << 1));
  if (told !== 0) {
    const length = told & 15;
    bits >>= <u64>length;
    bitCount -= length;
    return told >> 4;
  }
  return slowSymbol(own);
}

function slowSymbol(own: Codes): i32 {
  let code: i32 = 0;
  let first: i32 = 0;
  let index: i32 = 0;
  for (let length: i32 = 1; length <= MOST_BITS; length++) {
    code |= <i32>take(1);
    const count: i32 = load<u16>(own.counts + ((<usize>length) << 1));
    if (code - count < first) return load<u16>(own.symbols + ((<usize>(index + code - first)) << 1));
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return -1;
}

function readLengths(): bool {
  const literalCount = <i32>take(5) + 257;
  const distanceCount = <i32>take(5) + 1;
  const codeCount = <i32>take(4) + 4;
  if (literalCount > 286 || distanceCount > DISTANCES) return false;
  memory.fill(lengths, 0, 19);
  for (let at: i32 = 0; at < codeCount; at++) store<u8>(lengths + LENGTH_ORDER[at], <u8>take(3));
  if (!setCodes(lengthCodes, lengths, 19)) return false;
  const all = literalCount + distanceCount;
  for (let at: i32 = 0; at < all; ) {
    const symbol = symbolOf(lengthCodes);
    if (symbol < 0 || bitCount < 0) return false;
    if (symbol < 16) {
      store<u8>(lengths + at++, <u8>symbol);
      continue;
    }
    if (symbol === 16 && at === 0) return false;
    const value: u8 = symbol === 16 ? load<u8>(lengths + at - 1) : 0;
    const times: i32 = symbol === 16 ? 3 + <i32>take(2) : symbol === 17 ? 3 + <i32>take(3) : 11 + <i32>take(7);
    if (at + times > all) return false;
    memory.fill(lengths + at, value, times);
    at += times;
  }
  return (
    load<u8>(lengths + 256) !== 0 &&
    setCodes(literals, lengths, literalCount) &&
    setCodes(distances, lengths + literalCount, distanceCount)
  );
}

function setFixed(): void {
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  setCodes(literals, lengths, LITERALS);
  memory.fill(lengths, 5, DISTANCES + 2);
  setCodes(distances, lengths, DISTANCES + 2);
}

/** Where the block ends that is put at `into`; 0: it is damaged, or larger than up to `most`. */
function codedBlock(first: usize, into: usize, most: usize): usize {
  for (let symbol = symbolOf(literals); symbol !== END_OF_BLOCK; symbol = symbolOf(literals)) {
    if (symbol < 0 || symbol > LAST_LENGTH || bitCount < 0) return 0;
    if (symbol < END_OF_BLOCK) {
      if (into >= most) return 0;
      store<u8>(into++, <u8>symbol);
      continue;
    }
    const length: usize = <usize>LENGTH_BASE[symbol - 257] + <usize>take(LENGTH_BITS[symbol - 257]);
    const code = symbolOf(distances);
    if (code < 0 || code >= DISTANCES) return 0;
    const distance: usize = <usize>DISTANCE_BASE[code] + <usize>take(DISTANCE_BITS[code]);
    if (bitCount < 0 || distance > into - first || into + length > most) return 0;
    const source = into - distance;
    if (distance >= length) memory.copy(into, source, length);
    else for (let byte: usize = 0; byte < length; byte++) store<u8>(into + byte, load<u8>(source + byte));
    into += length;
  }
  return into;
}

function storedBlock(into: usize, most: usize): usize {
  // What is left of a byte is passed over, and whole bytes are given back.
  take(bitCount & 7);
  from -= <usize>(bitCount >> 3);
  bits = 0;
  bitCount = 0;
  if (from + 4 > end) return 0;
  const length: u32 = load<u16>(from);
  if (<u32>load<u16>(from + 2) !== (length ^ 0xffff)) return 0;
  from += 4;
  if (from + <usize>length > end || into + <usize>length > most) return 0;
  memory.copy(into, from, <usize>length);
  from += <usize>length;
  return into + <usize>length;
}

/** Whether these bytes are `fullSize` packed ones, which then lie at `into`. */
export function gunzip(at: usize, size: usize, into: usize, fullSize: usize): bool {
  if (size < HEADER_BYTES + TRAILER_BYTES || load<u32>(at) !== 0x00088b1f) return false;
  from = at + HEADER_BYTES;
  end = at + size - TRAILER_BYTES;
  bits = 0;
  bitCount = 0;
  const most = into + fullSize;
  let to = into;
  let isLast = false;
  while (!isLast) {
    isLast = take(1) === 1;
    const kind = take(2);
    if (bitCount < 0 || kind === 3) return false;
    if (kind === 0) to = storedBlock(to, most);
    else {
      if (kind === 1) setFixed();
      else if (!readLengths()) return false;
      to = codedBlock(into, to, most);
    }
    if (to === 0 || bitCount < 0) return false;
  }
  if (to !== most || from - <usize>(bitCount >> 3) !== end) return false;
  return load<u32>(end) === crcOf(into, fullSize) && load<u32>(end + 4) === <u32>fullSize;
}

/** Eight of 256 words: the sum of a byte with 0 to 7 bytes behind it. */
function crcTables(): usize {
  const tables = heap.alloc(8 * 1024);
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit: i32 = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb88320 : 0);
    store<u32>(tables + ((<usize>byte) << 2), crc);
  }
  for (let table: usize = 1; table < 8; table++)
    for (let byte: usize = 0; byte < 256; byte++) {
      const before = load<u32>(tables + ((table - 1) << 10) + (byte << 2));
      const crc = (before >>> 8) ^ load<u32>(tables + ((<usize>(before & 0xff)) << 2));
      store<u32>(tables + (table << 10) + (byte << 2), crc);
    }
  return tables;
}

function crcEntry(table: usize, byte: u32): u32 {
  return load<u32>(crcTable + (table << 10) + ((<usize>(byte & 0xff)) << 2));
}

function crcOf(at: usize, size: usize): u32 {
  let crc: u32 = 0xffffffff;
  const last = at + size;
  let i = at;
  for (; i + 8 <= last; i += 8) {
    const low = load<u32>(i) ^ crc;
    const high = load<u32>(i + 4);
    crc =
      crcEntry(7, low) ^
      crcEntry(6, low >>> 8) ^
      crcEntry(5, low >>> 16) ^
      crcEntry(4, low >>> 24) ^
      crcEntry(3, high) ^
      crcEntry(2, high >>> 8) ^
      crcEntry(1, high >>> 16) ^
      crcEntry(0, high >>> 24);
  }
  for (; i < last; i++) crc = (crc >>> 8) ^ crcEntry(0, crc ^ <u32>load<u8>(i));
  return ~crc;
}
