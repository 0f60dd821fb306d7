/** The rule of alarm and the sum for drift over the steps of a job, as they come; what is said to each. */
import { type ChangePoint, Cusum, type SavedCusum } from '../../src-worker/model/stepSeries/cusum';
import {
  type Baseline,
  KSigma,
  type KSigmaLimits,
  type SampleVerdict,
  type SavedKSigma,
  type SpikeOutcome,
} from '../../src-worker/model/stepSeries/kSigma';
import type { JobStep } from './jobSteps';
import { type LevelChange, LevelWatch, type SavedLevelWatch } from './levelWatch';

/** Why a step over the threshold asked for no profile. */
export type CrossingReason = Exclude<SpikeOutcome, 'triggered'> | 'past' | 'no-baseline';

export type WatchEvent =
  | {
      readonly kind: 'baseline';
      readonly baseline: Baseline;
      readonly fromStep: number;
      readonly toStep: number;
    }
  | {
      readonly kind: 'crossing';
      readonly step: number;
      readonly durationNs: number;
      readonly score: number;
      readonly inARow: number;
      readonly reason: 'too-few' | 'goes-on';
    }
  | {
      /** Steps over the threshold from before the baseline was complete: those that are skipped often are. */
      readonly kind: 'early';
      readonly crossings: readonly (Early & { readonly score: number })[];
    }
  | {
      readonly kind: 'alarm';
      /** From 1, never twice. */
      readonly number: number;
      /** The one that completed it. */
      readonly step: number;
      /** Where its run of spikes began. */
      readonly fromStep: number;
      readonly durationNs: number;
      readonly score: number;
      /** Spikes in a row. */
      readonly inARow: number;
      readonly timeNs: number;
      readonly slowestRank: number | undefined;
      /** `past`: its steps were written long before they were read. */
      readonly outcome: 'triggered' | 'cooldown' | 'at-limit' | 'past';
      /** In the cooldown: how long after the last trigger. */
      readonly sinceNs?: number;
      /** Of the baseline. */
      readonly meanNs?: number;
      /** When `fromStep` ended by the clock of the file, as if that were UTC. */
      readonly fromClockMs?: number;
      /** Of a rank that is slower than its peers, and two of these: what a profile should be of. */
      readonly profileRanks?: readonly number[];
    }
  | {
      readonly kind: 'drift';
      readonly fromStep: number;
      readonly atStep: number;
      /** From there on. */
      readonly meanNs: number;
      readonly baseline: Baseline;
    }
  | LevelChange;

interface Early {
  readonly step: number;
  readonly durationNs: number;
}

export interface SavedSeriesWatch {
  readonly monitor: SavedKSigma;
  readonly cusum?: SavedCusum;
  readonly level?: SavedLevelWatch;
  readonly early: readonly Early[];
  readonly runFrom?: number;
  readonly runFromMs?: number;
  readonly driftFrom?: number;
}

export class SeriesWatch {
  readonly #monitor: KSigma;
  #cusum: Cusum | undefined;
  #level: LevelWatch | undefined;
  /** Steps of before there was a baseline: those over the bound are told when there is one. */
  #early: Early[];
  /** First step of the run of spikes. */
  #runFrom: number | undefined;
  /** When that was, by the clock of the file. */
  #runFromMs: number | undefined;
  /** Step from which on a drift would have begun; undefined: the next one. */
  #driftFrom: number | undefined;
  /** Of the last step, in deviations over the baseline; undefined: it has none. */
  score: number | undefined;

  constructor(limits: Partial<KSigmaLimits>, saved?: SavedSeriesWatch) {
    this.#monitor = new KSigma(limits, saved?.monitor);
    this.#early = [...(saved?.early ?? [])];
    this.#runFrom = saved?.runFrom;
    this.#runFromMs = saved?.runFromMs;
    this.#driftFrom = saved?.driftFrom;
    const { baseline } = this.#monitor;
    if (baseline && saved?.cusum) this.#cusum = new Cusum(baseline, 0, undefined, saved.cusum);
    if (baseline && saved?.level) this.#level = new LevelWatch(baseline, saved.level);
  }

  get baseline(): Baseline | undefined {
    return this.#monitor.baseline;
  }

  get limits(): KSigmaLimits {
    return this.#monitor.limits;
  }

  /** A drift has been told; steps are held against the same baseline still. */
  get isDrifting(): boolean {
    return this.#cusum?.change !== undefined;
  }

  get triggerCount(): number {
    return this.#monitor.triggerCount;
  }

  /** How many samples the baseline still waits for; 0 where there is one. */
  get missingSamples(): number {
    const { skip, baseline } = this.#monitor.limits;
    return this.baseline ? 0 : skip + baseline - this.#early.length;
  }

