import {
  type FlowEnds,
  type FlowLoops,
  type LinkedEnds,
  type Links,
  linkOthers,
  plainFlowLoops,
  sharedWords,
  slotsFor,
} from '../arrows/matchFlows';
import { passingSharedWords } from '../columns/largeArrays';
import { inMemory, type LoopExports, type LoopMemory, putIn } from './wasmMemory';

/** Fewer are matched before their columns would be copied. */
const FEWEST_ENDS = 512;
/** V8 replaces its first, slow machine code of a function only between calls: so ends are chained so many at a time. */
const PIECE_ENDS = 1 << 14;
/** Of more, the plain loops' arrays are let go one after another while it goes on, and memory counts: see docs/performance.md. */
const MOST_ENDS = 1 << 22;

/** Where columns stand: see `WasmFlows`. */
interface Room {
  readonly wasm: LoopExports;
  readonly categories: number;
  /** Of arrows, once there are some; before that the halves of ids. */
  readonly from: number;
  readonly to: number;
  /** Where each group begins. */
  readonly first: number;
  /** Room after the groups, as much as any one step needs. */
  readonly rest: number;
}

/** What keys are chained by. */
interface Chained {
  readonly phases: number;
  readonly heads: number;
  readonly nextOfKey: number;
  readonly keyCount: number;
}

/** None of what is here has its end there. */
const NO_ENDS = new Float64Array(0);

/**
 * Matching in WebAssembly. What each step needs alone lies where that of the step before was:
 *
 *     | categories |           | groups | lanes, their order, times            |  ends by lane
 *                  | ids       |        | phases, chains, slots                |  ends by key
 *                  | from | to |        | times and categories of links, times |  links by category
 */
export class WasmFlows implements FlowLoops {
  constructor(
    readonly memory: LoopMemory,
    readonly plain: FlowLoops = plainFlowLoops,
  ) {}

  mapIds<T extends Uint32Array | Uint16Array>(ids: T, map: Uint32Array, into: T, at: number): void {
    const idsBytes = toEight(ids.byteLength);
    const room = ids.length < FEWEST_ENDS ? undefined : this.memory.withRoom(NO_ENDS, idsBytes + map.byteLength);
    if (!room) {
      this.plain.mapIds(ids, map, into, at);
      return;
    }
    const { wasm, at: from } = room;
    const mapAt = from + idsBytes;
    putIn(wasm, from, ids);
    putIn(wasm, mapAt, map);
    if (ids.BYTES_PER_ELEMENT === 4) wasm.mapWords(from, mapAt, ids.length);
    else wasm.mapHalves(from, mapAt, ids.length);
    into.set(inMemory(wasm, from, ids), at);
  }

  link(ends: FlowEnds, laneCount: number, categoryCount: number): LinkedEnds {
    const count = ends.timeNs.length;
    const room = count < FEWEST_ENDS || count > MOST_ENDS ? undefined : this.#room(ends, laneCount, categoryCount);
    if (!room) return this.plain.link(ends, laneCount, categoryCount);
    putIn(room.wasm, room.categories, ends.category);
    const lanes = this.#byLane(ends, laneCount, room);
    const { linkCount, startless } = this.#linkEnds(ends, this.#chain(ends, room), room);
    return {
      byLane: lanes.order,
      laneFirst: lanes.first,
      ...this.#sortLinks(ends, linkCount, categoryCount, room),
      startless,
    };
  }

