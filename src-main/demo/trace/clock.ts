import type { RankPlace } from '../parallel';

const threeDigits: readonly string[] = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));
/** Fraction of a µs without trailing zeros: '' for 0, '.5' for 500. */
const fraction: readonly string[] = threeDigits.map((digits, i) => (i === 0 ? '' : `.${digits.replace(/0+$/, '')}`));
/** Decimals beyond the ns that device durations carry; all round down. */
const subNanoseconds: readonly string[] = ['', '', '', '03125', '0625', '09375', '125', '21875', '253125', '4375'];

/** Writes the times of one rank: its clock's origin plus ns since the job's origin. */
export class RankClock {
  private lastSecond = -1;
  private lastSecondText = '';

  constructor(
    readonly originSecond: number,
    readonly place: Pick<RankPlace, 'clockOffsetNs' | 'clockDriftPpm' | 'stepEveryNs'>,
  ) {}

  /**
   * How far this rank's clock is ahead. A drift takes its effect between two steps, so that durations stay what they are and
   * nothing leaves what it lies within: it is wrong by what the clock gains in one step.
   */
  aheadNs(ns: number): number {
    const { clockOffsetNs, clockDriftPpm, stepEveryNs } = this.place;
    if (clockDriftPpm === 0) return clockOffsetNs;
    const stepNs = Math.floor(ns / stepEveryNs) * stepEveryNs;
    return clockOffsetNs + 10 * Math.round((clockDriftPpm * stepNs) / 1e7);
  }

  /** Epoch µs with three decimals: `1736412474714258.990`. */
  micros(ns: number): string {
    const local = ns + this.aheadNs(ns);
    const second = Math.floor(local / 1e9);
    const rest = local - second * 1e9;
    const micros = Math.floor(rest / 1000);
    const millis = Math.floor(micros / 1000);
    return `${this.secondText(second)}${threeDigits[millis]}${threeDigits[micros - millis * 1000]}.${threeDigits[rest - micros * 1000]}`;
  }

  /** Epoch ns as an integer: above 2^53. */
  nanos(ns: number): string {
    const local = ns + this.aheadNs(ns);
    const second = Math.floor(local / 1e9);
    const rest = local - second * 1e9;
    const micros = Math.floor(rest / 1000);
    const millis = Math.floor(micros / 1000);
    return `${this.secondText(second)}${threeDigits[millis]}${threeDigits[micros - millis * 1000]}${threeDigits[rest - micros * 1000]}`;
  }

  private secondText(second: number): string {
    if (second !== this.lastSecond) {
      this.lastSecond = second;
      this.lastSecondText = String(this.originSecond + second);
    }
    return this.lastSecondText;
  }
}

/** A duration in µs as a JSON number, no more decimals than it needs. */
export function micros(ns: number): string {
  const whole = Math.floor(ns / 1000);
  return `${whole}${fraction[ns - whole * 1000]}`;
}

/** A duration in µs with three decimals. */
export function micros3(ns: number): string {
  const whole = Math.floor(ns / 1000);
  return `${whole}.${threeDigits[ns - whole * 1000]}`;
}

/** A host duration in µs; one in 32 shows the rounding noise of a float (12.020000000000001), by `salt`. */
export function hostMicros(ns: number, salt: number): string {
  if ((salt & 31) !== 0) return micros(ns);
  const value = ns / 1000;
  return String(value * (1 + Number.EPSILON));
}

/** A device duration in µs, some with decimals below the ns (840.07675), by `salt`. */
export function deviceMicros(ns: number, salt: number): string {
  const decimals = subNanoseconds[salt % subNanoseconds.length]!;
  return decimals === '' ? micros(ns) : `${micros3(ns)}${decimals}`;
}
