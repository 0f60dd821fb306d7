import { UsageError } from './usageError';

/** The value of an option that takes digits. Throws a `UsageError` for anything else. */
export function wholeNumber(option: string, value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback;
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${option} is a whole number from ${min} to ${max}, not "${String(value)}".`);
}

/** The value of an option that takes a share. Throws a `UsageError` for anything else. */
export function shareOf(option: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = value === '' ? Number.NaN : Number(value);
  if (number >= 0 && number <= 1) return number;
  throw new UsageError(`${option} is a number from 0 to 1, not "${String(value)}".`);
}
