/** One unit for all sizes, durations and instants of a column: GB among KB, or ms among µs, are not compared by eye. Pure. */
import type { ColumnTotals, Unit } from '../../src-contract';
import { formatCount, formatExactTime } from './format';
import { formatUnit } from './formatUnit';

export interface ColumnUnit {
  /** "MB". */
  readonly name: string;
  /** So many of the canonical unit are one of it. */
  readonly factor: number;
  /** At least so many digits after the point; a whole number of the canonical unit has none. */
  readonly decimals: number;
  /** So many digits at least of what is above nothing. */
  readonly digits: number;
}

const NARROW_SPACE = '\u202f';
/** More than anything measured has; what toFixed takes is bounded. */
const MOST_DECIMALS = 12;

interface Steps {
  readonly step: number;
  readonly names: readonly string[];
  readonly decimals: number;
  readonly digits: number;
}

const stepsOf: Partial<Record<Unit, Steps>> = {
  // Every digit; see `formatInColumn`.
  time: { step: 1000, names: ['ns', 'µs', 'ms', 's'], decimals: 0, digits: 0 },
  // To the thousandth: of µs, in which the profilers measure, that is every ns.
  duration: { step: 1000, names: ['ns', 'µs', 'ms', 's'], decimals: 3, digits: 3 },
  // As in `formatBytes`: powers of two.
  bytes: { step: 1024, names: ['B', 'KB', 'MB', 'GB', 'TB'], decimals: 2, digits: 2 },
  traffic: { step: 1000, names: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'], decimals: 2, digits: 2 },
  FLOP: { step: 1000, names: ['FLOP', 'kFLOP', 'MFLOP', 'GFLOP', 'TFLOP', 'PFLOP', 'EFLOP'], decimals: 2, digits: 2 },
  'FLOP/s': {
    step: 1000,
    names: ['FLOP/s', 'kFLOP/s', 'MFLOP/s', 'GFLOP/s', 'TFLOP/s', 'PFLOP/s', 'EFLOP/s'],
    decimals: 2,
    digits: 2,
  },
};

/** The one that suits the mean of the values; undefined where each value is written in a unit of its own. */
export function columnUnit(unit: Unit, totals: ColumnTotals | undefined): ColumnUnit | undefined {
  const steps = stepsOf[unit];
  if (!steps || !totals || totals.valueCount === 0) return undefined;
  // Of values on both sides of zero the mean says nothing, and of instants neither: what counts is how far they go.
  const isByGreatest = totals.min < 0 || unit === 'time';
  const size = isByGreatest ? Math.max(-totals.min, totals.max) : totals.sum / totals.valueCount;
  let [at, factor] = [0, 1];
  while (size / factor >= 999.5 && at < steps.names.length - 1) {
    at++;
    factor *= steps.step;
  }
  const { decimals, digits } = steps;
  return { name: steps.names[at]!, factor, decimals, digits };
}

/** For instants and offsets, which go both ways from zero: by how large they are, and not by the zeros. */
export function unitOfOffsets(ns: readonly number[]): ColumnUnit | undefined {
  return unitOfValues(
    'duration',
    ns.filter((value) => value !== 0).map((value) => Math.abs(value)),
  );
}

/** The same for values that stand below each other without being a table's; NaN is none. */
export function unitOfValues(unit: Unit, values: Iterable<number>): ColumnUnit | undefined {
  const there = [...values].filter((value) => !Number.isNaN(value));
  return columnUnit(unit, {
    sum: there.reduce((sum, value) => sum + value, 0),
    min: there.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: there.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    valueCount: there.length,
  });
}

/** So many of a unit are still read at a glance: 1,066.139 µs. */
const MOST_READABLE = 10_000;

/** The sum stands below the values but is not compared with them: of too many of their unit it has one of its own. */
export function unitOfSum(sum: number, unit: Unit, own: ColumnUnit | undefined): ColumnUnit | undefined {
  return own && Math.abs(sum) >= MOST_READABLE * own.factor ? unitOfValues(unit, [sum]) : own;
}

/** `own`: the column's. */
export function formatInColumn(value: number, unit: Unit, own: ColumnUnit | undefined): string {
  if (!own || !Number.isFinite(value)) return formatUnit(value, unit);
  if (unit === 'time') return formatExactTime(value, own.factor);
  return `${digitsOf(value / own.factor, own)}${NARROW_SPACE}${own.name}`;
}

function digitsOf(scaled: number, { factor, decimals: least, digits }: ColumnUnit): string {
  if (scaled === 0 || (factor === 1 && Number.isInteger(scaled))) return formatCount(scaled);
  const decimals = Math.max(least, digits - 1 - Math.floor(Math.log10(Math.abs(scaled))));
  const [whole = '', fraction = ''] = formatCount(scaled, Math.min(decimals, MOST_DECIMALS)).split('.');
  // All with the same number of decimals stand one below the other.
  return `${whole}.${fraction.padEnd(least, '0')}`;
}
