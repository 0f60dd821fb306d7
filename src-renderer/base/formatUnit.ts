/** How a value of a table or chart is written, by its unit; and how one types it. Pure. */
import type { Unit } from '../../src-contract';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatExactDuration,
  formatExactTime,
  formatTime,
  MINUS,
} from './format';

const NARROW_SPACE = '\u202f';

/** "1.234 ms", "3.5 MB", "12.3 %"; '' for NaN. */
export function formatUnit(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '';
  switch (unit) {
    case 'time':
      return formatExactTime(value);
    case 'clock':
      return clockText(value, 1_000);
    case 'duration':
      return formatDuration(value);
    case 'bytes':
      return formatBytes(value);
    case 'percent':
      return `${fixed(value, 2)}${NARROW_SPACE}%`;
    case 'ratio':
      return fixed(value, 3);
    case 'count':
    case 'cycles':
      return formatCount(value, decimalsFor(value));
    case 'traffic':
      return formatPrefixed(value, 'B');
    case 'FLOP':
    case 'FLOP/s':
      return formatPrefixed(value, unit);
    case 'GB/s':
    case 'MB/s':
    case 'MHz':
      return `${fixed(value, Math.abs(value) >= 1000 ? 0 : 2)}${NARROW_SPACE}${unit}`;
    case 'rank':
    case 'id':
      return String(value);
    case 'none':
      return formatCount(value, 6);
  }
}

/** The same number of decimals for all, so that they stand one below the other in a column. */
function fixed(value: number, decimals: number): string {
  const text = formatCount(value, decimals);
  if (!Number.isFinite(value) || Math.abs(value) < 0.5 * 10 ** -decimals) return value === 0 ? '0' : text;
  const [whole = '', fraction = ''] = text.split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** As it is read and as it is: "1.5 MB · 1,572,864 B"; once where both are the same. */
export function formatBoth(value: number, unit: Unit): string {
  const [short, exact] = [formatUnit(value, unit), formatExactUnit(value, unit)];
  return short === exact ? short : `${short} · ${exact}`;
}

/** All digits, for tooltips: "1,234,567 ns", "3,670,016 B". */
export function formatExactUnit(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '';
  switch (unit) {
    case 'time':
      return formatExactTime(value);
    case 'clock':
      return `${new Date(value).toISOString().slice(0, 10)} ${clockText(value, 1)}`;
    case 'duration':
      return formatExactDuration(value);
    case 'bytes':
    case 'traffic':
      return `${formatCount(value, 3)}${NARROW_SPACE}B`;
    case 'percent':
      return `${formatCount(value, 6)}${NARROW_SPACE}%`;
    case 'rank':
    case 'id':
      return String(value);
    case 'ratio':
    case 'count':
    case 'cycles':
    case 'none':
      return formatCount(value, 9);
    case 'FLOP':
    case 'FLOP/s':
      // Parts of one are of the division, not of what was measured.
      return `${formatCount(Math.round(value))}${NARROW_SPACE}${unit}`;
    case 'GB/s':
    case 'MB/s':
    case 'MHz':
      return `${formatCount(value, 9)}${NARROW_SPACE}${unit}`;
  }
}

/** Short, for axes whose labels are `step` apart. */
export function formatAxis(value: number, unit: Unit, step: number): string {
  if (value === 0) return '0';
  if (unit === 'time') return formatTime(value, Math.max(1, Math.abs(step)));
  if (unit === 'clock') return clockText(value, step);
  if (unit === 'percent') return `${formatCount(value, 2)}${NARROW_SPACE}%`;
  if (unit === 'ratio' || unit === 'GB/s' || unit === 'MB/s' || unit === 'MHz') return axisNumber(value, unit, step);
  return formatUnit(value, unit);
}

function axisNumber(value: number, unit: Unit, step: number): string {
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(Math.abs(step) || 1))));
  const text = formatCount(value, decimals);
  return unit === 'ratio' ? text : `${text}${NARROW_SPACE}${unit}`;
}

