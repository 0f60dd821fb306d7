/** Steps of the ranks of one job, as they arrive from wherever, become steps of the job. */
import type { StepLight } from './stepLight';

/** A step that a line, a record or a server told of. */
export interface RankStep {
  /** Undefined: whoever tells it speaks for the whole job. */
  readonly rank: number | undefined;
  readonly step: number;
  readonly durationNs: number;
  /** When it ended, by the job’s clock; undefined: nothing tells. */
  readonly timeNs?: number;
  /** The same by the clock of the file, ms since the epoch as if that were UTC. */
  readonly clockMs?: number;
  /** It was written long before it was read (`withPast`). */
  readonly isPast?: true;
  /** What steps before it were made of, as far as it has become known since the last one was told. */
  readonly light?: readonly StepLight[];
}

/** A step of the job: as long as its slowest rank took. */
export interface JobStep {
  readonly kind: 'step';
  readonly step: number;
  readonly durationNs: number;
  readonly timeNs?: number;
  readonly clockMs?: number;
  /** Of what completed it. */
  readonly isPast?: true;
  /** Undefined: no ranks are told apart. */
  readonly slowestRank: number | undefined;
}

/** What of a step is kept for whoever asks about it later. */
export type SeriesSample = Pick<JobStep, 'step' | 'durationNs'>;

/** The steps began again, at a lower number: the job was started anew. */
export interface JobRestart {
  readonly kind: 'restart';
  readonly step: number;
  /** The last one before. */
  readonly before: number;
}

/** A rank that is silent holds the job up until the others are so many steps ahead … */
const MOST_BEHIND = 3;
/** … and for so long, since files of thousands of ranks are not read at one moment … */
const PATIENCE_NS = 5e9;
/** … but no more steps than these are kept. */
const MOST_PENDING = 1_000;

interface Pending {
  /** By the watcher’s own clock; undefined: another watcher kept it as data. */
  sinceNs?: number | undefined;
  durationNs: number;
  timeNs: number | undefined;
  clockMs?: number;
  slowestRank: number | undefined;
  ranks: number;
  isPast?: true | undefined;
}

export interface SavedJobSteps {
  readonly lastOfRank: readonly (readonly [rank: number, step: number])[];
  readonly lastOfJob?: number;
  readonly pending: readonly (readonly [step: number, Omit<Pending, 'sinceNs'>])[];
  readonly settled: number;
}

/**
 * Holds a step back until all ranks that are known have told of it, or the others are ahead for a while. Keeps some steps and a
 * number a rank, however long the job runs. `nowNs` is of any clock that only goes forward; where it stands still (a file that is
 * read at once), nobody is left behind for being late.
 */
export class JobSteps {
  readonly #lastOfRank: Map<number, number>;
  readonly #pending: Map<number, Pending>;
  /** Steps of `#pending`, the least first. */
  #order: number[];
  #lastOfJob: number | undefined;
  /** So many ranks told of the last step of the job: as long as these are all, none is waited for. */
  #settled: number;

  constructor(saved?: SavedJobSteps) {
    this.#lastOfRank = new Map(saved?.lastOfRank);
    this.#pending = new Map(saved?.pending.map(([step, own]) => [step, { ...own }]));
    this.#order = [...this.#pending.keys()].sort((a, b) => a - b);
    this.#lastOfJob = saved?.lastOfJob;
    this.#settled = saved?.settled ?? 0;
  }

