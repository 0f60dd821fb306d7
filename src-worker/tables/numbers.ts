/** Longest integer, in digits, that a float64 surely holds exactly. */
const SAFE_DIGITS = 15;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** More digits than any number needs that a float64 can hold. */
const MAX_NUMBER_LENGTH = 400;
/** Nothing that a profiler measures is further away or takes longer: ns that a 64-bit integer holds, 292 years. */
export const MAX_TIME_NS = 2 ** 63;

/** True for what stands where a value is missing. */
export function isMissing(text: string): boolean {
  return text === '' || text === 'N/A' || text === 'NA' || text === 'nan' || text === 'NaN' || text === 'null';
}

/** True for what is written as a number, whatever its size; also for what programs write in place of one, such as "inf". */
export function looksLikeNumber(text: string): boolean {
  return (text.length <= MAX_NUMBER_LENGTH && NUMBER.test(text)) || /^[+-]?(nan|inf|infinity)$/i.test(text);
}

/** True for a number that a float64 can stand for: not for an id of 20 digits, and not for 1e400. */
export function isNumberText(text: string): boolean {
  if (text.length > MAX_NUMBER_LENGTH || !NUMBER.test(text) || !Number.isFinite(Number(text))) return false;
  const isInteger = text.length > SAFE_DIGITS && /^[+-]?\d+$/.test(text);
  return !isInteger || Number.isSafeInteger(Number(text));
}

/** `text` × 10^`shiftDigits`, rounded once; NaN where it is no number. */
export function shiftedNumber(text: string, shiftDigits: number): number {
  if (shiftDigits === 0) return Number(text);
  return /e/i.test(text) ? Number(text) * 10 ** shiftDigits : Number(`${text}e${shiftDigits}`);
}

/**
 * An instant written as µs (ms, ns; `shiftDigits` 3, 6, 0) with decimals, as ns since `baseNs`: exact for all digits down
 * to the ns, which a float64 of the whole number would not be. NaN where it is no number, or no time (`MAX_TIME_NS`).
 */
export function instantNs(text: string, shiftDigits: number, baseNs: bigint): number {
  if (text.length > MAX_NUMBER_LENGTH) return Number.NaN;
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!match) {
    // Such as 1.69512E+15, which a spreadsheet has made of it: not exact any more, whatever is done.
    const ns = NUMBER.test(text) ? Math.round(shiftedNumber(text, shiftDigits)) : Number.NaN;
    return Math.abs(ns) < MAX_TIME_NS ? Number(BigInt(ns) - baseNs) : Number.NaN;
  }
  const [, sign, whole, fraction = ''] = match;
  const digits = fraction.padEnd(shiftDigits + 1, '0');
  const roundUp = digits[shiftDigits] >= '5' ? 1 : 0;
  const size = BigInt(whole + digits.slice(0, shiftDigits)) + BigInt(roundUp);
  return Number(size) < MAX_TIME_NS ? Number((sign === '-' ? -size : size) - baseNs) : Number.NaN;
}
