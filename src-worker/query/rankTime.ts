import { type ClockShift, firstOwnNs, lastOwnNs, toJobNs } from '../base/clockShift';

/** From the times of a rank's index to those of the job, and back: see `ClockShift`. */
export class RankTime {
  constructor(
    /** What to add to the index's times to get the rank's own. */
    readonly offsetNs: number,
    readonly shift: ClockShift,
  ) {}

  /** What is added to every time of the index to get the job's; undefined where that grows with time. */
  get constantNs(): number | undefined {
    return this.shift.rate === 0 ? this.toJob(0) : undefined;
  }

  toJob(indexNs: number): number {
    return toJobNs(this.shift, indexNs + this.offsetNs);
  }

  /** The first instant of the index that is not before `jobNs`: where a stretch of the job's time begins in it. */
  first(jobNs: number): number {
    return firstOwnNs(this.shift, jobNs) - this.offsetNs;
  }

  /** The last one that is not after `jobNs`. */
  last(jobNs: number): number {
    return lastOwnNs(this.shift, jobNs) - this.offsetNs;
  }
}