  save(): SavedSeriesWatch {
    return {
      monitor: this.#monitor.save(),
      ...(this.#cusum && { cusum: this.#cusum.save() }),
      ...(this.#level && { level: this.#level.save() }),
      early: [...this.#early],
      ...(this.#runFrom !== undefined && { runFrom: this.#runFrom }),
      ...(this.#runFromMs !== undefined && { runFromMs: this.#runFromMs }),
      ...(this.#driftFrom !== undefined && { driftFrom: this.#driftFrom }),
    };
  }

  /** The count of spikes in a row begins anew. */
  change(limits: Partial<KSigmaLimits>): void {
    this.#monitor.change(limits);
    this.#runFrom = undefined;
  }

  /** The job was started anew. */
  begin(): void {
    this.#monitor.begin();
    this.#cusum = undefined;
    this.#level = undefined;
    this.#early = [];
    this.#runFrom = undefined;
    this.#driftFrom = undefined;
  }

  add(own: Omit<JobStep, 'kind'>): readonly WatchEvent[] {
    const { step, durationNs, timeNs } = own;
    const verdict = this.#monitor.add({ durationNs, ...(timeNs !== undefined && { timeNs }) });
    this.score = 'score' in verdict ? verdict.score : undefined;
    switch (verdict.kind) {
      case 'unknown':
      case 'flat':
        return [];
      case 'skipped':
        this.#early.push({ step, durationNs });
        return [];
      case 'baseline':
        this.#early.push({ step, durationNs });
        return this.baseline ? this.#complete(this.baseline) : [];
      case 'normal':
        this.#runFrom = undefined;
        return [...this.#drift(step, durationNs), ...this.#change(step, durationNs)];
      case 'spike':
        if (this.#runFrom === undefined) this.#runFromMs = own.clockMs;
        this.#runFrom ??= step;
        // A step that is a spike says more than that it drifts.
        this.#drift(step, Number.NaN);
        return [this.#spike(own, verdict), ...this.#change(step, durationNs)];
    }
  }

  #change(step: number, durationNs: number): WatchEvent[] {
    const change = this.#level?.add(step, durationNs);
    return change ? [change] : [];
  }

  #complete(baseline: Baseline): WatchEvent[] {
    const early = this.#early;
    const [from, to] = [early[early.length - this.limits.baseline], early[early.length - 1]];
    const told: WatchEvent[] = [{ kind: 'baseline', baseline, fromStep: from.step, toStep: to.step }];
    this.#early = [];
    if (baseline.deviationNs === 0) return told;
    this.#cusum = new Cusum(baseline, 0);
    this.#level = new LevelWatch(baseline);
    const scored = early.map((own) => ({ ...own, score: (own.durationNs - baseline.meanNs) / baseline.deviationNs }));
    const over = scored.filter(({ score }) => score >= this.limits.sigmas);
    if (over.length > 0) told.push({ kind: 'early', crossings: over });
    return told;
  }

  #spike(own: Omit<JobStep, 'kind'>, verdict: Extract<SampleVerdict, { readonly kind: 'spike' }>): WatchEvent {
    const { step, durationNs, slowestRank } = own;
    const { score, inARow, sinceNs } = verdict;
    if (verdict.outcome === 'too-few' || verdict.outcome === 'goes-on')
      return { kind: 'crossing', step, durationNs, score, inARow, reason: verdict.outcome };
    const isPast = own.isPast && verdict.outcome === 'triggered';
    if (isPast) this.#monitor.withdraw();
    const outcome = isPast ? 'past' : verdict.outcome;
    return {
      kind: 'alarm',
      number: this.#monitor.alarmCount,
      step,
      fromStep: this.#runFrom ?? step,
      durationNs,
      score,
      inARow,
      timeNs: this.#monitor.timeNs,
      slowestRank,
      outcome,
      ...(sinceNs !== undefined && { sinceNs }),
      ...(this.baseline && { meanNs: this.baseline.meanNs }),
      ...(this.#runFromMs !== undefined && { fromClockMs: this.#runFromMs }),
    };
  }

  #drift(step: number, durationNs: number): WatchEvent[] {
    const cusum = this.#cusum;
    const baseline = this.baseline;
    if (!cusum || !baseline) return [];
    this.#driftFrom ??= step;
    const isCertain = cusum.add(durationNs);
    if (cusum.from === cusum.next) this.#driftFrom = undefined;
    if (!isCertain) return [];
    const { meanNs } = cusum.change as ChangePoint;
    return [{ kind: 'drift', fromStep: this.#driftFrom ?? step, atStep: step, meanNs, baseline }];
  }
}
