/**
 * How steps arrive: one by one as they end, or many at once, as msMonitor reports those of a minute. Until the next many have had their
 * time nothing is missing.
 */
import type { JobStep } from './jobSteps';

/** So many times what it took last, and before. */
const FACTOR = 2;
const MOST_GAPS = 8;

export interface SavedPace {
  /** Of the last arrivals. */
  readonly gapsNs: readonly number[];
}

export class ArrivalPace {
  #gapsNs: number[];
  /** Of the steps that arrived last, all at once. */
  #burstNs = 0;
  /** Before, whatever was there already arrives at once. */
  #arrivals = 0;

  constructor(saved?: SavedPace) {
    this.#gapsNs = [...(saved?.gapsNs ?? [])];
  }

  save(): SavedPace {
    return { gapsNs: [...this.#gapsNs] };
  }

  /** `last`, `lastAtNs`: of the step before; a stall is no pace. `nowNs` is the same for all that arrive at once. */
  add(
    { step, durationNs, isPast }: Pick<JobStep, 'step' | 'durationNs' | 'isPast'>,
    last: number | undefined,
    lastAtNs: number | undefined,
    nowNs: number,
    isStalled: boolean,
  ): void {
    if (this.#arrivals === 0 || nowNs !== lastAtNs) {
      if (this.#arrivals > 0 && lastAtNs !== undefined && !isStalled)
        this.#gapsNs = [...this.#gapsNs, nowNs - lastAtNs].slice(-MOST_GAPS);
      this.#arrivals++;
      this.#burstNs = 0;
    }
    const steps = Math.max(1, step - (last ?? step));
    if (!isPast && durationNs >= 0 && Number.isFinite(durationNs)) this.#burstNs += steps * durationNs;
  }

  /** For so long nothing need come. */
  get patienceNs(): number {
    const burstNs = this.#arrivals > 1 ? this.#burstNs : 0;
    return FACTOR * Math.max(burstNs, ...this.#gapsNs);
  }
}
