/** Steps that take longer, or shorter, from one moment on: where the level of the series changes, beside drift and spikes. */
import type { Baseline } from '../../src-worker/model/stepSeries/kSigma';

export interface LevelChange {
  readonly kind: 'change';
  /** The first step at the new level, as far as the sum tells. */
  readonly fromStep: number;
  /** At which it was certain. */
  readonly atStep: number;
  readonly beforeNs: number;
  /** Median of the steps from there on. */
  readonly afterNs: number;
}

/** Deviations that are let pass, what the rest has to sum up to, and what a single step counts at most: no spike is a change. */
const SLACK = 1;
const LIMIT = 8;
const MOST_SCORE = 3;
/** The new level is that of so many steps. */
const SETTLE = 12;

interface Side {
  sum: number;
  fromStep: number | undefined;
}

interface Settling {
  readonly fromStep: number;
  /** From there on. */
  readonly durationsNs: number[];
}

export interface SavedLevelWatch {
  readonly levelNs: number;
  readonly deviationNs: number;
  readonly sides: readonly [Side, Side];
  readonly recent: readonly (readonly [step: number, durationNs: number])[];
  readonly settling?: { readonly fromStep: number; readonly durationsNs: readonly number[] };
}

/**
 * The cumulative sum (E. S. Page, Biometrika 41, 1954) to both sides of the level the series has, with scores cut off; where it passes the
 * limit, the median of the steps since it was 0 is the new level, if that is another one. Keeps some dozen steps.
 */
export class LevelWatch {
  #levelNs: number;
  #deviationNs: number;
  readonly #sides: [Side, Side];
  /** The last steps: those of a change that is found are among them. */
  #recent: [step: number, durationNs: number][];
  #settling: Settling | undefined;

  constructor(baseline: Baseline, saved?: SavedLevelWatch) {
    this.#levelNs = saved?.levelNs ?? baseline.meanNs;
    this.#deviationNs = saved?.deviationNs ?? baseline.deviationNs;
    this.#sides = saved ? [{ ...saved.sides[0] }, { ...saved.sides[1] }] : [newSide(), newSide()];
    this.#recent = (saved?.recent ?? []).map(([step, own]) => [step, own]);
    this.#settling = saved?.settling && { ...saved.settling, durationsNs: [...saved.settling.durationsNs] };
  }

  save(): SavedLevelWatch {
    const settling = this.#settling && { ...this.#settling, durationsNs: [...this.#settling.durationsNs] };
    return {
      levelNs: this.#levelNs,
      deviationNs: this.#deviationNs,
      sides: [{ ...this.#sides[0] }, { ...this.#sides[1] }],
      recent: this.#recent.map(([step, own]) => [step, own] as const),
      ...(settling && { settling }),
    };
  }

  /** What most steps take at present. */
  get levelNs(): number {
    return this.#levelNs;
  }

  /** A change, at the step that makes it certain. */
  add(step: number, durationNs: number): LevelChange | undefined {
    if (!(durationNs >= 0 && Number.isFinite(durationNs)) || this.#deviationNs === 0) return undefined;
    if (this.#settling) {
      this.#settling.durationsNs.push(durationNs);
      return this.#settle(step);
    }
    this.#recent.push([step, durationNs]);
    if (this.#recent.length > SETTLE) this.#recent.shift();
    const score = (durationNs - this.#levelNs) / this.#deviationNs;
    for (const [at, side] of this.#sides.entries()) {
      const own = Math.min(MOST_SCORE, at === 0 ? score : -score) - SLACK;
      side.sum = Math.max(0, side.sum + own);
      if (side.sum === 0) side.fromStep = undefined;
      else side.fromStep ??= step;
      if (side.sum > LIMIT) return this.#found(side.fromStep ?? step, step);
    }
    return undefined;
  }

  #found(fromStep: number, step: number): LevelChange | undefined {
    const durationsNs = this.#recent.filter(([own]) => own >= fromStep).map(([, own]) => own);
    this.#settling = { fromStep, durationsNs };
    return this.#settle(step);
  }

  #settle(step: number): LevelChange | undefined {
    const { fromStep, durationsNs } = this.#settling!;
    if (durationsNs.length < SETTLE) return undefined;
    const sorted = [...durationsNs].sort((a, b) => a - b);
    const afterNs = (sorted[(SETTLE >> 1) - 1] + sorted[SETTLE >> 1]) / 2;
    const beforeNs = this.#levelNs;
    const isOther = Math.abs(afterNs - beforeNs) > SLACK * this.#deviationNs;
    this.#settling = undefined;
    this.#recent = [];
    this.#sides[0] = newSide();
    this.#sides[1] = newSide();
    if (!isOther) return undefined;
    this.#levelNs = afterNs;
    // Longer steps often differ more among themselves: by their quartiles, which single spikes do not move.
    const spreadNs = (sorted[Math.floor(SETTLE * 0.75)] - sorted[Math.floor(SETTLE * 0.25)]) / 1.35;
    this.#deviationNs = Math.max(this.#deviationNs, spreadNs);
    return { kind: 'change', fromStep, atStep: step, beforeNs, afterNs };
  }
}

function newSide(): Side {
  return { sum: 0, fromStep: undefined };
}
