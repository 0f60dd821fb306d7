/** How numbers, times and sizes are written. Digits are grouped by commas in both languages; units are the SI's. */

const MICRO = 1_000;
const MILLI = 1_000_000;
const SECOND = 1_000_000_000;

/** U+202F: keeps a number and its unit on one line, and groups decimals. */
const NARROW_SPACE = '\u202f';
/** U+2212, as wide as a plus; what is copied for a spreadsheet has "-" (`plainDigits`). */
export const MINUS = '−';

/** 1234567 → "1,234,567". Fractions keep up to `maxDecimals` digits. */
export function formatCount(value: number, maxDecimals = 0): string {
  if (!Number.isFinite(value)) return String(value);
  const [whole = '0', decimals] = Math.abs(value).toFixed(maxDecimals).split('.');
  const trimmed = decimals?.replace(/0+$/, '');
  const text = groupThousands(whole) + (trimmed ? `.${trimmed}` : '');
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

const durationUnits = [
  { name: 'ns', ns: 1 },
  { name: 'µs', ns: MICRO },
  { name: 'ms', ns: MILLI },
  { name: 's', ns: SECOND },
] as const;

/**
 * A length of time in the unit that suits it, four significant digits: 153 → "153 ns", 12_345 → "12.35 µs",
 * 75e9 → "1 min 15 s". Show `formatExactDuration` beside it or as the title.
 */
export function formatDuration(ns: number): string {
  const magnitude = Math.abs(ns);
  const sign = ns < 0 ? MINUS : '';
  if (magnitude >= 60 * SECOND) {
    const seconds = Math.round(magnitude / SECOND);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return sign + (hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`);
  }
  // A value that rounds to 1,000 of its unit belongs to the next one, hence 999.95.
  const unit = durationUnits.find(({ ns: unitNs }) => magnitude / unitNs < 999.95) ?? durationUnits[3];
  const value = magnitude / unit.ns;
  const decimals = value < 10 ? 3 : value < 100 ? 2 : 1;
  const rounded = value.toFixed(decimals);
  // Zeros at the end say that digits were rounded away: "1.000 ms" is about, "1 ms" exactly a millisecond.
  const text = Number(rounded) === value ? String(Number(rounded)) : rounded;
  return `${sign}${text}${NARROW_SPACE}${unit.name}`;
}

/** The same of whole ns, with a plus where it is more than nothing. */
export function signedDuration(ns: number): string {
  const whole = Math.round(ns);
  return `${whole > 0 ? '+' : ''}${formatDuration(whole)}`;
}

/** To the ns, in ns: "12,345,678 ns". */
export function formatExactDuration(ns: number): string {
  return `${formatCount(ns, Number.isInteger(ns) ? 0 : 3)}${NARROW_SPACE}ns`;
}

/**
 * An instant since the dump's start with the digits that a ruler of `stepNs` needs: (1_500_000, 100_000) → "1.5 ms",
 * (2_000_000_001, 1) → "2.000 000 001 s". The unit follows the instant, so that neighbours on a ruler share it.
 */
export function formatTime(ns: number, stepNs = 1): string {
  // Nothing has no unit of its own: it takes its neighbours'.
  const magnitude = Math.abs(ns === 0 ? stepNs : ns);
  const unit = magnitude >= SECOND ? 3 : magnitude >= MILLI ? 2 : magnitude >= MICRO ? 1 : 0;
  const unitDigits = unit * 3;
  const decimals = Math.min(unitDigits, Math.max(0, unitDigits - Math.floor(Math.log10(Math.max(1, stepNs)))));
  return `${fixedPoint(ns, unitDigits, decimals)}${NARROW_SPACE}${durationUnits[unit]!.name}`;
}

/** An instant since the dump's start with every digit: "2.000 000 001 s". `unitNs`: in that unit, else in its own. */
export function formatExactTime(ns: number, unitNs?: number): string {
  if (unitNs === undefined) return formatTime(ns, 1);
  const unit = unitNs >= SECOND ? 3 : unitNs >= MILLI ? 2 : unitNs >= MICRO ? 1 : 0;
  return `${ns === 0 ? '0' : fixedPoint(ns, unit * 3, unit * 3)}${NARROW_SPACE}${durationUnits[unit]!.name}`;
}

/** `ns` / 10^`unitDigits`, cut to `decimals`, by its digits: no division, so nothing is rounded wrongly. */
function fixedPoint(ns: number, unitDigits: number, decimals: number): string {
  const digits = String(Math.round(Math.abs(ns))).padStart(unitDigits + 1, '0');
  const whole = groupThousands(digits.slice(0, digits.length - unitDigits));
  const fraction = digits.slice(digits.length - unitDigits).slice(0, decimals);
  const grouped = fraction.replace(/(\d{3})(?=\d)/g, `$1${NARROW_SPACE}`);
  return (ns < 0 ? MINUS : '') + whole + (grouped ? `.${grouped}` : '');
}

/** Earlier than 2000: the clock counts from the machine's start, not from 1970. */
const FIRST_EPOCH_NS = 946_684_800_000_000_000n;

/** An epoch time as date and time in UTC to the ns, or, for a clock that counts from the machine's start, in seconds. */
export function formatEpoch(epochNs: bigint): string {
  if (epochNs < FIRST_EPOCH_NS) {
    const digits = String(epochNs < 0n ? -epochNs : epochNs).padStart(10, '0');
    return `${epochNs < 0n ? MINUS : ''}${groupThousands(digits.slice(0, -9))}.${digits.slice(-9)}${NARROW_SPACE}s`;
  }
  const date = new Date(Number(epochNs / 1_000_000n)).toISOString();
  const fraction = String(epochNs % 1_000_000_000n).padStart(9, '0');
  return `${date.slice(0, 10)} ${date.slice(11, 19)}.${fraction} UTC`;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** 1 KB = 1024 B, as file managers show it: 1_572_864 → "1.5 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${formatCount(value, unit === 0 || value >= 100 ? 0 : 1)}${NARROW_SPACE}${byteUnits[unit]}`;
}

/** A share 0…1 as per cent: 0.1234 → "12.3 %". */
export function formatShare(share: number): string {
  return `${formatCount(share * 100, 1)}${NARROW_SPACE}%`;
}

/** Value of a counter with its unit; at most four decimals. */
export function formatValue(value: number, unit: string): string {
  const text = formatCount(value, Math.abs(value) >= 1000 ? 1 : 4);
  return unit ? `${text}${NARROW_SPACE}${unit}` : text;
}
