/** Longest integer, in digits, that a float64 surely holds exactly. */
const SAFE_DIGITS = 15;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** True for what stands where a value is missing. */
export function isMissing(text: string): boolean {
  return text === '' || text === 'N/A' || text === 'NA' || text === 'nan' || text === 'NaN' || text === 'null';
}

/** True for a number that a float64 can stand for: not for an id of 20 digits. */
export function isNumberText(text: string): boolean {
  if (!NUMBER.test(text)) return false;
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
 * to the ns, which a float64 of the whole number would not be. NaN where it is no number.
 */
export function instantNs(text: string, shiftDigits: number, baseNs: bigint): number {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  // Such as 1.69512E+15, which a spreadsheet has made of it: not exact any more, whatever is done.
  if (!match)
    return NUMBER.test(text) ? Number(BigInt(Math.round(shiftedNumber(text, shiftDigits))) - baseNs) : Number.NaN;
  const [, sign, whole, fraction = ''] = match;
  const digits = fraction.padEnd(shiftDigits + 1, '0');
  const roundUp = digits[shiftDigits] >= '5' ? 1 : 0;
  const size = BigInt(whole + digits.slice(0, shiftDigits)) + BigInt(roundUp);
  return Number((sign === '-' ? -size : size) - baseNs);
}
