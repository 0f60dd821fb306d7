import type { TokenBatch } from './batch';
import {
  asciiText,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  isSpace,
  isText,
  literalEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  RAN_OUT,
  stringEnd,
} from './scan';

/**
 * Ids in the args of an event that say which other events belong to it: what a launch is joined to its kernel by. Only at
 * the top level of `args`; see `EVENT_ID_KEYS`.
 */

/** The same things by number: the rows of `TokenBatch.idKind`, as in assembly/ids.ts. */
export enum EventId {
  /** Kineto: of a runtime call and the device task that it launched. */
  correlation,
  /** Kineto: of a framework op and what it called. */
  external,
  /** Ascend: of a CANN call and the device task that it launched. */
  connection,
  /** torch_npu: of an Enqueue and its Dequeue. */
  queue,
  /** HCCL tasks: the rank (of the group) that a task is on, and the one at its other end. */
  sourceRank,
  destinationRank,
}
export const EVENT_IDS = 6;

/** Keys as their writers write them; nobody escapes letters in them. */
export const EVENT_ID_KEYS: readonly (readonly [key: string, kind: EventId])[] = [
  ['correlation', EventId.correlation],
  ['External id', EventId.external],
  ['external id', EventId.external],
  ['connection_id', EventId.connection],
  ['correlation_id', EventId.queue],
  ['src rank', EventId.sourceRank],
  ['dst rank', EventId.destinationRank],
];

/** Kineto: of a kernel or an op of a collective, whatever it is called. */
export const COLLECTIVE_KEY = 'Collective name';

/** Ids of one event at most: those beyond are of a file that repeats its keys. */
export const IDS_PER_EVENT = 16;

/**
 * Steps over args as `nestedEnd` does, and puts the ids among them into the batch as the next event's. Where the bytes end
 * first, what has been put there is not whole, and the tokenizer takes it out again.
 */
export class ArgsReader {
  /** Whether one of the keys of the args read last is one that only collectives have. */
  hasCollectiveKey = false;

  /** Index behind the brace that closes the one at `start`, or `RAN_OUT`. One pass: args are most of a trace. */
  end(bytes: Uint8Array, start: number, to: number, batch: TokenBatch): number {
    this.hasCollectiveKey = false;
    const firstId = batch.idCount;
    let depth = 0;
    for (let p = start; ; p++) {
      const c = bytes[p];
      if (c === QUOTE) {
        const keyStart = p + 1;
        p = stringEnd(bytes, keyStart, to);
        if (p === RAN_OUT) return RAN_OUT;
        if (depth === 1 && p - keyStart <= LONGEST_KEY) this.#readMember(bytes, keyStart, p, batch, firstId);
      }
      // Most bytes between strings are digits and what separates members: all of them come before brackets.
      if (c < OPEN_BRACKET) continue;
      if (c === OPEN_BRACE || c === OPEN_BRACKET) depth++;
      else if ((c === CLOSE_BRACE || c === CLOSE_BRACKET) && --depth === 0) return p + 1;
    }
  }

  /** The member whose key is [keyStart, keyEnd), or a value that looks like one. */
  #readMember(bytes: Uint8Array, keyStart: number, keyEnd: number, batch: TokenBatch, firstId: number): void {
    const key = KEYS[KEY_PLACES[(bytes[keyStart] << 4) | (keyEnd - keyStart)]];
    if (key === undefined || !isText(bytes, keyStart, keyEnd, key.text)) return;
    const value = memberValue(bytes, keyEnd);
    if (!value) return;
    if (key.kind === undefined) this.hasCollectiveKey = true;
    else if (batch.idCount - firstId < IDS_PER_EVENT) putEventId(bytes, value.start, value.end, key.kind, batch);
  }
}

interface Key {
  readonly text: string;
  /** Absent of `COLLECTIVE_KEY`. */
  readonly kind: EventId | undefined;
}

const LONGEST_KEY = 15;
const NO_KEY = 0xff;
const KEYS: readonly Key[] = [
  ...EVENT_ID_KEYS.map(([text, kind]) => ({ text, kind })),
  { text: COLLECTIVE_KEY, kind: undefined },
];
/** By a key's first byte and its length, which no two of them share: its place in `KEYS`. */
const KEY_PLACES = new Uint8Array(256 << 4).fill(NO_KEY);
KEYS.forEach(({ text }, place) => {
  KEY_PLACES[(text.charCodeAt(0) << 4) | text.length] = place;
});

const ALL_ONES_32 = 0xffff_ffff;
const ALL_ONES_64 = 0xffff_ffff_ffff_ffffn;
const TWO_32 = 2 ** 32;
/** Digits that a float64 has exactly. */
const EXACT_DIGITS = 15;
const MOST_DIGITS = 20;

/**
 * Puts the digits [start, end) into the batch as an id: a whole number of up to 64 bits. Nothing where there is none: no
 * digits (`-1`, `N/A`, `0x0`), more than 64 bits, or all 32 or 64 bits set, which is how -1 looks that was written as
 * unsigned.
 */
function putEventId(bytes: Uint8Array, start: number, end: number, kind: EventId, batch: TokenBatch): void {
  if (end === start || end - start > MOST_DIGITS) return;
  let value = 0;
  for (let i = start; i < end; i++) {
    if (bytes[i] < 0x30 || bytes[i] > 0x39) return;
    value = value * 10 + bytes[i] - 0x30;
  }
  let low: number;
  let high: number;
  if (end - start <= EXACT_DIGITS) {
    if (value === ALL_ONES_32) return;
    high = Math.floor(value / TWO_32);
    low = value - high * TWO_32;
  } else {
    const exact = BigInt(asciiText(bytes, start, end));
    if (exact === BigInt(ALL_ONES_32) || exact >= ALL_ONES_64) return;
    low = Number(exact & 0xffff_ffffn);
    high = Number(exact >> 32n);
  }
  const row = batch.idCount++;
  batch.idEvent[row] = batch.count;
  batch.idKind[row] = kind;
  batch.idValueLow[row] = low;
  batch.idValueHigh[row] = high;
}

/** Bytes without the quotes around them. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The string or literal behind a key whose closing quote is at `keyEnd`; undefined if there is none. */
function memberValue(bytes: Uint8Array, keyEnd: number): Span | undefined {
  let p = keyEnd + 1;
  while (isSpace(bytes[p])) p++;
  if (bytes[p] !== COLON) return undefined;
  p++;
  while (isSpace(bytes[p])) p++;
  if (bytes[p] !== QUOTE) return { start: p, end: literalEnd(bytes, p) };
  return { start: p + 1, end: stringEnd(bytes, p + 1, bytes.length) };
}

/** Of an `id2`, the object at `start`: the value of its first member, if that is `local` or `global`. */
export function scopedIdIn(
  bytes: Uint8Array,
  start: number,
  end: number,
): (Span & { readonly isLocal: boolean }) | undefined {
  let p = start + 1;
  while (isSpace(bytes[p])) p++;
  if (bytes[p] !== QUOTE) return undefined;
  const keyEnd = stringEnd(bytes, p + 1, end);
  const key = asciiText(bytes, p + 1, Math.min(keyEnd, p + 8));
  const value = key === 'local' || key === 'global' ? memberValue(bytes, keyEnd) : undefined;
  return value && { ...value, isLocal: key === 'local' };
}
