/** A job that is followed: the rule over its steps, and whether steps come at all. */
import type { LiveStatus } from '../../src-contract';
import type { Baseline, KSigmaLimits } from '../../src-worker/model/stepSeries/kSigma';
import { ArrivalPace, type SavedPace } from './arrivalPace';
import { jobState, type StateFacts } from './jobState';
import { type JobRestart, type JobStep, JobSteps, type RankStep, type SavedJobSteps } from './jobSteps';
import { PeerWatch, type SavedPeerWatch, type SlowRank, type SlowRankOver } from './peerWatch';
import { type SavedSeriesWatch, SeriesWatch, type WatchEvent } from './seriesWatch';

export interface StallLimits {
  /** No step for so many times the median is a stall … */
  readonly factor: number;
  /** … but not before so long. */
  readonly leastNs: number;
}

export const usualStall: StallLimits = { factor: 10, leastNs: 60e9 };

export interface RankBehind {
  readonly rank: number;
  /** The last one it told of. */
  readonly step: number;
  /** What it wrote last; undefined: nothing is known of it. */
  readonly line?: string;
}

export type JobEvent =
  | WatchEvent
  | JobRestart
  | SlowRank
  | SlowRankOver
  | {
      readonly kind: 'stall';
      /** The last one. */
      readonly step: number;
      readonly silentNs: number;
      readonly limitNs: number;
      /** Ranks that told of less than others, those furthest behind first; not all. */
      readonly behind: readonly RankBehind[];
      readonly behindCount: number;
      /** Where no ranks are told apart: what the job wrote last. */
      readonly line?: string;
    }
  /** It told of its last step, or said that it is done. */
  | { readonly kind: 'ended'; readonly step: number }
  | { readonly kind: 'resumed'; readonly step: number; readonly silentNs: number };

export type AlarmEvent = Extract<JobEvent, { readonly kind: 'alarm' }>;

/** What a rank wrote last; of undefined: the job, where its ranks are not told apart. */
export type LastLine = (rank: number | undefined) => string | undefined;

/** Whoever wants to see the steps themselves, beside what is said to them. */
export interface StepObserver {
  rankStep(step: RankStep): void;
  /** `score`: in deviations over the baseline; undefined: there is none. */
  jobStep(step: JobStep, score: number | undefined): void;
  restart(): void;
}

export interface SavedJobWatch {
  readonly steps: SavedJobSteps;
  readonly series: SavedSeriesWatch;
  readonly intervalsNs: readonly number[];
  readonly last?: number;
  readonly pace?: SavedPace;
  readonly isStalled: boolean;
  readonly isAtRisk: boolean;
  readonly slowFrom?: number;
  readonly isEnded?: boolean;
  readonly peers?: SavedPeerWatch;
}

/** The median is that of so many last steps. */
const MEDIAN_OF = 101;
const MAX_NAMED = 8;

export class JobWatch {
  readonly #steps: JobSteps;
  readonly #series: SeriesWatch;
  /** From one line to the next, as far as step times tell: a log may tell of every tenth step alone. */
  #intervalsNs: number[];
  #last: number | undefined;
  /** By the watcher’s own clock, which is another one after it has been started anew. */
  #lastAtNs: number | undefined;
  #isStalled: boolean;
  #isAtRisk: boolean;
  #slowFrom: number | undefined;
  #isEnded: boolean;
  #stall: StallLimits;
  readonly #peers: PeerWatch;
  readonly #pace: ArrivalPace;

  /** `stages`: of the pipeline, where it is known; see `PeerWatch`. */
  constructor(
    limits: Partial<KSigmaLimits>,
    stall: StallLimits = usualStall,
    saved?: SavedJobWatch,
    readonly observer?: StepObserver,
    stages?: number,
  ) {
    this.#stall = stall;
    this.#steps = new JobSteps(saved?.steps);
    this.#series = new SeriesWatch(limits, saved?.series);
    this.#intervalsNs = [...(saved?.intervalsNs ?? [])];
    this.#last = saved?.last;
    this.#isStalled = saved?.isStalled ?? false;
    this.#isAtRisk = saved?.isAtRisk ?? false;
    this.#slowFrom = saved?.slowFrom;
    this.#isEnded = saved?.isEnded ?? false;
    this.#peers = new PeerWatch(stages, saved?.peers);
    this.#pace = new ArrivalPace(saved?.pace);
  }

