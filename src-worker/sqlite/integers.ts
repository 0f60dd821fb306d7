/** Integers as SQLite stores them: big-endian, two's complement, of 1, 2, 3, 4, 6 or 8 bytes. */

const WORD = 2 ** 32;
const BILLION = 1_000_000_000n;
/** Varints of so many bytes are exact in a float64. */
const SHORT_VARINT = 7;

/** Bytes of a value by its serial type, up to 9; types 10 and 11 are reserved. */
export const VALUE_BYTES: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** True for the serial types of integers, among them the constants 0 and 1. */
export function isInteger(type: number): boolean {
  return (type >= 1 && type <= 6) || type === 8 || type === 9;
}

/** Rounded as a float64 where it has more than 53 bits. */
export function integerAsNumber(bytes: Uint8Array, at: number, type: number): number {
  switch (type) {
    case 1:
      return (bytes[at] << 24) >> 24;
    case 2:
      return ((bytes[at] << 24) >> 16) | bytes[at + 1];
    case 3:
      return ((bytes[at] << 24) >> 8) | (bytes[at + 1] << 8) | bytes[at + 2];
    case 4:
      return word(bytes, at);
    case 5:
      return halfWord(bytes, at) * WORD + (word(bytes, at + 2) >>> 0);
    case 6:
      return word(bytes, at) * WORD + (word(bytes, at + 4) >>> 0);
    default:
      return type === 9 ? 1 : 0;
  }
}

export function integerAsBigInt(bytes: Uint8Array, at: number, type: number): bigint {
  if (type !== 6) return BigInt(integerAsNumber(bytes, at, type));
  return (BigInt(word(bytes, at)) << 32n) | BigInt(word(bytes, at + 4) >>> 0);
}

/** What differences are taken to, split as the words of a stored integer are. */
export interface WordBase {
  readonly value: bigint;
  readonly high: number;
  readonly low: number;
  /** The same for numbers that are written out: `value` = billions · 10^9 + ones. */
  readonly billions: number;
  readonly ones: number;
}

export function wordBase(value: bigint): WordBase {
  const billions = value / BILLION;
  return {
    value,
    high: Number(value >> 32n),
    low: Number(BigInt.asUintN(32, value)),
    billions: Number(billions),
    ones: Number(value - billions * BILLION),
  };
}

/** The integer − `base`, exact as long as the difference has no more than 53 bits. */
export function integerSince(bytes: Uint8Array, at: number, type: number, base: WordBase): number {
  let high: number;
  let low: number;
  if (type === 6) {
    high = word(bytes, at);
    low = word(bytes, at + 4) >>> 0;
  } else {
    const value = integerAsNumber(bytes, at, type);
    high = Math.floor(value / WORD);
    low = value - high * WORD;
  }
  return (high - base.high) * WORD + (low - base.low);
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}

function halfWord(bytes: Uint8Array, at: number): number {
  return ((bytes[at] << 24) >> 16) | bytes[at + 1];
}

/** Reads varints one after another: 7 bits a byte, the high bit set on all but the last, the ninth byte whole. */
export class VarintCursor {
  /** Behind the varint read last. */
  at = 0;

  /** Rounded as a float64 beyond 53 bits, and not negative: sizes and types are neither. */
  next(bytes: Uint8Array): number {
    const first = bytes[this.at++];
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let i = 1; i < 8; i++) {
      const byte = bytes[this.at++];
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return value * 256 + bytes[this.at++];
  }
}

/** A row id of up to seven bytes, as nearly all are; −1 for a longer one. */
export function shortRowIdAt(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < SHORT_VARINT; i++) {
    const byte = bytes[at + i];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return -1;
}

/** A row id: a signed varint. A bigint beyond 53 bits. */
export function rowIdAt(bytes: Uint8Array, at: number): number | bigint {
  const short = shortRowIdAt(bytes, at);
  if (short >= 0) return short;
  let value = 0;
  for (let i = 0; i < SHORT_VARINT; i++) value = value * 128 + (bytes[at + i] & 0x7f);
  const eighth = bytes[at + 7];
  let exact = (BigInt(value) << 7n) | BigInt(eighth & 0x7f);
  if (eighth >= 0x80) exact = BigInt.asIntN(64, (exact << 8n) | BigInt(bytes[at + 8]));
  return asSafeNumber(exact);
}

/** A number where a float64 holds it exactly. */
export function asSafeNumber(value: bigint): number | bigint {
  return BigInt.asIntN(54, value) === value && value !== -(2n ** 53n) ? Number(value) : value;
}
