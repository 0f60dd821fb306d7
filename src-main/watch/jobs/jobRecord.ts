import type { LiveEvent, LiveSeries, LiveSeriesQuery, LiveThreshold } from '../../../src-contract';
import type { JobStep, RankStep, SeriesSample } from '../../../src-watch/rule/jobSteps';
import type { StepObserver } from '../../../src-watch/rule/jobWatch';
import { LightCurve, type SavedLight } from '../../../src-watch/series/lightCurve';
import { RankGrid, type SavedGrid } from '../../../src-watch/series/rankGrid';
import { type SavedCurve, StepCurve } from '../../../src-watch/series/stepCurve';

/** Without dates in the file a step was when it was read, or so long before: where several come at once, one behind the other. */
const LAG_MS = 3_000;
const MOST_EVENTS = 2_000;
/** What is said of a step; the rest is said of now. */
const ofSteps: ReadonlySet<LiveEvent['kind']> = new Set([
  ...(['baseline', 'early', 'crossing', 'alarm', 'drift', 'restart', 'change', 'slow-rank', 'slow-rank-over'] as const),
]);
const MOST_THRESHOLDS = 1_000;
/** Of one start of the job, for whoever asks why there was no alarm: so many of the first steps, and of the last. */
const MOST_SAMPLES = 4_000;
const MOST_SLOWEST = 8;
/** The slowest ranks are those of so many last steps. */
const SLOWEST_OF = 20;

interface LastStep {
  readonly step: number;
  readonly atMs: number;
  readonly durationNs: number;
}

/** What a record keeps for the next start, where its source cannot be read again. */
export interface SavedRecord {
  readonly version: 1;
  readonly curve: SavedCurve;
  readonly ranks: SavedGrid;
  readonly light: SavedLight;
  readonly events: readonly LiveEvent[];
  readonly eventCount: number;
  readonly thresholds: readonly LiveThreshold[];
  readonly last: LastStep;
  readonly hasDates: boolean;
}

/** What is known of a job’s steps and of what has happened, in memory that does not grow with the time. */
export class JobRecord implements StepObserver {
  #curve = new StepCurve();
  readonly #ranks = new RankGrid();
  #light = new LightCurve();
  #events: LiveEvent[] = [];
  #eventCount = 0;
  #thresholds: LiveThreshold[] = [];
  #last: LastStep | undefined;
  /** Since the job was started: the first steps, which the baseline is of, and the last ones. */
  #first: SeriesSample[] = [];
  #latest: SeriesSample[] = [];
  /** The past of the file is being read: without dates, when its steps were is known once their sum is. */
  #isPast = true;
  #hasDates = false;
  /** Up to this one steps are known from the start before: the journal may be a little behind. */
  #knownStep = Number.NEGATIVE_INFINITY;

  /** `clockMs`: of this machine, as if it were UTC. */
  constructor(readonly clockMs: () => number) {}

