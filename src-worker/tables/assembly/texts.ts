import { hashOf } from '../../base/assembly/textHash';
import { beginTexts, Column, column } from './columns';

function isSame(own: Column, code: u32, at: usize, size: u32): bool {
  const first: u32 = code === 0 ? 0 : load<u32>(own.ends + ((<usize>(code - 1)) << 2));
  if (load<u32>(own.ends + ((<usize>code) << 2)) - first !== size) return false;
  let a = own.pool + <usize>first;
  let b = at;
  const end = at + <usize>size;
  for (; b + 8 <= end; a += 8, b += 8) if (load<u64>(a) !== load<u64>(b)) return false;
  for (; b < end; a++, b++) if (load<u8>(a) !== load<u8>(b)) return false;
  return true;
}

function grownSlots(own: Column): void {
  const size: u32 = own.slotCount << 1;
  heap.free(own.slots);
  own.slots = heap.alloc((<usize>size) << 2);
  memory.fill(own.slots, 0, (<usize>size) << 2);
  own.hashes = heap.realloc(own.hashes, (<usize>size) << 2);
  own.ends = heap.realloc(own.ends, (<usize>size) << 2);
  own.slotCount = size;
  const mask = size - 1;
  for (let code: u32 = 0; code < own.textCount; code++) {
    let slot = load<u32>(own.hashes + ((<usize>code) << 2)) & mask;
    while (load<u32>(own.slots + ((<usize>slot) << 2)) !== 0) slot = (slot + 1) & mask;
    store<u32>(own.slots + ((<usize>slot) << 2), code + 1);
  }
}

function added(own: Column, hash: u32, slot: u32, at: usize, size: u32): u32 {
  const code = own.textCount;
  const first: u32 = code === 0 ? 0 : load<u32>(own.ends + ((<usize>(code - 1)) << 2));
  const last = first + size;
  if (last > own.poolBytes) {
    own.poolBytes = max<u32>(own.poolBytes << 1, last);
    own.pool = heap.realloc(own.pool, <usize>own.poolBytes);
  }
  memory.copy(own.pool + <usize>first, at, <usize>size);
  store<u32>(own.ends + ((<usize>code) << 2), last);
  store<u32>(own.hashes + ((<usize>code) << 2), hash);
  store<u32>(own.slots + ((<usize>slot) << 2), code + 1);
  own.textCount = code + 1;
  if (own.textCount << 1 > own.slotCount) grownSlots(own);
  return code;
}

/** As `ByteTexts.code`. */
export function textCode(own: Column, at: usize, size: u32): u32 {
  if (own.slotCount === 0) beginTexts(own);
  if (own.last >= 0 && isSame(own, <u32>own.last, at, size)) return <u32>own.last;
  const hash = hashOf(at, size);
  const mask = own.slotCount - 1;
  let slot = hash & mask;
  for (;;) {
    const taken = load<u32>(own.slots + ((<usize>slot) << 2));
    if (taken === 0) break;
    const code = taken - 1;
    if (load<u32>(own.hashes + ((<usize>code) << 2)) === hash && isSame(own, code, at, size)) {
      own.last = <i32>code;
      return code;
    }
    slot = (slot + 1) & mask;
  }
  const code = added(own, hash, slot, at, size);
  own.last = <i32>code;
  return code;
}

/** The number of a text that lies at `at`, among those of the column. */
export function codeOf(position: i32, at: usize, size: u32): u32 {
  return textCode(column(position), at, size);
}
