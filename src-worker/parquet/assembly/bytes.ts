/** Memory that grows with what is put there. What has grown lies elsewhere. */
@unmanaged
export class Room {
  at: usize;
  size: usize;
}

export function newRoom(size: usize): Room {
  const own = changetype<Room>(heap.alloc(offsetof<Room>()));
  own.at = heap.alloc(size);
  own.size = size;
  return own;
}

/** At least so many bytes; those that were there stay. */
export function widen(own: Room, size: usize): void {
  if (size <= own.size) return;
  own.size = max<usize>(own.size << 1, size);
  own.at = heap.realloc(own.at, own.size);
}

/** Bytes one behind another; each has a number, from 0. */
@unmanaged
export class Pool {
  bytes: Room;
  /** By number: where each ends. */
  ends: Room;
  hashes: Room;
  /** Number + 1 by hash; 0: free. */
  slots: usize;
  slotCount: u32;
  count: u32;
}

const FIRST_SLOTS: u32 = 1024;
const FIRST_BYTES: usize = 1 << 14;

export function newPool(): Pool {
  const own = changetype<Pool>(heap.alloc(offsetof<Pool>()));
  own.bytes = newRoom(FIRST_BYTES);
  own.ends = newRoom(FIRST_BYTES);
  own.hashes = newRoom(FIRST_BYTES);
  own.slotCount = FIRST_SLOTS;
  own.slots = heap.alloc((<usize>FIRST_SLOTS) << 2);
  memory.fill(own.slots, 0, (<usize>FIRST_SLOTS) << 2);
  own.count = 0;
  return own;
}

export function startOf(own: Pool, number: u32): u32 {
  return number === 0 ? 0 : load<u32>(own.ends.at + ((<usize>(number - 1)) << 2));
}

export function endOf(own: Pool, number: u32): u32 {
  return load<u32>(own.ends.at + ((<usize>number) << 2));
}

/** −1: it is none of them. */
export function numberIn(own: Pool, hash: u32, at: usize, size: u32): i32 {
  const mask = own.slotCount - 1;
  let slot = hash & mask;
  let taken = load<u32>(own.slots + ((<usize>slot) << 2));
  while (taken !== 0) {
    const number = taken - 1;
    if (load<u32>(own.hashes.at + ((<usize>number) << 2)) === hash && isSame(own, number, at, size)) return <i32>number;
    slot = (slot + 1) & mask;
    taken = load<u32>(own.slots + ((<usize>slot) << 2));
  }
  return -1;
}

function isSame(own: Pool, number: u32, at: usize, size: u32): bool {
  const first = startOf(own, number);
  if (endOf(own, number) - first !== size) return false;
  return memory.compare(own.bytes.at + <usize>first, at, <usize>size) === 0;
}

/** Put behind the others; `at` lies outside of the pool. */
export function addTo(own: Pool, hash: u32, at: usize, size: u32): u32 {
  const number = append(own, at, size);
  widen(own.hashes, (<usize>own.count) << 2);
  store<u32>(own.hashes.at + ((<usize>number) << 2), hash);
  if (own.count << 1 > own.slotCount) widenSlots(own);
  else place(own, number, hash);
  return number;
}

/** The same without looking for it ever. */
export function append(own: Pool, at: usize, size: u32): u32 {
  const number = own.count++;
  const first = startOf(own, number);
  widen(own.bytes, <usize>(first + size));
  memory.copy(own.bytes.at + <usize>first, at, <usize>size);
  widen(own.ends, (<usize>own.count) << 2);
  store<u32>(own.ends.at + ((<usize>number) << 2), first + size);
  return number;
}

function place(own: Pool, number: u32, hash: u32): void {
  const mask = own.slotCount - 1;
  let slot = hash & mask;
  while (load<u32>(own.slots + ((<usize>slot) << 2)) !== 0) slot = (slot + 1) & mask;
  store<u32>(own.slots + ((<usize>slot) << 2), number + 1);
}

function widenSlots(own: Pool): void {
  own.slotCount <<= 1;
  heap.free(own.slots);
  own.slots = heap.alloc((<usize>own.slotCount) << 2);
  memory.fill(own.slots, 0, (<usize>own.slotCount) << 2);
  for (let number: u32 = 0; number < own.count; number++)
    place(own, number, load<u32>(own.hashes.at + ((<usize>number) << 2)));
}
