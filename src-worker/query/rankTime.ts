import { type ClockShift, firstOwnNs, lastOwnNs, toJobNs } from '../base/clockShift';

/** From the times of a rank's index to those of the job, and back: see `ClockShift`. */
export class RankTime {
  readonly #own: ShownTimes;
  /** For whoever shows many times by itself. */
  readonly shown: ShownTimes;

  constructor(
    /** What to add to the index's times to get the rank's own. */
    offsetNs: number,
    shift: ClockShift,
  ) {
    this.#own = new ShownTimes(offsetNs, shift.offsetNs, shift.rate, shift.aroundNs);
    // Where the shift does not grow, all of it is in what is added.
    this.shown = shift.rate === 0 ? new ShownTimes(this.toJob(0), 0, 0, 0) : this.#own;
  }

  toJob(indexNs: number): number {
    return toJobNs(this.#own, indexNs + this.#own.addedNs);
  }

  /** The first instant of the index that is not before `jobNs`: where a stretch of the job's time begins in it. */
  first(jobNs: number): number {
    return firstOwnNs(this.#own, jobNs) - this.#own.addedNs;
  }

  /** The last one that is not after `jobNs`. */
  last(jobNs: number): number {
    return lastOwnNs(this.#own, jobNs) - this.#own.addedNs;
  }
}

/**
 * What is added to a time of the index, and the shift that is then taken from the sum. Always of the same shape, and of numbers that
 * V8 takes for fractions from the start: code that it has compiled for others would be thrown away when the clocks become known,
 * which is when the first views are asked for.
 */
export class ShownTimes implements ClockShift {
  addedNs = Number.NaN;
  offsetNs = Number.NaN;
  rate = Number.NaN;
  aroundNs = Number.NaN;

  constructor(addedNs: number, offsetNs: number, rate: number, aroundNs: number) {
    this.addedNs = addedNs;
    this.offsetNs = offsetNs;
    this.rate = rate;
    this.aroundNs = aroundNs;
  }
}
