/** E1: ModelArts’ monitor of step times, one sample after the other. */

/** Names of the environment variables by which ModelArts knows them, and their usual values. */
export interface KSigmaLimits {
  /** `PERF_BASELINE_SKIP_STEPS`: samples that are left out first. */
  readonly skip: number;
  /** `PERF_BASELINE_STEPS`: those behind them make the baseline. */
  readonly baseline: number;
  /** `PERF_KSIGMA`: a score from here on is a spike. */
  readonly sigmas: number;
  /** `PERF_MIN_SPIKE_CONSEC`: so many spikes in a row are an alarm. */
  readonly inARow: number;
  /** After a trigger there is none for so long … */
  readonly cooldownNs: number;
  /** … and at most so many in all. */
  readonly mostTriggers: number;
}

export const usualKSigma: KSigmaLimits = {
  skip: 20,
  baseline: 20,
  sigmas: 5,
  inARow: 4,
  cooldownNs: 2 * 3_600e9,
  mostTriggers: 3,
};

export interface StepSample {
  readonly durationNs: number;
  /** When it was taken; undefined: nothing in the data tells, time is the running sum of the step times. */
  readonly timeNs?: number;
}

export interface Baseline {
  readonly meanNs: number;
  /** Of the population. */
  readonly deviationNs: number;
}

/**
 * What the monitor says to a sample. `flat`: the baseline has no deviation, there is no score. `unknown`: the sample is no time;
 * it counts for nothing, and ends no run.
 */
export type SampleVerdict =
  | { readonly kind: 'skipped' | 'baseline' | 'flat' | 'unknown' }
  | { readonly kind: 'normal'; readonly score: number }
  | {
      readonly kind: 'spike';
      readonly score: number;
      /** Spikes in a row, with this one. */
      readonly inARow: number;
      readonly outcome: SpikeOutcome;
      /** Of an alarm in the cooldown: how long after the last trigger. */
      readonly sinceNs?: number;
    };

/**
 * `too-few`: not enough in a row yet. `triggered`: an alarm, and a profile is asked for. `cooldown`, `at-limit`: an alarm, but the
 * trigger is held back. `goes-on`: of the alarm that has been said, an unbroken run is one.
 */
export type SpikeOutcome = 'too-few' | 'triggered' | 'cooldown' | 'at-limit' | 'goes-on';

/**
 * Follows a series: skip, baseline, then scores (value − mean) / deviation (our reading of ModelArts’ page). Cooldown and limit
 * hold back triggers, never alarms. A deviation below what float64 can tell of the mean counts as none.
 */
export class KSigma {
  baseline: Baseline | undefined;
  spikeCount = 0;
  alarmCount = 0;
  triggerCount = 0;
  #limits: KSigmaLimits;
  #seen = 0;
  #values: number[] = [];
  #inARow = 0;
  #timeNs = 0;
  #lastTriggerNs: number | undefined;
  /** Of the trigger before that one. */
  #earlierTriggerNs: number | undefined;

  /** `saved`: goes on where another one was. */
  constructor(limits: Partial<KSigmaLimits> = {}, saved?: SavedKSigma) {
    this.#limits = { ...usualKSigma, ...limits };
    if (!saved) return;
    this.baseline = saved.baseline;
    this.spikeCount = saved.spikeCount;
    this.alarmCount = saved.alarmCount;
    this.triggerCount = saved.triggerCount;
    this.#seen = saved.seen;
    this.#values = [...saved.values];
    this.#inARow = saved.inARow;
    this.#timeNs = saved.timeNs;
    this.#lastTriggerNs = saved.lastTriggerNs;
  }

  get limits(): KSigmaLimits {
    return this.#limits;
  }

  /** When the last sample was. */
  get timeNs(): number {
    return this.#timeNs;
  }