  /** Undefined where the system has no such memory. */
  #room({ timeNs: { length } }: FlowEnds, laneCount: number, categoryCount: number): Room | undefined {
    const groupsBytes = toEight(4 * (Math.max(laneCount, categoryCount) + 1));
    // Groups take 36 bytes a row at most and their times, keys 9 and their slots. Most of it nobody writes to.
    const restBytes = Math.max(44 * length, 9 * length + 4 * slotsFor(length)) + 64;
    const room = this.memory.withRoom(NO_ENDS, toEight(10 * length) + 24 + groupsBytes + restBytes);
    if (!room) return undefined;
    const { wasm, at: categories } = room;
    const from = categories + toEight(2 * length);
    const to = from + toEight(4 * length);
    const first = to + toEight(4 * length);
    return { wasm, categories, from, to, first, rest: first + groupsBytes };
  }

  /** Rows by the groups that stand at the beginning of `rest`, and within them by `keys`. */
  #order(keys: number, count: number, groupCount: number, { wasm, first, rest }: Room) {
    const order = rest + toEight(4 * count);
    const sorted = order + toEight(4 * count);
    wasm.orderByGroup(rest, keys, count, groupCount, first, order, sorted, sorted + 8 * count);
    const own = new Uint32Array(new SharedArrayBuffer(4 * (groupCount + 1)));
    own.set(inMemory(wasm, first, own));
    return { order, first: own };
  }

  #byLane(ends: FlowEnds, laneCount: number, room: Room) {
    const keys = keysAt(room, ends.lane.length);
    putIn(room.wasm, room.rest, ends.lane);
    putIn(room.wasm, keys, ends.timeNs);
    const { order, first } = this.#order(keys, ends.lane.length, laneCount, room);
    return { order: sharedCopy(room.wasm, order, ends.lane.length), first };
  }

  #chain({ idLow, idHigh, phase }: FlowEnds, { wasm, categories, from: low, to: high, rest }: Room): Chained {
    const count = phase.length;
    const slotCount = slotsFor(count);
    const slots = rest;
    const nextOfKey = slots + 4 * slotCount;
    const heads = nextOfKey + 4 * count;
    const phases = heads + 4 * count;
    new Uint8Array(wasm.memory.buffer, slots, 4 * slotCount).fill(0);
    putIn(wasm, low, idLow);
    putIn(wasm, high, idHigh);
    putIn(wasm, phases, phase);
    let keyCount = 0;
    for (let end = 0; end < count; end += PIECE_ENDS) {
      const behind = Math.min(end + PIECE_ENDS, count);
      const mask = slotCount - 1;
      keyCount = wasm.chainByKey(low, high, categories, end, behind, slots, mask, nextOfKey, heads, keyCount);
    }
    wasm.endChains(slots, slotCount, nextOfKey);
    return { phases, heads, nextOfKey, keyCount };
  }

  #linkEnds(ends: FlowEnds, { phases, heads, nextOfKey, keyCount }: Chained, { wasm, from, to }: Room) {
    const count = ends.phase.length;
    const words = (address: number, length: number) => new Uint32Array(wasm.memory.buffer, address, length);
    const next = words(nextOfKey, count);
    const headOf = words(heads, keyCount);
    const into: Links = { from: words(from, count), to: words(to, count) };
    const startless: number[] = [];
    let linkCount = 0;
    for (let key = 0; ; key++) {
      key = wasm.linkEnds(key, keyCount, linkCount, heads, nextOfKey, phases, from, to);
      linkCount = wasm.linkCount();
      if (key === keyCount) break;
      linkCount = linkOthers(ends, headOf[key] + 1, next, into, linkCount, startless);
    }
    return { linkCount, startless: sharedWords(startless) };
  }

  /** As `sortLinks` in matchFlows.ts. */
  #sortLinks(
    { timeNs }: FlowEnds,
    count: number,
    categoryCount: number,
    room: Room,
  ): Pick<LinkedEnds, 'from' | 'to' | 'categoryFirst'> {
    const { wasm, categories, from, to, rest } = room;
    const earlier = keysAt(room, count);
    const times = earlier + 8 * count;
    putIn(wasm, times, timeNs);
    wasm.describeLinks(times, categories, from, to, count, earlier, rest);
    const { order, first } = this.#order(earlier, count, categoryCount, room);
    const sorted = order + toEight(4 * count);
    const inOrder = (column: number) => {
      wasm.gather4(column, order, count, sorted);
      return sharedCopy(wasm, sorted, count);
    };
    return { from: inOrder(from), to: inOrder(to), categoryFirst: first };
  }
}

/** Behind all that `orderByGroup` takes for so many rows. */
function keysAt({ rest }: Room, count: number): number {
  return rest + 2 * toEight(4 * count) + 8 * count + toEight(12 * count);
}

function sharedCopy(wasm: LoopExports, address: number, count: number): Uint32Array {
  const words = passingSharedWords(count);
  words.set(inMemory(wasm, address, words));
  return words;
}

function toEight(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 8) * 8;
}
