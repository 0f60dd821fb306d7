import { firstMask, lastMask, STEP_BYTES, tableHash } from './hash';

/** Bytes behind a string that comparing it may read. */
const POOL_SLACK_BYTES: u32 = STEP_BYTES;

/** A slot of the hash table; `number` is 0 where it is free. */
@unmanaged
class Slot {
  hash: u32;
  /** The string's number + 1. */
  number: u32;
  /** Where its bytes stand in the pool. */
  first: u32;
  length: u32;
}

/**
 * Numbers distinct byte strings from 0 in order of first sight. Everything in it grows by doubling:
 *
 *     slots   | #3 |    | #1 |    |    | #2 | …    open addressing by hash, at most half full
 *     ends    | 4 | 11 | 17 | …                    end of each string in the pool
 *     pool    aten::mmNotify…                      the strings one after another
 *
 * ../wasmTokenizer.ts reads the first three fields.
 */
@unmanaged
export class ByteTable {
  size: u32;
  pool: usize;
  ends: usize;
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

  /** The number of the string [start, end). */
  intern(start: usize, end: usize): u32 {
    const length = <u32>(end - start);
    const hash = tableHash(start, length);
    const mask = this.slotCapacity - 1;
    let place = hash & mask;
    while (true) {
      const slot = slotAt(this.slots, place);
      if (slot.number === 0) break;
      if (slot.hash === hash && slot.length === length && isEqual(this.pool + slot.first, start, length))
        return slot.number - 1;
      place = (place + 1) & mask;
    }
    return this.add(start, length, hash, place);
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

    const slot = slotAt(this.slots, place);
    slot.hash = hash;
    slot.number = this.size;
    slot.first = first;
    slot.length = length;
    if (this.size << 1 > this.slotCapacity) this.growSlots();
    return id;
  }

  private growSlots(): void {
    const oldSlots = this.slots;
    const oldCapacity = this.slotCapacity;
    this.slotCapacity = oldCapacity << 1;
    this.slots = freeSlots(this.slotCapacity);
    const mask = this.slotCapacity - 1;
    for (let i: u32 = 0; i < oldCapacity; i++) {
      const slot = slotAt(oldSlots, i);
      if (slot.number === 0) continue;
      let place = slot.hash & mask;
      while (slotAt(this.slots, place).number !== 0) place = (place + 1) & mask;
      memory.copy(changetype<usize>(slotAt(this.slots, place)), changetype<usize>(slot), offsetof<Slot>());
    }
    heap.free(oldSlots);
  }
}

function slotAt(slots: usize, place: u32): Slot {
  return changetype<Slot>(slots + <usize>place * offsetof<Slot>());
}

function freeSlots(capacity: u32): usize {
  const sizeBytes = <usize>capacity * offsetof<Slot>();
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

export function initialiseTables(): void {
  names.initialise();
  categories.initialise();
  laneTexts.initialise();
  // 0 is "no category", and "no pid" or "no tid" in the lane texts.
  categories.intern(0, 0);
  laneTexts.intern(0, 0);
}
