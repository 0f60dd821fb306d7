/** Markers of msMonitor's database → steps, also while it has no names yet: it writes these when it is switched off. */

import type { RankStep } from '../rule/jobSteps';
import { LightSums, type SavedLightSums } from './lightSums';
import { stepOfName } from './monitorLines';

/** A range that somebody has marked. */
export interface MarkedRange {
  /** Instants since any one, ns. */
  readonly startNs: number;
  readonly endNs: number;
  /** Undefined: names are not written yet. */
  readonly name: string | undefined;
}

/** A range that is shorter than so much of what long ones take is a part of a step that has not ended yet. */
const LEAST_SHARE = 0.5;
const MOST_KEPT = 256;

export interface SavedMonitorSteps {
  readonly count: number;
  readonly lengths: readonly number[];
  readonly open: readonly MarkedRange[];
  readonly light?: SavedLightSums;
}

/**
 * With names, the ranges called "step 12". Without, those that lie in no other one and are about as long as each other, numbered as they come:
 * what is marked within a step is told before it, and lies inside. Some hundred numbers a rank.
 */
export class MonitorSteps {
  readonly light: LightSums;
  #count: number;
  /** Of the last steps. */
  #lengths: number[];
  /** Ranges that may yet turn out to be parts of a step. */
  #open: MarkedRange[];

  constructor(saved?: SavedMonitorSteps) {
    this.#count = saved?.count ?? 0;
    this.#lengths = [...(saved?.lengths ?? [])];
    this.#open = [...(saved?.open ?? [])];
    this.light = new LightSums(saved?.light);
  }

  save(): SavedMonitorSteps {
    const light = this.light.save();
    return { count: this.#count, lengths: [...this.#lengths], open: [...this.#open], ...(light && { light }) };
  }

  /** It may be a step, by those that are known; of the first ones nothing tells. */
  isLong({ startNs, endNs }: MarkedRange): boolean {
    return this.#lengths.length > 0 && endNs - startNs >= leastOf(this.#lengths);
  }

  get isKnown(): boolean {
    return this.#count > 0;
  }

  /** What has been marked since, in the order in which it ended; the steps among it. Activities of the same time were added before. */
  take(ranges: readonly MarkedRange[], rank: number | undefined): readonly RankStep[] {
    const long = ranges.filter(({ startNs, endNs }) => endNs > startNs);
    if (long.some(({ name }) => name !== undefined))
      return long.flatMap((own) => {
        const number = own.name === undefined ? undefined : stepOfName(own.name);
        return number === undefined ? [] : [this.#step(own, number, rank)];
      });
    for (const own of long) {
      this.#open = this.#open.filter(({ startNs, endNs }) => startNs < own.startNs || endNs > own.endNs);
      this.#open.push(own);
    }
    const least = leastOf([...this.#lengths, ...this.#open.map(({ startNs, endNs }) => endNs - startNs)]);
    const isStep = ({ startNs, endNs }: MarkedRange): boolean => endNs - startNs >= least;
    const steps = this.#open.filter(isStep).sort((a, b) => a.startNs - b.startNs);
    this.#open = this.#open.filter((own) => !isStep(own)).slice(-MOST_KEPT);
    return steps.map((own) => this.#step(own, this.#count + 1, rank));
  }

  #step({ startNs, endNs }: MarkedRange, step: number, rank: number | undefined): RankStep {
    this.#count++;
    this.#lengths = [...this.#lengths, endNs - startNs].slice(-MOST_KEPT);
    const light = this.light.addStep(step, startNs, endNs);
    return { rank, step, durationNs: endNs - startNs, timeNs: endNs, ...(light.length > 0 && { light }) };
  }
}

function leastOf(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  return LEAST_SHARE * (sorted[Math.floor(sorted.length * 0.75)] ?? 0);
}
