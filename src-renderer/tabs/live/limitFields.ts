/** The limits of the rule as one types them. Pure. */
import type { LiveLimits, LiveStall } from '../../../src-contract';

/** A number, or a time in ns, as it is typed. */
export interface TypedNumber {
  readonly form: 'count' | 'number' | 'duration';
  readonly least: number;
  readonly most: number;
}

export interface LimitField extends TypedNumber {
  readonly limit: keyof LiveLimits;
  /** Its name in the environment. */
  readonly variable: string;
}

/** When the absence of steps is a stall, as the command takes it (`--stall`, `--stall-least`). */
export const stallFields = {
  factor: { form: 'count', least: 1, most: 1_000_000 },
  leastNs: { form: 'duration', least: 1e9, most: 365 * 86_400e9 },
} as const satisfies Readonly<Record<keyof LiveStall, TypedNumber>>;

/** As the command takes them (`src-watch/rule/limits.ts`); a test compares them. */
export const limitFields: readonly LimitField[] = [
  { limit: 'skip', variable: 'PERF_BASELINE_SKIP_STEPS', form: 'count', least: 0, most: 100_000 },
  { limit: 'baseline', variable: 'PERF_BASELINE_STEPS', form: 'count', least: 2, most: 100_000 },
  { limit: 'sigmas', variable: 'PERF_KSIGMA', form: 'number', least: 0, most: 1e6 },
  { limit: 'inARow', variable: 'PERF_MIN_SPIKE_CONSEC', form: 'count', least: 1, most: 10_000 },
  { limit: 'cooldownNs', variable: 'PERF_COOLDOWN', form: 'duration', least: 0, most: 365 * 86_400e9 },
  { limit: 'mostTriggers', variable: 'PERF_MAX_TRIGGERS', form: 'count', least: 0, most: 1_000_000 },
];

const UNITS_NS = { d: 86_400e9, h: 3_600e9, m: 60e9, s: 1e9 } as const;

/** "2h", "90m", "5". */
export function limitText({ form }: TypedNumber, value: number): string {
  if (form !== 'duration' || value === 0) return String(value);
  for (const [unit, ns] of Object.entries(UNITS_NS)) if (value % ns === 0) return `${value / ns}${unit}`;
  return `${value / UNITS_NS.s}s`;
}

/** Undefined: it makes no sense. */
export function typedLimit({ form, least, most }: TypedNumber, text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([smhd]?)$/.exec(text.trim()) ?? [];
  if (digits === '' || (form === 'duration' ? unit === '' && Number(digits) !== 0 : unit !== '')) return undefined;
  const value = Number(digits) * (unit === '' ? 1 : UNITS_NS[unit as keyof typeof UNITS_NS]);
  if (form === 'count' && !Number.isInteger(value)) return undefined;
  return value >= least && value <= most ? value : undefined;
}
