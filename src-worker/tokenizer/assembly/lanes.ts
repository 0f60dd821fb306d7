import { laneTexts } from './tables';

/** The distinct pairs of pid and tid, numbered in order of first sight. ../wasmTokenizer.ts reads the first two fields. */
@unmanaged
class LaneTable {
  size: u32;
  /** For each lane: number of its pid in the lane texts, then that of its tid. */
  pairs: usize;
  pairCapacity: u32;
  /** Lane + 1 by hash of the pair; 0 where free. */
  slots: usize;
  slotCapacity: u32;

  initialise(): void {
    this.pairCapacity = 64;
    this.pairs = heap.alloc((<usize>this.pairCapacity) << 3);
    this.slotCapacity = 128;
    this.slots = freeSlots(this.slotCapacity);
  }

  clear(): void {
    this.size = 0;
    memory.fill(this.slots, 0, (<usize>this.slotCapacity) << 2);
  }

  /** The lane of `pair`: pid in the low half, tid in the high one. */
  intern(pair: u64): u32 {
    let place = this.slotFor(pair);
    let lane = load<u32>(this.slots + (place << 2));
    if (lane > 0) return lane - 1;
    lane = this.size++;
    if (lane === this.pairCapacity) {
      this.pairCapacity <<= 1;
      this.pairs = heap.realloc(this.pairs, (<usize>this.pairCapacity) << 3);
    }
    store<u64>(this.pairs + ((<usize>lane) << 3), pair);
    if (this.size << 1 > this.slotCapacity) {
      this.growSlots();
      place = this.slotFor(pair);
    }
    store<u32>(this.slots + (place << 2), lane + 1);
    return lane;
  }

  /** Where the pair is, or is to be put. */
  private slotFor(pair: u64): usize {
    const mask = this.slotCapacity - 1;
    let place = <u32>((pair * 0x9e3779b97f4a7c15) >> 32) & mask;
    while (true) {
      const lane = load<u32>(this.slots + ((<usize>place) << 2));
      if (lane === 0 || load<u64>(this.pairs + ((<usize>(lane - 1)) << 3)) === pair) return place;
      place = (place + 1) & mask;
    }
  }

  private growSlots(): void {
    heap.free(this.slots);
    this.slotCapacity <<= 1;
    this.slots = freeSlots(this.slotCapacity);
    // The newest lane is put in by the caller.
    for (let lane: u32 = 0; lane < this.size - 1; lane++) {
      const place = this.slotFor(load<u64>(this.pairs + ((<usize>lane) << 3)));
      store<u32>(this.slots + (place << 2), lane + 1);
    }
  }
}

function freeSlots(capacity: u32): usize {
  const sizeBytes = (<usize>capacity) << 2;
  const slots = heap.alloc(sizeBytes);
  memory.fill(slots, 0, sizeBytes);
  return slots;
}

export const lanes = changetype<LaneTable>(memory.data(offsetof<LaneTable>(), 16));

/** An entry of the cache of recent lanes: the texts themselves, filled up with zeros. */
@unmanaged
class RecentLane {
  pidLow: u64;
  pidHigh: u64;
  tidLow: u64;
  tidHigh: u64;
  /** Length of the pid in the low half, of the tid in the high one; not of any text where the entry is free. */
  lengths: u64;
  lane: u32;
}

const RECENT_LANES: u32 = 256;
const CACHED_TEXT_BYTES: u32 = 16;
const FREE: u64 = ~(<u64>0);
const recentLanes: usize = memory.data(RECENT_LANES * offsetof<RecentLane>(), 16);

export function initialiseLanes(): void {
  lanes.initialise();
  clearLanes();
}

export function clearLanes(): void {
  lanes.clear();
  for (let i: u32 = 0; i < RECENT_LANES; i++) recentLane(i).lengths = FREE;
}

function recentLane(place: u32): RecentLane {
  return changetype<RecentLane>(recentLanes + <usize>place * offsetof<RecentLane>());
}

/**
 * The lane of the pid and tid at these addresses. An event is mostly on the lane of one of its predecessors: those are
 * told by their bytes, without looking up either text.
 */
export function laneOf(pidStart: usize, pidEnd: usize, tidStart: usize, tidEnd: usize): u32 {
  const pidLength = <u32>(pidEnd - pidStart);
  const tidLength = <u32>(tidEnd - tidStart);
  if (pidLength > CACHED_TEXT_BYTES || tidLength > CACHED_TEXT_BYTES) return lookUp(pidStart, pidEnd, tidStart, tidEnd);
  const lengths = <u64>pidLength | ((<u64>tidLength) << 32);
  const pidLow = firstBytes(pidStart, pidLength);
  const tidLow = firstBytes(tidStart, tidLength);
  const pidHigh = pidLength > 8 ? firstBytes(pidStart + 8, pidLength - 8) : 0;
  const tidHigh = tidLength > 8 ? firstBytes(tidStart + 8, tidLength - 8) : 0;
  const mixed = (pidLow ^ rotl<u64>(pidHigh, 17) ^ rotl<u64>(tidLow, 31) ^ rotl<u64>(tidHigh, 47)) * 0x9e3779b97f4a7c15;
  const recent = recentLane(<u32>(mixed >> 56));
  const isHit =
    ((recent.pidLow ^ pidLow) |
      (recent.tidLow ^ tidLow) |
      (recent.pidHigh ^ pidHigh) |
      (recent.tidHigh ^ tidHigh) |
      (recent.lengths ^ lengths)) ===
    0;
  if (isHit) return recent.lane;
  recent.pidLow = pidLow;
  recent.pidHigh = pidHigh;
  recent.tidLow = tidLow;
  recent.tidHigh = tidHigh;
  recent.lengths = lengths;
  recent.lane = lookUp(pidStart, pidEnd, tidStart, tidEnd);
  return recent.lane;
}

/** The first `length` bytes (eight at most) at `p`, then zeros. */
function firstBytes(p: usize, length: u32): u64 {
  const eight = load<u64>(p);
  return length >= 8 ? eight : eight & (((<u64>1) << (8 * <u64>length)) - 1);
}

function lookUp(pidStart: usize, pidEnd: usize, tidStart: usize, tidEnd: usize): u32 {
  const pid = laneTexts.intern(pidStart, pidEnd);
  const tid = laneTexts.intern(tidStart, tidEnd);
  return lanes.intern(<u64>pid | ((<u64>tid) << 32));
}