  save(): SavedKSigma {
    const { baseline, spikeCount, alarmCount, triggerCount } = this;
    return {
      ...(baseline && { baseline }),
      ...{ spikeCount, alarmCount, triggerCount, seen: this.#seen, inARow: this.#inARow, timeNs: this.#timeNs },
      // With a baseline they are not asked for any more.
      values: baseline ? [] : [...this.#values],
      ...(this.#lastTriggerNs !== undefined && { lastTriggerNs: this.#lastTriggerNs }),
    };
  }

  /** The job has been started anew, and warms up again: another baseline. What has been triggered stays so. */
  begin(): void {
    this.baseline = undefined;
    this.#seen = 0;
    this.#values = [];
    this.#inARow = 0;
  }

  /** The count of spikes in a row begins anew; a baseline that has been taken stays. */
  change(limits: Partial<KSigmaLimits>): void {
    this.#limits = { ...this.#limits, ...limits };
    this.#inARow = 0;
  }

  add({ durationNs, timeNs }: StepSample): SampleVerdict {
    if (!(durationNs >= 0 && Number.isFinite(durationNs))) return { kind: 'unknown' };
    // A clock that is set back stands still for no cooldown: until it is where it was, the steps tell the time.
    this.#timeNs = timeNs !== undefined && timeNs >= this.#timeNs ? timeNs : this.#timeNs + durationNs;
    this.#seen++;
    if (this.#seen <= this.#limits.skip && !this.baseline) return { kind: 'skipped' };
    if (!this.baseline) {
      this.#values.push(durationNs);
      if (this.#values.length >= this.#limits.baseline) this.baseline = baselineOf(this.#values);
      return { kind: 'baseline' };
    }
    const { meanNs, deviationNs } = this.baseline;
    if (deviationNs === 0) return { kind: 'flat' };
    const score = (durationNs - meanNs) / deviationNs;
    if (score < this.#limits.sigmas) {
      this.#inARow = 0;
      return { kind: 'normal', score };
    }
    this.spikeCount++;
    this.#inARow++;
    const outcome = this.#outcome();
    const since = outcome === 'cooldown' ? { sinceNs: this.#sinceTriggerNs() } : {};
    return { kind: 'spike', score, inARow: this.#inARow, outcome, ...since };
  }

  /** What the last sample has triggered is not asked for: it counts for no cooldown and no limit. */
  withdraw(): void {
    this.triggerCount--;
    this.#lastTriggerNs = this.#earlierTriggerNs;
  }

  #outcome(): SpikeOutcome {
    const { inARow, cooldownNs, mostTriggers } = this.#limits;
    if (this.#inARow < inARow) return 'too-few';
    if (this.#inARow > inARow) return 'goes-on';
    this.alarmCount++;
    if (this.triggerCount >= mostTriggers) return 'at-limit';
    if (this.#sinceTriggerNs() < cooldownNs) return 'cooldown';
    this.triggerCount++;
    this.#earlierTriggerNs = this.#lastTriggerNs;
    this.#lastTriggerNs = this.#timeNs;
    return 'triggered';
  }

  #sinceTriggerNs(): number {
    return this.#timeNs - (this.#lastTriggerNs ?? Number.NEGATIVE_INFINITY);
  }
}

/** A monitor as plain data. */
export interface SavedKSigma {
  readonly baseline?: Baseline;
  readonly spikeCount: number;
  readonly alarmCount: number;
  readonly triggerCount: number;
  readonly seen: number;
  readonly values: readonly number[];
  readonly inARow: number;
  readonly timeNs: number;
  readonly lastTriggerNs?: number;
}

function baselineOf(values: readonly number[]): Baseline {
  const meanNs = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - meanNs) ** 2, 0);
  const deviationNs = Math.sqrt(squares / values.length);
  // Equal values may differ from their mean by its last digit.
  return { meanNs, deviationNs: deviationNs <= 4 * Number.EPSILON * meanNs ? 0 : deviationNs };
}

export interface KSigmaReport {
  /** Undefined: too few samples. */
  readonly baseline: Baseline | undefined;
  /** One a sample. */
  readonly verdicts: readonly SampleVerdict[];
  readonly spikeCount: number;
  readonly alarmCount: number;
  readonly triggerCount: number;
}

/** A whole series at once. */
export function kSigma(samples: Iterable<StepSample>, limits: Partial<KSigmaLimits> = {}): KSigmaReport {
  const monitor = new KSigma(limits);
  const verdicts = Array.from(samples, (sample) => monitor.add(sample));
  const { baseline, spikeCount, alarmCount, triggerCount } = monitor;
  return { baseline, verdicts, spikeCount, alarmCount, triggerCount };
}
