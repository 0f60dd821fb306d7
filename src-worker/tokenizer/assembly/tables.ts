import { firstMask, lastMask, STEP_BYTES, tableHash } from './hash';

/** As in ../batch.ts. */
const MAX_TEXT_BYTES: u32 = 1 << 16;

/** Bytes behind a string that comparing it may read. */
const POOL_SLACK_BYTES: u32 = STEP_BYTES;

/** A free slot of the hash table. A full one has the hash in its low half, and the string's number + 1 in its high one. */
const FREE: u64 = 0;

/**
 * Numbers distinct byte strings from 0 in order of first sight. Everything in it grows:
 *
 *     slots   | #3 |    | #1 |    |    | #2 | …    open addressing by hash, at most half full
 *     ends    | 4 | 11 | 17 | …                    end of each string in the pool
 *     pool    aten::mmNotify…                      the strings one after another
 *
 * ../wasmViews.ts reads the first four fields.
 */
@unmanaged
export class ByteTable {
  size: u32;
  pool: usize;
  ends: usize;
  /** 1 if a string was longer than `MAX_TEXT_BYTES`. */
  hasCut: u32;
  slots: usize;
  poolLength: u32;
  poolCapacity: u32;
  endsCapacity: u32;
  slotCapacity: u32;

  initialise(): void {
    this.poolCapacity = 4096;
    this.pool = heap.alloc(this.poolCapacity + POOL_SLACK_BYTES);
    this.endsCapacity = 256;
    this.ends = heap.alloc((<usize>this.endsCapacity) << 2);
    this.slotCapacity = 512;
    this.slots = freeSlots(this.slotCapacity);
  }

  /** Forgets all strings. */
  clear(): void {
    this.size = 0;
    this.poolLength = 0;
    this.hasCut = 0;
    memory.fill(this.slots, 0, (<usize>this.slotCapacity) << 3);
  }

  /** The number of the string [start, end), of which no more than `MAX_TEXT_BYTES` count. */
  intern(start: usize, end: usize): u32 {
    let length = <u32>(end - start);
    if (length > MAX_TEXT_BYTES) length = this.cutLength(start);
    const hash = tableHash(start, length);
    const mask = this.slotCapacity - 1;
    let place = hash & mask;
    while (true) {
      const slot = load<u64>(this.slots + ((<usize>place) << 3));
      if (slot === FREE) break;
      if (<u32>slot === hash) {
        const id = <u32>(slot >> 32) - 1;
        const first = this.firstOf(id);
        if (this.endOf(id) - first === length && isEqual(this.pool + first, start, length)) return id;
      }
      place = (place + 1) & mask;
    }
    return this.add(start, length, hash, place);
  }

  private cutLength(start: usize): u32 {
    this.hasCut = 1;
    let length = MAX_TEXT_BYTES;
    // Not within a character of several bytes.
    while ((<u32>load<u8>(start + length) & 0xc0) === 0x80 && length > 0) length--;
    return length;
  }

  /** Where the string begins in the pool. */
  private firstOf(id: u32): u32 {
    return id === 0 ? 0 : this.endOf(id - 1);
  }

  private endOf(id: u32): u32 {
    return load<u32>(this.ends + ((<usize>id) << 2));
  }

  private add(start: usize, length: u32, hash: u32, place: u32): u32 {
    const first = this.poolLength;
    const poolEnd = first + length;
    if (poolEnd > this.poolCapacity) {
      this.poolCapacity = max(this.poolCapacity << 1, poolEnd);
      this.pool = heap.realloc(this.pool, this.poolCapacity + POOL_SLACK_BYTES);
    }
    memory.copy(this.pool + first, start, length);
    this.poolLength = poolEnd;

    const id = this.size++;
    if (id === this.endsCapacity) {
      this.endsCapacity <<= 1;
      this.ends = heap.realloc(this.ends, (<usize>this.endsCapacity) << 2);
    }
    store<u32>(this.ends + ((<usize>id) << 2), poolEnd);

    store<u64>(this.slots + ((<usize>place) << 3), <u64>hash | ((<u64>this.size) << 32));
    if (this.size << 1 > this.slotCapacity) this.growSlots();
    return id;
  }

  /** Four times as many: where there are many strings, moving them costs more than room does. */
  private growSlots(): void {
    const oldSlots = this.slots;
    const oldEnd = oldSlots + ((<usize>this.slotCapacity) << 3);
    this.slotCapacity <<= 2;
    this.slots = freeSlots(this.slotCapacity);
    const mask = this.slotCapacity - 1;
    for (let p = oldSlots; p < oldEnd; p += 8) {
      const slot = load<u64>(p);
      if (slot === FREE) continue;
      let place = <u32>slot & mask;
      while (load<u64>(this.slots + ((<usize>place) << 3)) !== FREE) place = (place + 1) & mask;
      store<u64>(this.slots + ((<usize>place) << 3), slot);
    }
    heap.free(oldSlots);
  }
}

/** A table of whoever else has memory for one: see `TABLE_BYTES`. */
export function tableAt(address: usize): ByteTable {
  return changetype<ByteTable>(address);
}

export const TABLE_BYTES: i32 = offsetof<ByteTable>();

function freeSlots(capacity: u32): usize {
  const sizeBytes = (<usize>capacity) << 3;
  const slots = heap.alloc(sizeBytes);
  memory.fill(slots, 0, sizeBytes);
  return slots;
}

function isEqual(a: usize, b: usize, length: u32): bool {
  let left = length;
  for (; left > STEP_BYTES; left -= STEP_BYTES, a += STEP_BYTES, b += STEP_BYTES)
    if (v128.any_true(v128.or(differences(a, b, 0), differences(a, b, 16)))) return false;
  const first = v128.and(differences(a, b, 0), firstMask(left));
  const last = v128.and(differences(a, b, 16), lastMask(left));
  return !v128.any_true(v128.or(first, last));
}

/** Zeros where the 16 bytes at `a + offset` and `b + offset` are the same. */
function differences(a: usize, b: usize, offset: usize): v128 {
  return v128.xor(v128.load(a + offset), v128.load(b + offset));
}

export const names = changetype<ByteTable>(memory.data(offsetof<ByteTable>(), 16));
export const categories = changetype<ByteTable>(memory.data(offsetof<ByteTable>(), 16));
export const laneTexts = changetype<ByteTable>(memory.data(offsetof<ByteTable>(), 16));

/** The category that came last, as text filled up with zeros, where it is short: most events have that of one before. */
const recentText: usize = memory.data(16, 16);
const RECENT_BYTES: u32 = 16;
let recentLength: u32 = 0;
let recentCategory: u32 = 0;

/** The number of the category [start, end). */
export function categoryOf(start: usize, end: usize): u32 {
  const length = <u32>(end - start);
  if (length > RECENT_BYTES) return categories.intern(start, end);
  const text = v128.and(v128.load(start), firstMask(length));
  if (length === recentLength && !v128.any_true(v128.xor(text, v128.load(recentText)))) return recentCategory;
  v128.store(recentText, text);
  recentLength = length;
  recentCategory = categories.intern(start, end);
  return recentCategory;
}

export function initialiseTables(): void {
  names.initialise();
  categories.initialise();
  laneTexts.initialise();
  clearTables();
}

export function clearTables(): void {
  names.clear();
  categories.clear();
  laneTexts.clear();
  // 0 is "no category", and "no pid" or "no tid" in the lane texts.
  categories.intern(0, 0);
  v128.store(recentText, i64x2.splat(0));
  recentLength = 0;
  recentCategory = 0;
  laneTexts.intern(0, 0);
}
