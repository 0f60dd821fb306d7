/** The steps of a job as a curve: each of the last ones, and of those before less and less, however long it runs. */
import type { LiveCurve } from '../../src-contract';
import { merged, type QuantileSketch, quantile, sketchOf } from './quantileSketch';

export interface CurveSample {
  /** By the clock of the job, ms; never less than that of the sample before. */
  readonly atMs: number;
  readonly step: number;
  readonly durationNs: number;
  /** Deviations over the baseline; undefined: there is none yet. */
  readonly score?: number;
}

/** Some steps one behind the other. */
interface Bucket {
  readonly startMs: number;
  readonly endMs: number;
  readonly firstStep: number;
  readonly lastStep: number;
  readonly count: number;
  readonly sumNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Of its steps the highest; NaN: none has a score. */
  readonly score: number;
  /** Undefined: of one step alone. */
  readonly sketch?: QuantileSketch;
}

export interface SavedCurve {
  readonly version: 1;
  readonly levels: readonly (readonly Bucket[])[];
}

/** At least so many of the last steps are kept each, and buckets of every size; at most twice as many. Even numbers. */
const RAW = 4_096;
const LEVEL = 512;

export class StepCurve {
  /** Of 1, 2, 4, 8 … steps, each level’s in the order of time; those of a later level are all older. */
  readonly #levels: Bucket[][];
  #count = 0;

  constructor(
    saved?: SavedCurve,
    readonly sizes: { readonly raw: number; readonly level: number } = { raw: RAW, level: LEVEL },
  ) {
    this.#levels = saved?.version === 1 ? saved.levels.map((own) => own.map(restored)) : [[]];
    for (const level of this.#levels) for (const { count } of level) this.#count += count;
  }

  save(): SavedCurve {
    return { version: 1, levels: this.#levels.map((own) => [...own]) };
  }

  /** Steps since the beginning. */
  get count(): number {
    return this.#count;
  }

  /** From the first to the last; undefined: there is none. */
  get extent(): { readonly startMs: number; readonly endMs: number } | undefined {
    const oldest = this.#levels.findLast((own) => own.length > 0)?.[0];
    const newest = this.#levels.find((own) => own.length > 0)?.at(-1);
    return oldest && newest && { startMs: oldest.startMs, endMs: newest.endMs };
  }

  add({ atMs, step, durationNs, score = Number.NaN }: CurveSample): void {
    this.#count++;
    const time = { startMs: atMs, endMs: atMs, firstStep: step, lastStep: step, count: 1 };
    this.#levels[0].push({ ...time, sumNs: durationNs, minNs: durationNs, maxNs: durationNs, score });
    // What a level is handed may be several times what it hands on at once.
    for (let at = 0; this.#isFull(at); at++) while (this.#isFull(at)) this.#raise(at);
  }

  #isFull(level: number): boolean {
    return this.#levels[level].length >= 2 * this.#sizeOf(level);
  }

  #sizeOf(level: number): number {
    return level === 0 ? this.sizes.raw : this.sizes.level;
  }

  /** The older half of a level that is full, two by two: what is moved in memory is moved rarely. */
  #raise(level: number): void {
    const size = this.#sizeOf(level);
    const older = this.#levels[level].splice(0, size);
    this.#levels[level + 1] ??= [];
    for (let at = 0; at + 1 < size; at += 2) this.#levels[level + 1].push(joined([older[at], older[at + 1]]));
  }

  /** All instants are that much later: it has become known when they were. */
  shift(byMs: number): void {
    for (const [at, level] of this.#levels.entries())
      this.#levels[at] = level.map((own) => ({ ...own, startMs: own.startMs + byMs, endMs: own.endMs + byMs }));
  }

  /** When the step ended, as far as that is known; of several runs of the job, in the last one that had it. */
  timeOf(step: number): number | undefined {
    for (const level of this.#levels) {
      const found = level.findLast((own) => own.firstStep <= step && step <= own.lastStep);
      if (found) return found.startMs;
    }
    return undefined;
  }

  /** Of the steps from this one on that ended since; undefined: there are none. Asked for with all news of a slow job: no percentiles are made. */
  meanFrom(step: number, sinceMs: number): number | undefined {
    let [sumNs, count] = [0, 0];
    for (const level of this.#levels) {
      for (let at = level.length - 1; at >= 0 && level[at].endMs >= sinceMs; at--) {
        if (level[at].lastStep < step) continue;
        sumNs += level[at].sumNs;
        count += level[at].count;
      }
    }
    return count === 0 ? undefined : sumNs / count;
  }

  /** What ended within this time, in at most so many rows; each step by itself where they are no more. */
  columns(startMs: number, endMs: number, rows: number): LiveCurve {
    const found = this.#levels.toReversed().flatMap((own) => between(own, startMs, endMs));
    return columnsOf(found.length <= rows ? found : gathered(found, rows));
  }
}

/** The oldest first; JSON has no NaN. */
function restored(own: Bucket): Bucket {
  return { ...own, score: own.score ?? Number.NaN };
}

function between(own: readonly Bucket[], startMs: number, endMs: number): readonly Bucket[] {
  const last = own.at(-1);
  if (last === undefined || last.endMs < startMs || own[0].startMs > endMs) return [];
  return own.filter((one) => one.endMs >= startMs && one.startMs <= endMs);
}

/** In columns of the same time; where nothing happened there is no row. */
function gathered(found: readonly Bucket[], rows: number): readonly Bucket[] {
  const startMs = found[0].startMs;
  const widthMs = (found[found.length - 1].endMs - startMs) / rows || 1;
  const groups: Bucket[][] = [];
  let column = -1;
  for (const own of found) {
    const next = Math.min(rows - 1, Math.floor((own.endMs - startMs) / widthMs));
    if (next === column) groups[groups.length - 1].push(own);
    else groups.push([own]);
    column = next;
  }
  return groups.map(joined);
}

function joined(buckets: readonly Bucket[]): Bucket {
  if (buckets.length === 1) return buckets[0];
  const [first, last] = [buckets[0], buckets[buckets.length - 1]];
  let [count, sumNs, minNs, maxNs, score] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  for (const own of buckets) {
    count += own.count;
    sumNs += own.sumNs;
    minNs = Math.min(minNs, own.minNs);
    maxNs = Math.max(maxNs, own.maxNs);
    if (!(own.score <= score)) score = Number.isNaN(own.score) ? score : own.score;
  }
  const sketch = merged(buckets.map((own) => own.sketch ?? sketchOf(own.sumNs)));
  const span = { startMs: first.startMs, endMs: last.endMs, firstStep: first.firstStep, lastStep: last.lastStep };
  return { ...span, count, sumNs, minNs, maxNs, score, sketch };
}

function columnsOf(buckets: readonly Bucket[]): LiveCurve {
  const column = (of: (own: Bucket) => number): Float64Array => Float64Array.from(buckets, of);
  const percentile = (share: number) => (own: Bucket) =>
    // The bounds are exact.
    own.sketch ? Math.min(own.maxNs, Math.max(own.minNs, quantile(own.sketch, share))) : own.sumNs;
  return {
    atMs: column(({ endMs }) => endMs),
    firstStep: column(({ firstStep }) => firstStep),
    lastStep: column(({ lastStep }) => lastStep),
    count: column(({ count }) => count),
    meanNs: column(({ sumNs, count }) => sumNs / count),
    minNs: column(({ minNs }) => minNs),
    maxNs: column(({ maxNs }) => maxNs),
    medianNs: column(percentile(0.5)),
    p95Ns: column(percentile(0.95)),
    score: column(({ score }) => score),
  };
}