  save(): SavedJobWatch {
    return {
      steps: this.#steps.save(),
      series: this.#series.save(),
      intervalsNs: [...this.#intervalsNs],
      ...(this.#last !== undefined && { last: this.#last }),
      pace: this.#pace.save(),
      isStalled: this.#isStalled,
      isAtRisk: this.#isAtRisk,
      ...(this.#slowFrom !== undefined && { slowFrom: this.#slowFrom }),
      ...(this.#isEnded && { isEnded: true }),
      peers: this.#peers.save(),
    };
  }

  get limits(): KSigmaLimits {
    return this.#series.limits;
  }

  get baseline(): Baseline | undefined {
    return this.#series.baseline;
  }

  get missingSamples(): number {
    return this.#series.missingSamples;
  }

  /** Slower than their peers, as of the last steps. */
  get slowRanks(): readonly number[] {
    return [...this.#peers.slow].sort((a, b) => a - b);
  }

  /** That have told of a step since it was started; 0: they are not told apart. */
  get rankCount(): number {
    return this.#steps.ranks.size;
  }

  get lastStep(): number | undefined {
    return this.#last;
  }

  /** Steps have been slow since this one, by an alarm or a drift; undefined: they are not. It changes with the state, not with what is told later. */
  get slowFrom(): number | undefined {
    return this.#slowFrom;
  }

  /** But for profiles. */
  get state(): LiveStatus {
    return this.stateWith('none');
  }

  /** `profile`: of the last alarm, which somebody else takes. */
  stateWith(profile: StateFacts['profile']): LiveStatus {
    return jobState({
      lastStep: this.#last,
      baseline: this.#series.baseline,
      isAtRisk: this.#isAtRisk || this.#peers.slow.size > 0,
      isStalled: this.#isStalled,
      isEnded: this.#isEnded,
      profile,
    });
  }

  change(limits: Partial<KSigmaLimits>): void {
    this.#series.change(limits);
  }

  /** A stall that has been told stays one until a step comes. */
  changeStall(stall: StallLimits): void {
    this.#stall = stall;
  }

  /** `nowNs`: by a clock of the watcher that only goes forward. */
  add(step: RankStep, nowNs: number): readonly JobEvent[] {
    const { rank, durationNs, light } = step;
    if (rank !== undefined) {
      this.#peers.addStep(rank, durationNs);
      for (const own of light ?? []) this.#peers.addLight(rank, own);
    }
    const events = this.#steps.add(step, nowNs).flatMap((told) => this.#take(told, nowNs));
    this.observer?.rankStep(step);
    return events;
  }

  /** Time has passed; a rank that is silent is waited for no longer than a stall takes. */
  tick(nowNs: number, lastLine: LastLine = () => undefined): readonly JobEvent[] {
    return [...this.release(nowNs), ...this.#stalled(nowNs, lastLine)];
  }

  /** The same where steps come now and then, so that their absence says nothing. */
  release(nowNs: number): readonly JobEvent[] {
    return this.#steps.tick(nowNs).flatMap((told) => this.#take(told, nowNs));
  }

  /** The job has said that it is done; whatever step follows, it goes on. Nothing is missed from then on. */
  end(nowNs: number): readonly JobEvent[] {
    if (this.#isEnded || this.#last === undefined) return [];
    const told = this.#steps.end().flatMap((own) => this.#take(own, nowNs));
    this.#isEnded = true;
    return [...told, { kind: 'ended', step: this.#last }];
  }

  #stalled(nowNs: number, lastLine: LastLine): readonly JobEvent[] {
    if (this.#last === undefined || this.#isStalled || this.#isEnded) return [];
    this.#lastAtNs ??= nowNs;
    const limitNs = this.stallNs;
    const silentNs = nowNs - this.#lastAtNs;
    if (limitNs === undefined || silentNs < limitNs) return [];
    this.#isStalled = true;
    const most = Math.max(...this.#steps.ranks.values());
    const behind = [...this.#steps.ranks]
      .filter(([, step]) => step < most)
      .map(([rank, step]) => ({ rank, step }))
      .sort((a, b) => a.step - b.step || a.rank - b.rank);
    const named = behind.slice(0, MAX_NAMED).map((own) => ({ ...own, ...lineOf(lastLine(own.rank)) }));
    const all = this.#steps.ranks.size === 0 ? lineOf(lastLine(undefined)) : {};
    return [{ kind: 'stall', step: this.#last, silentNs, limitNs, behind: named, behindCount: behind.length, ...all }];
  }

  /** Undefined: too few steps to know. */
  get stallNs(): number | undefined {
    if (this.#intervalsNs.length < 2) return undefined;
    const sorted = [...this.#intervalsNs].sort((a, b) => a - b);
    return Math.max(this.#stall.leastNs, this.#stall.factor * sorted[sorted.length >> 1], this.#pace.patienceNs);
  }

  #take(told: JobStep | JobRestart, nowNs: number): JobEvent[] {
    if (told.kind === 'restart') {
      this.#series.begin();
      this.observer?.restart();
      this.#last = undefined;
      this.#isAtRisk = false;
      this.#slowFrom = undefined;
      this.#isEnded = false;
      this.#peers.begin();
      return [told];
    }
    const { step, durationNs } = told;
    const events: JobEvent[] = [];
    this.#pace.add(told, this.#last, this.#lastAtNs, nowNs, this.#isStalled);
    if (this.#isStalled) events.push({ kind: 'resumed', step, silentNs: nowNs - (this.#lastAtNs ?? nowNs) });
    this.#isStalled = false;
    this.#isEnded = false;
    const steps = Math.max(1, step - (this.#last ?? step));
    if (durationNs >= 0 && Number.isFinite(durationNs)) this.#intervalsNs.push(durationNs * steps);
    if (this.#intervalsNs.length > MEDIAN_OF) this.#intervalsNs.shift();
    this.#last = step;
    this.#lastAtNs = nowNs;
    const said = this.#series.add(told).map((own) => this.#withRanks(own));
    this.observer?.jobStep(told, this.#series.score);
    this.#isAtRisk = said.some(isRisk) || (this.#isAtRisk && this.#series.isDrifting);
    events.push(...said, ...this.#peers.endStep(step));
    for (const own of said) if (own.kind === 'alarm' || own.kind === 'drift') this.#slowFrom ??= own.fromStep;
    if (this.state === 'watching') this.#slowFrom = undefined;
    return events;
  }

  /** An alarm says which ranks a profile should be of, where one is slower than its peers. */
  #withRanks(own: WatchEvent): WatchEvent {
    const ranks = own.kind === 'alarm' ? this.#peers.profileRanks() : undefined;
    return own.kind === 'alarm' && ranks ? { ...own, profileRanks: ranks } : own;
  }
}

function lineOf(line: string | undefined): { readonly line?: string } {
  return line === undefined ? {} : { line };
}

function isRisk({ kind }: WatchEvent): boolean {
  return kind === 'crossing' || kind === 'alarm' || kind === 'drift';
}
