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
/** Ids per batch at most. */
export const BATCH_IDS = 65_536;

/**
 * Puts the ids among the args [start, end), which begin at a brace and are known to be whole, into the batch, as the
 * next event's. Answers whether one of their keys is one that only collectives have.
 */
export function readEventIds(bytes: Uint8Array, start: number, end: number, batch: TokenBatch): boolean {
  const firstId = batch.idCount;
  let hasCollectiveArgs = false;
  let depth = 0;
  for (let p = start; p < end; p++) {
    const c = bytes[p];
    if (c === OPEN_BRACE || c === OPEN_BRACKET) depth++;
    else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) depth--;
    if (c !== QUOTE) continue;
    const keyStart = p + 1;
    const keyEnd = stringEnd(bytes, keyStart, end);
    p = keyEnd;
    if (depth === 1 && isText(bytes, keyStart, keyEnd, COLLECTIVE_KEY) && memberValue(bytes, keyEnd))
      hasCollectiveArgs = true;
    const kind = depth === 1 ? eventIdOf(bytes, keyStart, keyEnd) : undefined;
    if (kind === undefined || batch.idCount - firstId === IDS_PER_EVENT) continue;
    const value = memberValue(bytes, keyEnd);
    const id = value && readEventId(bytes, value.start, value.end);
    if (id === undefined) continue;
    const row = batch.idCount++;
    batch.idEvent[row] = batch.count;
    batch.idKind[row] = kind;
    batch.idValueLow[row] = Number(id & 0xffff_ffffn);
    batch.idValueHigh[row] = Number(id >> 32n);
  }
  return hasCollectiveArgs;
}

const ALL_ONES_32 = 0xffff_ffffn;
const ALL_ONES_64 = 0xffff_ffff_ffff_ffffn;
const MOST_DIGITS = 20;

/**
 * The digits [start, end) as an id: a whole number of up to 64 bits. Undefined where there is none: no digits (`-1`,
 * `N/A`, `0x0`), more than 64 bits, or all 32 or 64 bits set, which is how -1 looks that was written as unsigned.
 */
function readEventId(bytes: Uint8Array, start: number, end: number): bigint | undefined {
  if (end === start || end - start > MOST_DIGITS) return undefined;
  let text = '';
  for (let i = start; i < end; i++) {
    if (bytes[i] < 0x30 || bytes[i] > 0x39) return undefined;
    text += String.fromCharCode(bytes[i]);
  }
  const value = BigInt(text);
  return value === ALL_ONES_32 || value >= ALL_ONES_64 ? undefined : value;
}

/** Which id the key [start, end) names; undefined if it names none. */
function eventIdOf(bytes: Uint8Array, start: number, end: number): EventId | undefined {
  for (const [key, kind] of EVENT_ID_KEYS) if (isText(bytes, start, end, key)) return kind;
  return undefined;
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
