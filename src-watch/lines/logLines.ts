/** Lines of a training log, by the pattern of its framework or one of the user’s own. */
import type { RankStep } from '../rule/jobSteps';
import type { LineReader, SavedReader } from './lineReader';
import { type LogPattern, logPresets } from './logPresets';
import { plainText } from './plainText';

/** A line of a log says what it says within so many characters. */
const MAX_CHARACTERS = 4096;

/** What Megatron-LM, Hugging Face Trainer and Lightning write when a training job has ended well. */
const endMarks = ['[after training is done]', "'train_runtime':", '`Trainer.fit` stopped:'];

interface Saved {
  /** Position of the pattern that was the first to match. */
  readonly chosen?: number;
  readonly count: number;
  readonly largestTotal: number;
  readonly lastStep?: number;
  readonly firstMs?: number;
  /** Where epochs do not tell how many steps they have: the last one, and the step before it. */
  readonly epoch?: number;
  readonly beforeEpoch?: number;
  readonly isEnded?: true;
}

/** As patterns see it. */
export function textOfLine(line: string): string {
  return plainText(line.slice(0, MAX_CHARACTERS));
}

export class LogLines implements LineReader {
  damagedCount = 0;
  isEnded = false;
  readonly #patterns: readonly LogPattern[];
  #chosen: number | undefined;
  /** Steps so far: where a line has no number, its place is it. */
  #count: number;
  #largestTotal: number;
  #lastStep: number | undefined;
  #firstMs: number | undefined;
  #epoch: number | undefined;
  #beforeEpoch: number;

  /** Of several patterns the first one that matches a line is that of the log. */
  constructor(patterns: readonly LogPattern[] = everyPattern(), saved?: SavedReader) {
    this.#patterns = patterns;
    const own = saved as Saved | undefined;
    this.#chosen = own?.chosen;
    this.#count = own?.count ?? 0;
    this.#largestTotal = own?.largestTotal ?? 0;
    this.#lastStep = own?.lastStep;
    this.#firstMs = own?.firstMs;
    this.#epoch = own?.epoch;
    this.#beforeEpoch = own?.beforeEpoch ?? 0;
    this.isEnded = own?.isEnded ?? false;
  }

