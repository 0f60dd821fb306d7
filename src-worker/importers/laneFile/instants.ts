/** Times of a file's cells in ns, digit by digit: a float64 of an epoch time would round them. */
import type { LaneFileOrigin, LaneFileUnit } from '../../../src-contract';
import { instantNs, MAX_TIME_NS, shiftedNumber } from '../../tables/numbers';
import { digits } from '../msMonitor/nsDigits';

const SHIFT_DIGITS: Readonly<Record<LaneFileUnit, number>> = { ns: 0, us: 3, ms: 6, s: 9 };
const POWERS = Float64Array.from({ length: 10 }, (_, power) => Number(`1e${power}`));
/** Numbers are taken in two parts, the lower one with so many digits. */
const LOW_DIGITS = 9;
const LOW = 1e9;
const LONGEST = 64;
const PLAIN = /^-?\d+(\.\d*)?$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** What times count from in their unit, in two parts that are exact, and the ns beyond. */
interface UnitBase {
  readonly shift: number;
  readonly high: number;
  readonly low: number;
  readonly restNs: number;
}

function unitBase(unit: LaneFileUnit, baseNs: bigint): UnitBase {
  const shift = SHIFT_DIGITS[unit];
  const scale = 10n ** BigInt(shift);
  const whole = baseNs / scale;
  return {
    shift,
    high: Number(whole / BigInt(LOW)),
    low: Number(whole % BigInt(LOW)),
    restNs: Number(baseNs % scale),
  };
}

/** Digits with at most as many decimals as the unit has; undefined for whatever else it is. */
function plainNs(
  bytes: Uint8Array,
  from: number,
  to: number,
  { shift, high, low, restNs }: UnitBase,
): number | undefined {
  let end = from;
  while (end < to && isDigit(bytes[end])) end++;
  const decimals = end < to ? to - end - 1 : 0;
  if (end === from || end - from > 2 * LOW_DIGITS + 1 || decimals > shift) return undefined;
  if (end < to && bytes[end] !== 0x2e) return undefined;
  const split = Math.max(from, end - LOW_DIGITS);
  const rest = end < to ? digits(bytes, end + 1, to) : 0;
  if (Number.isNaN(rest)) return undefined;
  const whole = (digits(bytes, from, split) - high) * LOW + (digits(bytes, split, end) - low);
  return whole * POWERS[shift] + (rest * POWERS[shift - decimals] - restNs);
}

/** Reads instants as ns since `baseNs`. */
export class InstantReader {
  readonly #base: UnitBase;

  /** `unit` undefined: numbers are none, dates are. */
  constructor(
    readonly unit: LaneFileUnit | undefined,
    readonly baseNs: bigint,
  ) {
    this.#base = unitBase(unit ?? 'ns', baseNs);
  }

  /** NaN where it is no instant, or one that is more than 104 days from the base: that would not be exact. */
  read(bytes: Uint8Array, from: number, to: number): number {
    const fast = this.unit === undefined ? undefined : plainNs(bytes, from, to, this.#base);
    const ns = fast ?? this.#other(bytes, from, to);
    return Number.isSafeInteger(ns) ? ns : Number.NaN;
  }

  #other(bytes: Uint8Array, from: number, to: number): number {
    if (to - from > LONGEST) return Number.NaN;
    const text = String.fromCharCode(...bytes.subarray(from, to));
    if (this.unit !== undefined && PLAIN.test(text)) return instantNs(text, this.#base.shift, this.baseNs);
    const date = dateNs(text);
    return date === undefined ? Number.NaN : Number(date - this.baseNs);
  }
}

/** A date with a time of day, since 1970 in UTC: where it names no zone, it is taken as UTC. */
export function dateNs(text: string): bigint | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const isThere = Number(month) <= 12 && new Date(ms).getUTCDate() === Number(day) && Number(hour) < 24;
  if (!isThere || Number(minute) > 59 || Number(second) > 60) return undefined;
  return (BigInt(ms) - zoneMs(zone)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function zoneMs(zone: string): bigint {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (!match) return 0n;
  const size = BigInt(match[2]) * 3_600_000n + BigInt(match[3]) * 60_000n;
  return match[1] === '-' ? -size : size;
}

/** Reads lengths of time as whole ns; NaN as of `durationNs`. */
export class LengthReader {
  readonly #base: UnitBase;

  constructor(readonly unit: LaneFileUnit) {
    this.#base = unitBase(unit, 0n);
  }

  read(bytes: Uint8Array, from: number, to: number): number {
    const ns = plainNs(bytes, from, to, this.#base);
    // A number that is longer, or written otherwise.
    if (ns !== undefined && ns < MAX_TIME_NS && Number.isSafeInteger(ns)) return ns;
    return durationNs(String.fromCharCode(...bytes.subarray(from, Math.min(to, from + LONGEST))), this.unit);
  }
}

/** Digits with decimals as the number they are, exactly as `Number` reads them; undefined for whatever else it is. */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number | undefined {
  // Both the digits and the power of ten are exact as float64, so that dividing rounds once.
  if (to - from > LONGEST_EXACT || to === from) return undefined;
  let mantissa = 0;
  let point = to;
  for (let i = from; i < to; i++) {
    if (bytes[i] === 0x2e && point === to && i > from && i + 1 < to) point = i;
    else if (isDigit(bytes[i])) mantissa = 10 * mantissa + bytes[i] - 0x30;
    else return undefined;
  }
  return point === to ? mantissa : mantissa / DECIMALS[to - point - 1];
}

const LONGEST_EXACT = 15;
const DECIMALS = Float64Array.from({ length: LONGEST_EXACT }, (_, power) => Number(`1e${power}`));

/** Whole ns; NaN where it is no length of time: a negative one is none either. */
export function durationNs(text: string, unit: LaneFileUnit): number {
  if (text.length > LONGEST || !/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number.NaN;
  const ns = Math.round(shiftedNumber(text.replace(/^\+/, ''), SHIFT_DIGITS[unit]));
  return ns < MAX_TIME_NS && Number.isSafeInteger(ns) ? ns : Number.NaN;
}

/** Times since 1970 of this century, whatever their unit; undefined where the number is no such. */
export function likelyUnit(text: string): LaneFileUnit | undefined {
  const [whole] = /^\d+/.exec(text) ?? [''];
  for (const [unit, length] of [
    ['s', 10],
    ['ms', 13],
    ['us', 16],
    ['ns', 19],
  ] as const)
    if (whole.length === length && whole < '5') return unit;
  return undefined;
}

/** Before the year 2000 and after 2100 nobody writes logs. */
const EARLIEST_NS = 946_684_800_000_000_000n;
const LATEST_NS = 4_102_444_800_000_000_000n;
const MARGIN_NS = 86_400_000_000_000n;

/** Whether the first time of a file is by the clock of the rank, which lasts from `startNs` to `endNs`, or counts from the start. */
export function likelyOrigin(
  text: string,
  unit: LaneFileUnit | undefined,
  rank: { readonly startNs: bigint; readonly endNs: bigint } | undefined,
): LaneFileOrigin {
  if (dateNs(text) !== undefined) return 'clock';
  const match = unit && /^\d{1,20}/.exec(text);
  if (!match) return 'start';
  const ns = BigInt(match[0]) * 10n ** BigInt(SHIFT_DIGITS[unit]);
  if (ns > EARLIEST_NS && ns < LATEST_NS) return 'clock';
  return rank && ns > rank.startNs - MARGIN_NS && ns < rank.endNs + MARGIN_NS && rank.startNs > MARGIN_NS
    ? 'clock'
    : 'start';
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
