/** What stands around the numbers of texts, as `ShapePool` of `../numberHoles.ts`. */
import { hashOf } from '../../base/assembly/textHash';
import { addTo, append, endOf, newPool, newRoom, numberIn, startOf, widen } from './bytes';
import { cutNumbers, isNumber, numberCount, readNumber } from './numbers';

/** By number; a number in a text is a `HOLE`. */
export const shapes = newPool();
/** Texts of the file at hand that have no shape. */
export const others = newPool();
/** Of each text that was read: the number of its shape, or −1 less its number among the others; and where its numbers begin. */
export const told = newRoom(1 << 14);
export let toldCount: u32 = 0;

const HOLE: u32 = 1;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const NONE: i32 = -1;
const MOST_SHAPES: u32 = 4096;
const MOST_BYTES: usize = 4096;
/** Hashes of texts of no shape yet: only what comes a second time is one. */
const ONCE_SLOTS: u32 = 1 << 19;
const MOST_ONCE: u32 = 1 << 18;

const room: usize = heap.alloc(MOST_BYTES);
/** Of each shape the one that came behind it the last time, plus 1. */
const next: usize = heap.alloc((<usize>MOST_SHAPES) << 2);
let last: u32 = 0;
let once: usize = 0;
let onceCount: u32 = 0;

memory.fill(next, 0, (<usize>MOST_SHAPES) << 2);

export function clearTold(): void {
  toldCount = 0;
  others.count = 0;
}

/** Reads one more text; answers its number in `told`. */
export function tell(from: usize, end: usize): u32 {
  const first = numberCount;
  const shape = find(from, end);
  const own: i32 = shape >= 0 ? shape : -1 - <i32>append(others, from, <u32>(end - from));
  widen(told, (<usize>(toldCount + 1)) << 3);
  const into = told.at + ((<usize>toldCount) << 3);
  store<i32>(into, own);
  store<u32>(into + 4, first);
  return toldCount++;
}

function find(from: usize, end: usize): i32 {
  if (shapes.count > 0) {
    const guess = load<u32>(next + ((<usize>last) << 2));
    if (guess > 0 && isOf(guess - 1, from, end)) {
      last = guess - 1;
      return <i32>last;
    }
    if (guess !== last + 1 && isOf(last, from, end)) return <i32>last;
  }
  const before = numberCount;
  const shape = end - from > MOST_BYTES ? NONE : search(from, end);
  if (shape < 0) {
    cutNumbers(before);
    return NONE;
  }
  store<u32>(next + ((<usize>last) << 2), <u32>shape + 1);
  last = <u32>shape;
  return shape;
}

function isOf(shape: u32, from: usize, end: usize): bool {
  const before = numberCount;
  const lastByte = shapes.bytes.at + <usize>endOf(shapes, shape);
  let at = from;
  for (let own = shapes.bytes.at + <usize>startOf(shapes, shape); own < lastByte; own++) {
    const byte: u32 = load<u8>(own);
    if (at >= end) {
      at = 0;
      break;
    }
    if (byte !== HOLE) {
      if (<u32>load<u8>(at) !== byte) {
        at = 0;
        break;
      }
      at++;
      continue;
    }
    at = isNumber(load<u8>(at)) ? readNumber(at, end) : 0;
    if (at === 0) break;
  }
  if (at === end) return true;
  cutNumbers(before);
  return false;
}

function search(from: usize, end: usize): i32 {
  const before = numberCount;
  let into = room;
  let isText = false;
  for (let at = from; at < end; ) {
    let byte: u32 = load<u8>(at);
    if (byte === HOLE) return NONE;
    if (isText) {
      if (byte === BACKSLASH && at + 1 < end) {
        store<u8>(into++, <u8>byte);
        byte = load<u8>(++at);
      } else if (byte === QUOTE) isText = false;
      at++;
    } else if (isNumber(byte)) {
      at = readNumber(at, end);
      byte = HOLE;
      // No number: whoever parses the text learns that it is damaged.
      if (at === 0) return NONE;
    } else {
      if (byte === QUOTE) isText = true;
      at++;
    }
    store<u8>(into++, <u8>byte);
  }
  return numberCount === before ? NONE : known(<u32>(into - room));
}

function known(size: u32): i32 {
  const hash = hashOf(room, size);
  const own = numberIn(shapes, hash, room, size);
  if (own >= 0) return own;
  if (shapes.count >= MOST_SHAPES || !isSecond(hash)) return NONE;
  return <i32>addTo(shapes, hash, room, size);
}

/** Whether it was asked before. */
function isSecond(hash: u32): bool {
  if (once === 0) {
    once = heap.alloc((<usize>ONCE_SLOTS) << 2);
    memory.fill(once, 0, (<usize>ONCE_SLOTS) << 2);
  }
  const own = max<u32>(1, hash);
  let slot = own & (ONCE_SLOTS - 1);
  for (;;) {
    const taken = load<u32>(once + ((<usize>slot) << 2));
    if (taken === own) return true;
    if (taken === 0) break;
    slot = (slot + 1) & (ONCE_SLOTS - 1);
  }
  if (onceCount >= MOST_ONCE) return false;
  onceCount++;
  store<u32>(once + ((<usize>slot) << 2), own);
  return false;
}