/** As a number a spreadsheet reads: canonical units, no grouping. */
export function plainDigits(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** The unit that `plainDigits` is in, for a header: "ns"; '' where a bare number says it all. */
export function canonicalUnit(unit: Unit): string {
  switch (unit) {
    case 'time':
    case 'duration':
      return 'ns';
    case 'bytes':
    case 'traffic':
      return 'B';
    case 'percent':
      return '%';
    case 'clock':
      return 'ms';
    case 'GB/s':
    case 'MB/s':
    case 'FLOP':
    case 'FLOP/s':
    case 'MHz':
      return unit;
    case 'ratio':
    case 'count':
    case 'cycles':
    case 'rank':
    case 'id':
    case 'none':
      return '';
  }
}

/** As on a wall, as exactly as instants `stepMs` apart need it: "14:02", "14:02:07", "14:02:07.123", of days "03-01". */
function clockText(ms: number, stepMs: number): string {
  if (!Number.isFinite(ms)) return '';
  const text = new Date(ms).toISOString();
  if (stepMs >= 86_400_000) return text.slice(5, 10);
  return text.slice(11, stepMs >= 60_000 ? 16 : stepMs >= 1_000 ? 19 : 23);
}

const decimalsFor = (value: number) => (Number.isInteger(value) ? 0 : Math.abs(value) >= 100 ? 1 : 3);

const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

function formatPrefixed(value: number, unit: string): string {
  let [scaled, prefix] = [value, 0];
  while (Math.abs(scaled) >= 999.5 && prefix < prefixes.length - 1) {
    scaled /= 1000;
    prefix++;
  }
  const decimals = prefix === 0 ? 0 : Math.abs(scaled) < 10 ? 3 : Math.abs(scaled) < 100 ? 2 : 1;
  return `${formatCount(scaled, decimals)}${NARROW_SPACE}${prefixes[prefix]}${unit}`;
}

/** Factor to the canonical unit of what may stand behind a typed number. */
const typedUnits: Partial<Record<Unit, Readonly<Record<string, number>>>> = {
  time: { '': 1e3, ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9 },
  duration: { '': 1e3, ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, min: 60e9 },
  bytes: {
    '': 1,
    b: 1,
    k: 2 ** 10,
    kb: 2 ** 10,
    kib: 2 ** 10,
    m: 2 ** 20,
    mb: 2 ** 20,
    mib: 2 ** 20,
    g: 2 ** 30,
    gb: 2 ** 30,
    gib: 2 ** 30,
    t: 2 ** 40,
    tb: 2 ** 40,
    tib: 2 ** 40,
  },
  percent: { '': 1, '%': 1 },
  ratio: { '': 1, '%': 0.01 },
};
const plainUnits: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15 };

/**
 * A typed quantity in the canonical unit: "1.5ms" → 1_500_000, "20us", "3MB" (powers of two, as sizes are shown), "45%",
 * "2k". A time without a unit is in µs, as the profilers write them. Undefined: not a quantity.
 */
export function parseQuantity(text: string, unit: Unit): number | undefined {
  const match = /^([+-]?(?:\d[\d,_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\S*)$/i.exec(text.trim().replace(MINUS, '-'));
  if (match === null) return undefined;
  const [, digits = '', suffix = ''] = match;
  const value = Number(digits.replace(/[,_]/g, ''));
  const bare = suffix.toLowerCase().replace('μ', 'µ');
  const known = typedUnits[unit] ?? plainUnits;
  const ownSuffix = canonicalUnit(unit).toLowerCase();
  const factor =
    known[bare] ?? (ownSuffix !== '' && bare.endsWith(ownSuffix) ? known[bare.slice(0, -ownSuffix.length)] : undefined);
  if (factor === undefined || !Number.isFinite(value)) return undefined;
  const scaled = value * factor;
  return unit === 'time' || unit === 'duration' ? Math.round(scaled * 1e3) / 1e3 : scaled;
}
