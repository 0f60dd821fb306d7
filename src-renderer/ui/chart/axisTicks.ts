/** Steps and ends of value axes, in numbers that read well in the unit. Pure. */
import type { Unit } from '../../../src-contract';
import { niceStepAtLeast } from '../../base/timeTicks';
import type { AxisRange } from './chartProps';

/** CSS pixels of type. */
export const AXIS_LABEL_SIZE = 11;

export interface AxisScale extends AxisRange {
  readonly step: number;
}

/** What the digits of an axis should be round in: 2²⁰ where labels say MB, 1 ns where they say ms. */
function unitBase(largest: number, unit: Unit): number {
  if (unit !== 'bytes') return 1;
  let base = 1;
  while (largest / base >= 999.5 && base < 2 ** 40) base *= 1024;
  return base;
}

/** Smallest of 1, 2, 5 × 10ⁿ (n also negative) that is at least `value` > 0. */
export function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  for (const factor of [1, 2, 5]) if (factor * power >= value * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

/** An axis from at most `least` to at least `greatest` with about `count` steps. */
export function axisScale(least: number, greatest: number, unit: Unit, count = 4): AxisScale {
  const span = greatest - least;
  if (!(span > 0)) {
    // One value, or none: something around it, so that it is seen.
    const around = Math.abs(greatest) > 0 ? Math.abs(greatest) : 1;
    return least >= 0 ? axisScale(0, around, unit, count) : axisScale(least - around, 0, unit, count);
  }
  const base = unitBase(Math.max(Math.abs(least), Math.abs(greatest)), unit);
  const isWhole = unit === 'count' || unit === 'rank' || unit === 'duration' || unit === 'time';
  const step = Math.max(roundStep(span / base / count) * base, isWhole ? 1 : 0);
  return { start: Math.floor(least / step + 1e-9) * step, end: Math.ceil(greatest / step - 1e-9) * step, step };
}

/** Between two steps, ranks or instants there is none. */
const wholeUnits: readonly Unit[] = ['time', 'duration', 'count', 'rank', 'id'];

/** Of a clock, ms: parts of a second, a minute, an hour, a day. */
const clockSteps: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((s) => s * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 3, 6, 12].map((hours) => hours * 3_600_000),
  ...[1, 2, 7, 14, 28, 56, 112].map((days) => days * 86_400_000),
];

/** The axis of what is in sight, which begins and ends anywhere; labels are some `labelPixels` apart. */
export function viewScale(view: AxisRange, width: number, unit: Unit, labelPixels = 100): AxisScale {
  const least = (view.end - view.start) / Math.max(1, width / labelPixels);
  if (!(least > 0)) return { ...view, step: 1 };
  if (unit === 'clock')
    return { ...view, step: clockSteps.find((own) => own >= least) ?? clockSteps[clockSteps.length - 1]! };
  return { ...view, step: wholeUnits.includes(unit) ? niceStepAtLeast(least) : roundStep(least) };
}

/** The values that have a label: the multiples of the step from end to end. */
export function ticksOf({ start, end, step }: AxisScale): readonly number[] {
  const first = Math.ceil(start / step - 1e-9);
  const last = Math.floor(end / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
}