  save(): SavedJobSteps {
    return {
      lastOfRank: [...this.#lastOfRank],
      ...(this.#lastOfJob !== undefined && { lastOfJob: this.#lastOfJob }),
      pending: [...this.#pending].map(([step, { sinceNs: _, ...own }]) => [step, own]),
      settled: this.#settled,
    };
  }

  /** Ranks with the last step each has told of. */
  get ranks(): ReadonlyMap<number, number> {
    return this.#lastOfRank;
  }

  add(own: RankStep, nowNs: number): readonly (JobStep | JobRestart)[] {
    const { rank, step, durationNs, timeNs, clockMs } = own;
    const told: (JobStep | JobRestart)[] = [];
    const before = rank === undefined ? this.#lastOfJob : this.#lastOfRank.get(rank);
    if (before !== undefined && step < before) {
      told.push(...this.end(), { kind: 'restart', step, before });
      this.#lastOfRank.clear();
      this.#lastOfJob = undefined;
      this.#settled = 0;
    }
    if (rank === undefined) {
      this.#lastOfJob = step;
      const time = { ...(timeNs !== undefined && { timeNs }), ...(clockMs !== undefined && { clockMs }) };
      told.push({
        kind: 'step',
        step,
        durationNs,
        ...time,
        ...(own.isPast && { isPast: true }),
        slowestRank: undefined,
      });
      return told;
    }
    this.#lastOfRank.set(rank, step);
    // The job has gone on without it.
    if (this.#lastOfJob !== undefined && step <= this.#lastOfJob) return told;
    this.#gather(rank, own, nowNs);
    told.push(...this.tick(nowNs));
    return told;
  }

  /** Time has passed: what is whole, or has waited long enough. */
  tick(nowNs: number): readonly JobStep[] {
    const told: JobStep[] = [];
    for (let [step] = this.#order; step !== undefined && this.#isDue(step, nowNs); [step] = this.#order)
      told.push(this.#release(step));
    return told;
  }

  /** Nothing follows: what is held back is told. */
  end(): readonly JobStep[] {
    return [...this.#order].map((step) => this.#release(step));
  }

  #gather(rank: number, { step, durationNs, timeNs, clockMs, isPast }: RankStep, nowNs: number): void {
    const own = this.#pending.get(step);
    if (!own) {
      const clock = clockMs === undefined ? {} : { clockMs };
      this.#pending.set(step, { sinceNs: nowNs, durationNs, timeNs, ...clock, slowestRank: rank, ranks: 1, isPast });
      const at = this.#order.findLastIndex((other) => other < step) + 1;
      this.#order.splice(at, 0, step);
      return;
    }
    own.ranks++;
    own.isPast = isPast;
    if (timeNs !== undefined) own.timeNs = Math.max(timeNs, own.timeNs ?? timeNs);
    if (clockMs !== undefined) own.clockMs = Math.max(clockMs, own.clockMs ?? clockMs);
    // A step that a rank has no time for (NaN) is as long as the others’.
    if (durationNs > own.durationNs || Number.isNaN(own.durationNs)) {
      own.durationNs = durationNs;
      own.slowestRank = rank;
    }
  }

  #isDue(step: number, nowNs: number): boolean {
    const own = this.#pending.get(step)!;
    own.sinceNs ??= nowNs;
    const newest = this.#order[this.#order.length - 1];
    if (own.ranks >= this.#lastOfRank.size && (own.ranks === this.#settled || step < newest)) return true;
    const isBehind = newest - step >= MOST_BEHIND && nowNs - own.sinceNs >= PATIENCE_NS;
    return isBehind || this.#order.length > MOST_PENDING;
  }

  #release(step: number): JobStep {
    const { durationNs, timeNs, clockMs, slowestRank, ranks, isPast } = this.#pending.get(step)!;
    this.#pending.delete(step);
    this.#order.splice(this.#order.indexOf(step), 1);
    this.#lastOfJob = step;
    this.#settled = ranks;
    const time = { ...(timeNs !== undefined && { timeNs }), ...(clockMs !== undefined && { clockMs }) };
    return { kind: 'step', step, durationNs, ...time, ...(isPast && { isPast }), slowestRank };
  }
}

/**
 * Steps of several ranks, each in the order in which it was told, as if they had been told at the same time: by their numbers, and
 * where a rank begins anew, all behind what all of them told before.
 */
export function inTurn(ofRanks: readonly (readonly RankStep[])[]): readonly RankStep[] {
  if (ofRanks.length === 1) return ofRanks[0];
  const runs: RankStep[][] = [];
  for (const own of ofRanks) {
    let run = 0;
    for (const [at, step] of own.entries()) {
      if (at > 0 && step.step < own[at - 1].step) run++;
      runs[run] ??= [];
      runs[run].push(step);
    }
  }
  return runs.flatMap((own) => own.sort((a, b) => a.step - b.step));
}