  /** Undefined: there is no step yet. */
  save(): SavedRecord | undefined {
    if (!this.#last) return undefined;
    return {
      ...{ version: 1, curve: this.#curve.save(), ranks: this.#ranks.save(), light: this.#light.save() },
      ...{ events: this.#events, eventCount: this.#eventCount, thresholds: this.#thresholds },
      ...{ last: this.#last, hasDates: this.#hasDates },
    };
  }

  /** Before the first step: what the start before has kept. */
  restore({ curve, ranks, light, events, eventCount, thresholds, last, hasDates }: SavedRecord): void {
    this.#curve = new StepCurve(curve);
    this.#ranks.restore(ranks);
    this.#light = new LightCurve(light);
    this.#events = [...events];
    this.#eventCount = eventCount;
    this.#thresholds = [...thresholds];
    this.#last = last;
    this.#hasDates = hasDates;
    this.#knownStep = last.step;
    this.#isPast = false;
  }

  get last(): LastStep | undefined {
    return this.#last;
  }

  get stepCount(): number {
    return this.#curve.count;
  }

  get rankCount(): number {
    return this.#ranks.ranks.length;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  rankStep({ rank, step, durationNs, clockMs, light = [] }: RankStep): void {
    if (step <= this.#knownStep) return;
    for (const own of light) this.#light.add(own, this.timeOfStep(own.step));
    if (rank !== undefined) this.#ranks.add(rank, step, durationNs, clockMs ?? this.#last?.atMs ?? 0);
  }

  /** Steps of this start of the job, in order; of a long one those in the middle are missing. */
  get samples(): readonly SeriesSample[] {
    return [...this.#first, ...this.#latest];
  }

  restart(): void {
    this.#knownStep = Number.NEGATIVE_INFINITY;
    this.#first = [];
    this.#latest = [];
    this.#ranks.begin();
    this.#light.begin();
  }

  jobStep({ step, durationNs, clockMs }: JobStep, score: number | undefined): void {
    if (step <= this.#knownStep || !(durationNs >= 0 && Number.isFinite(durationNs))) return;
    const atMs = this.#timeOf(durationNs / 1e6, clockMs);
    this.#curve.add({ atMs, step, durationNs, ...(score !== undefined && { score }) });
    this.#last = { step, atMs, durationNs };
    const kept = this.#first.length < MOST_SAMPLES ? this.#first : this.#latest;
    kept.push({ step, durationNs });
    if (this.#latest.length >= 2 * MOST_SAMPLES) this.#latest = this.#latest.slice(-MOST_SAMPLES);
  }

  /** What stood in the files when they were read first has been read. */
  endPast(): void {
    if (!this.#isPast) return;
    this.#isPast = false;
    if (this.#hasDates || this.#last === undefined) return;
    const byMs = this.clockMs() - this.#last.atMs;
    this.#curve.shift(byMs);
    this.#ranks.shift(byMs);
    this.#light.shift(byMs);
    this.#events = this.#events.map((own) => ({ ...own, atMs: own.atMs + byMs }));
    this.#thresholds = this.#thresholds.map((own) => ({ ...own, fromMs: own.fromMs + byMs }));
    this.#last = { ...this.#last, atMs: this.#last.atMs + byMs };
  }

  /** What is told now; while the past is read, of when its last step was. */
  get nowMs(): number {
    return (this.#isPast || this.#hasDates ? this.#last?.atMs : undefined) ?? this.clockMs();
  }

  /** When the step was, or now. */
  timeOfStep(step: number): number {
    return this.#curve.timeOf(step) ?? this.nowMs;
  }

  addEvent(event: Omit<LiveEvent, 'number' | 'atMs' | 'isPast'>): void {
    const isOfStep = event.step !== undefined && ofSteps.has(event.kind);
    const atMs = isOfStep ? this.timeOfStep(event.step!) : this.nowMs;
    this.#events.push({ number: ++this.#eventCount, atMs, isPast: this.#isPast, ...event });
    if (this.#events.length > 2 * MOST_EVENTS) this.#events = kept(this.#events);
  }

  eventsAfter(number: number): readonly LiveEvent[] {
    return this.#events.filter((own) => own.number > number);
  }

  /** In force since that step, or from now on, unless it is already. */
  setThreshold(threshold: Omit<LiveThreshold, 'fromMs'>, step?: number): void {
    const before = this.#thresholds.at(-1);
    const isSame =
      before?.meanNs === threshold.meanNs &&
      before.deviationNs === threshold.deviationNs &&
      before.sigmas === threshold.sigmas;
    if (isSame) return;
    this.#thresholds = [
      ...this.#thresholds,
      { fromMs: step === undefined ? this.nowMs : this.timeOfStep(step), ...threshold },
    ].slice(-MOST_THRESHOLDS);
  }

  /** Mean of this step and those behind it; undefined: there are none. Of a log whose dates are of seconds some steps end at once. */
  meanFrom(step: number): number | undefined {
    return this.#curve.meanFrom(step, this.timeOfStep(step));
  }

  series({ range, rows, ranks }: LiveSeriesQuery): LiveSeries {
    const { extent } = this.#curve;
    const startMs = range?.startMs ?? Number.NEGATIVE_INFINITY;
    const endMs = range?.endMs ?? Number.POSITIVE_INFINITY;
    return {
      extent,
      ...this.#curve.columns(startMs, endMs, rows),
      thresholds: this.#thresholds,
      light: this.#light.isEmpty ? undefined : this.#light.columns(startMs, endMs),
      allRanks: Int32Array.from(this.#ranks.ranks),
      slowest: this.#ranks
        .slowest(SLOWEST_OF)
        .slice(0, MOST_SLOWEST)
        .map(({ rank, meanNs }) => ({ rank, meanNs })),
      ranks: ranks.map((rank) => {
        const { atMs, meanNs } = this.#ranks.columns(rank);
        return { rank, atMs, meanNs };
      }),
    };
  }

  #timeOf(durationMs: number, clockMs: number | undefined): number {
    const before = this.#last?.atMs;
    // A clock that is set back stands still until it is where it was.
    if (clockMs !== undefined) {
      this.#hasDates = true;
      return Math.max(clockMs, before ?? clockMs);
    }
    const next = (before ?? 0) + durationMs;
    if (this.#isPast || this.#hasDates) return next;
    const now = this.clockMs();
    return before !== undefined && next <= now && next >= now - LAG_MS ? next : Math.max(now, before ?? now);
  }
}

/** The newer half; of what is older, what matters most. */
function kept(events: readonly LiveEvent[]): LiveEvent[] {
  const [older, newer] = [events.slice(0, -MOST_EVENTS), events.slice(-MOST_EVENTS)];
  return [...older.filter(({ kind }) => kind !== 'crossing' && kind !== 'file').slice(-MOST_EVENTS / 2), ...newer];
}
