/** An instant as somebody types or pastes it. Pure. */
import type { NumberedStep } from './timeScale';

export interface TimesOfDump {
  readonly originNs: bigint;
  /** Of all that it has, ns since its origin. */
  readonly startNs: number;
  readonly endNs: number;
  readonly steps: readonly NumberedStep[];
}

/** `ns`: since the dump's origin. */
export type ParsedTime =
  | { readonly ns: number; readonly step?: NumberedStep }
  | { readonly problem: 'empty' | 'unreadable' | 'no-unit' | 'no-step' | 'outside' };

const unitNs: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1_000,
  µs: 1_000,
  μs: 1_000,
  ms: 1_000_000,
  s: 1_000_000_000,
  min: 60_000_000_000,
  h: 3_600_000_000_000,
};
/** Whole numbers of so many digits are instants of an epoch, in ns: as an offset they would be months. */
const EPOCH_DIGITS = 16;
const DAY_NS = 86_400_000_000_000n;

/**
 * "12.5 ms", "1 min 2 s" since the dump's start; "2025-01-09 08:47:54.714258990", "08:47:54.7" of its day, in UTC; "714258990",
 * ns since its start; "1736412474714258990", ns of its clock; "#12", "step 12", "#12 +3 ms".
 */
export function parseTime(text: string, dump: TimesOfDump): ParsedTime {
  // As the program itself writes numbers: grouped, with its minus, and narrow spaces between.
  const plain = text.trim().replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase();
  if (plain === '') return { problem: 'empty' };
  const step = /^(?:#|step ?#?|profilerstep#)(\d{1,15})(?: ?(.+))?$/.exec(plain);
  if (step) return within(dump, inStep(dump, Number(step[1]), step[2]));
  const clock = epochOf(plain, dump.originNs);
  if (clock !== undefined) return within(dump, { ns: Number(clock - dump.originNs) });
  return within(dump, offsetOf(plain, dump.originNs));
}

function within({ startNs, endNs }: TimesOfDump, parsed: ParsedTime): ParsedTime {
  return 'ns' in parsed && (parsed.ns < startNs || parsed.ns > endNs) ? { problem: 'outside' } : parsed;
}

function inStep({ steps, originNs }: TimesOfDump, number: number, rest: string | undefined): ParsedTime {
  const step = steps.find((own) => own.number === number);
  if (!step) return { problem: 'no-step' };
  if (rest === undefined) return { ns: step.startNs, step };
  const offset = offsetOf(rest.replace(/^\+ ?/, ''), originNs);
  return 'ns' in offset ? { ns: step.startNs + offset.ns } : offset;
}

/** Undefined: it is no time of a clock. */
function epochOf(text: string, originNs: bigint): bigint | undefined {
  const match =
    /^(?:(\d{4})-(\d\d?)-(\d\d?)[ t])?(\d\d?):(\d\d)(?::(\d\d)(?:[.,]([\d ]{1,12}))?)?(?: ?(?:utc|z))?$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hours, minutes, seconds = '0', fraction = ''] = match;
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  const digits = fraction.replaceAll(' ', '').slice(0, 9).padEnd(9, '0');
  const ofDayNs = BigInt(h * 3600 + m * 60 + s) * 1_000_000_000n + BigInt(digits);
  if (year === undefined) {
    // Of the day that the dump begins on, or of the next where the time is before that.
    const midnight = originNs - (((originNs % DAY_NS) + DAY_NS) % DAY_NS);
    const own = midnight + ofDayNs;
    return own < originNs - DAY_NS / 2n ? own + DAY_NS : own;
  }
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(at);
  // 31 February is none.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  return BigInt(at) * 1_000_000n + ofDayNs;
}

/** A length of time with its unit, or ns; undefined where it is none. */
export function parseOffset(text: string): number | undefined {
  const plain = text.trim().replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase();
  const parsed = plain === '' ? undefined : offsetOf(plain, 0n);
  return parsed && 'ns' in parsed ? parsed.ns : undefined;
}

function offsetOf(text: string, originNs: bigint): ParsedTime {
  const sign = text.startsWith('-') ? -1 : 1;
  const unsigned = text.replace(/^[+-] ?/, '');
  const bare = unsigned.replace(/[, ]/g, '');
  if (/^\d+$/.test(bare)) {
    if (bare.length >= EPOCH_DIGITS) return { ns: Number(BigInt(sign) * BigInt(bare) - originNs) };
    return { ns: sign * Number(bare) };
  }
  if (/^\d+\.\d+$/.test(bare)) return { problem: 'no-unit' };
  // A number with its unit, and again: "1 min 2.5 s".
  let [left, ns] = [unsigned, 0];
  while (left !== '') {
    const part = /^([\d, ]*\d)(?:\.([\d ]*\d))? ?(ns|us|µs|μs|ms|s|min|h)(?: |$)/.exec(left);
    if (!part) return { problem: 'unreadable' };
    const [all, whole, fraction = '', unit] = part;
    const value = Number(`${whole.replace(/[, ]/g, '')}.${fraction.replaceAll(' ', '') || '0'}`);
    ns += value * unitNs[unit];
    left = left.slice(all.length);
  }
  return Number.isFinite(ns) ? { ns: sign * Math.round(ns) } : { problem: 'unreadable' };
}