  save(): SavedReader {
    const saved: Saved = {
      ...(this.#chosen !== undefined && { chosen: this.#chosen }),
      count: this.#count,
      largestTotal: this.#largestTotal,
      ...(this.#lastStep !== undefined && { lastStep: this.#lastStep }),
      ...(this.#firstMs !== undefined && { firstMs: this.#firstMs }),
      ...(this.#epoch !== undefined && { epoch: this.#epoch, beforeEpoch: this.#beforeEpoch }),
      ...(this.isEnded && { isEnded: true as const }),
    };
    return { ...saved };
  }

  /** A line has matched. */
  get isKnown(): boolean {
    return this.#chosen !== undefined;
  }

  get originMs(): number | undefined {
    return this.#firstMs;
  }

  /** Times are those of a sample, since nothing tells how many make a step. */
  get isOfSample(): boolean {
    return this.#chosen !== undefined && this.#patterns[this.#chosen].isOfSample === true;
  }

  readAll(lines: readonly string[], give: (step: RankStep) => void): void {
    for (const line of lines) {
      const step = this.read(line);
      if (step) give(step);
      else if (this.#chosen !== undefined) this.lookForEnd(line);
    }
  }

  /** Of a line that tells of no step: whether the job says in it that it is done. */
  lookForEnd(line: string): void {
    if (endMarks.some((mark) => line.includes(mark))) this.isEnded = true;
  }

  read(line: string): RankStep | undefined {
    if (this.#chosen !== undefined) return this.#readAs(this.#patterns[this.#chosen], line);
    for (const [at, pattern] of this.#patterns.entries()) {
      const step = this.#readAs(pattern, line);
      if (!step) continue;
      this.#chosen = at;
      return step;
    }
    return undefined;
  }

  #readAs(own: LogPattern, line: string): RankStep | undefined {
    if (!line.includes(own.hint)) return undefined;
    const text = textOfLine(line);
    const groups = own.pattern.exec(text)?.groups;
    return groups && this.#take(own, groups, text);
  }

  /** What the first pattern has found in a line, where it is somebody else who looks. */
  take(groups: LineGroups, text: string): RankStep | undefined {
    this.#chosen = 0;
    return this.#take(this.#patterns[0], groups, text);
  }

  #take(own: LogPattern, groups: LineGroups, text: string): RankStep | undefined {
    const durationNs = durationOf(groups);
    if (durationNs === undefined) {
      this.damagedCount++;
      return undefined;
    }
    const step = this.#stepOf(own, groups);
    if (step === undefined) return undefined;
    this.#count++;
    this.#lastStep = step;
    this.isEnded = groups.step !== undefined && groups.epoch === undefined && groups.step === groups.total;
    return { rank: rankOf(groups, text), step, durationNs, ...(own.isBar ? {} : this.#timeOf(text)) };
  }

  /** Undefined: a bar that is drawn again, or another one than that of the training. */
  #stepOf(own: LogPattern, groups: LineGroups): number | undefined {
    const inEpoch = Number(groups.step ?? Number.NaN);
    if (Number.isNaN(inEpoch)) return this.#count + 1;
    const total = Number(groups.total ?? Number.NaN);
    const hasEpoch = own.firstEpoch !== undefined && groups.epoch !== undefined;
    const step = hasEpoch ? this.#ofEpoch(Number(groups.epoch) - (own.firstEpoch ?? 0), inEpoch, total) : inEpoch;
    if (!own.isBar) return step;
    // Among bars without an epoch the one of the training counts up to most.
    const isOther = !hasEpoch && total < this.#largestTotal;
    if (isOther || step === this.#lastStep || inEpoch === 0) return undefined;
    if (!hasEpoch) this.#largestTotal = total;
    return step;
  }

  /**
   * Behind the steps of all epochs before. An epoch that breaks off may be said to have fewer (Lightning with `max_steps`): the longest
   * counts for all. Where nothing tells how many an epoch has, it begins behind the last step of the one before.
   */
  #ofEpoch(epoch: number, inEpoch: number, total: number): number {
    if (!Number.isNaN(total)) {
      this.#largestTotal = Math.max(total, this.#largestTotal);
      return inEpoch + Math.max(0, epoch) * this.#largestTotal;
    }
    if (epoch > (this.#epoch ?? epoch)) this.#beforeEpoch = this.#lastStep ?? 0;
    if (epoch < (this.#epoch ?? epoch)) this.#beforeEpoch = 0;
    this.#epoch = epoch;
    return inEpoch + this.#beforeEpoch;
  }

  /** Of the date that most loggers begin a line with; a zone that is not told is the same for all lines. */
  #timeOf(text: string): { readonly timeNs?: number } {
    const [, date, time, fraction = ''] =
      /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,](\d{1,6}))?/.exec(text.slice(0, 200)) ?? [];
    const ms = Date.parse(`${date}T${time}Z`) + Number(`0.${fraction || '0'}`) * 1000;
    if (Number.isNaN(ms)) return {};
    this.#firstMs ??= ms;
    return { timeNs: Math.round((ms - this.#firstMs) * 1e6) };
  }
}

export type LineGroups = Readonly<Record<string, string | undefined>>;

function everyPattern(): LogPattern[] {
  return [...new Set(Object.values(logPresets).flatMap(({ patterns }): readonly LogPattern[] => patterns))];
}

function durationOf({ ms, s, rate }: LineGroups): number | undefined {
  const ns =
    ms !== undefined ? plainNumber(ms) * 1e6 : s !== undefined ? plainNumber(s) * 1e9 : 1e9 / plainNumber(rate ?? '');
  return ns >= 0 && Number.isFinite(ns) ? ns : undefined;
}

/** Thousands may be parted by commas. */
function plainNumber(text: string): number {
  const plain = text.replaceAll(',', '').trim();
  return plain === '' ? Number.NaN : Number(plain);
}

/** torchrun begins the lines of a rank with "[rank3]:". */
function rankOf({ rank }: LineGroups, text: string): number | undefined {
  const told = rank ?? /^\[rank ?(\d{1,6})\]/i.exec(text)?.[1];
  return told === undefined || told === '' || Number.isNaN(Number(told)) ? undefined : Number(told);
}
