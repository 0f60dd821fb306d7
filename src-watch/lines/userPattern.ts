/** A regular expression of the user’s own for the lines of a log. */
import type { RankStep } from '../rule/jobSteps';
import { SpokenError, spoken } from '../words/spoken';
import type { LineReader, SavedReader } from './lineReader';
import { type LineGroups, LogLines, textOfLine } from './logLines';

/** A pattern that is none, or takes too long. */
export class PatternError extends SpokenError {
  override readonly name = 'PatternError';
}

/** Throws a `PatternError`: it must compile, and have the group `ms` or `s`. */
export function userPattern(text: string): RegExp {
  let pattern: RegExp;
  try {
    pattern = new RegExp(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PatternError(spoken('pattern.none', { reason }));
  }
  const groups = new RegExp(`${text}|`).exec('')?.groups ?? {};
  if (!('ms' in groups) && !('s' in groups)) throw new PatternError(spoken('pattern.no-time'));
  return pattern;
}

/** Runs it, and breaks it off after so many ms, whatever it is at; false: it was broken off. */
export type Bounded = (limitMs: number, run: () => void) => boolean;

/** Lets the rest of the program run. */
export type GiveWay = () => Promise<void>;

/** Nothing else of the program runs meanwhile. */
export interface PatternTimes {
  /** For many lines at once. */
  readonly linesMs: number;
  /** For one that seems to be slow, each time it is tried. */
  readonly lineMs: number;
}

const usualTimes: PatternTimes = { linesMs: 25, lineMs: 60 };
/** On a machine that is busy the program itself may have been kept waiting, but not each time. */
const TRIES = 3;
/** After so many slow lines a pattern is not used any more. */
const MOST_SLOW = 3;

/** A pattern may go back and forth over a line without end: it is given its time, the line is left out, and the pattern in the end. */
export class UserLines implements LineReader {
  slowCount = 0;
  readonly #lines: LogLines;
  readonly #pattern: RegExp;
  readonly #bounded: Bounded;
  readonly #giveWay: GiveWay;

  constructor(
    pattern: RegExp,
    bounded: Bounded,
    giveWay: GiveWay,
    saved?: SavedReader,
    readonly times = usualTimes,
  ) {
    this.#lines = new LogLines([{ hint: '', pattern }], saved);
    this.#pattern = pattern;
    this.#bounded = bounded;
    this.#giveWay = giveWay;
  }

  get damagedCount(): number {
    return this.#lines.damagedCount + this.slowCount;
  }

  get isKnown(): boolean {
    return this.#lines.isKnown;
  }

  get originMs(): number | undefined {
    return this.#lines.originMs;
  }

  get isEnded(): boolean {
    return this.#lines.isEnded;
  }

  save(): SavedReader {
    return this.#lines.save();
  }

  /** Rejects with a `PatternError` when the pattern has been too slow for some lines. */
  async readAll(lines: readonly string[], give: (step: RankStep) => void): Promise<void> {
    const texts = lines.map(textOfLine);
    for (const [at, groups] of (await this.#matches(texts)).entries()) {
      const step = groups && this.#lines.take(groups, texts[at]);
      if (step) give(step);
      else this.#lines.lookForEnd(texts[at]);
    }
  }

  /** Nothing but the pattern runs within the limit: what is broken off leaves nothing half done. */
  async #matches(texts: readonly string[]): Promise<(LineGroups | undefined)[]> {
    const found: (LineGroups | undefined)[] = [];
    const match = (): void => {
      found[found.length] = this.#pattern.exec(texts[found.length])?.groups;
    };
    while (found.length < texts.length) {
      const isDone = this.#bounded(this.times.linesMs, () => {
        while (found.length < texts.length) match();
      });
      if (isDone || found.length === texts.length) continue;
      await this.#giveWay();
      // Those before may have taken all of the time: the one it was at gets its own.
      const { length } = found;
      if (await this.#tried(match, () => found.length > length)) continue;
      found.push(undefined);
      this.slowCount++;
      if (this.slowCount >= MOST_SLOW)
        throw new PatternError(spoken('pattern.slow', { ms: this.times.lineMs, count: MOST_SLOW }));
    }
    return found;
  }

  /** `isMatched`: it may be broken off when it is through; a second time it would take the next line. */
  async #tried(match: () => void, isMatched: () => boolean): Promise<boolean> {
    for (let left = TRIES; left > 0; left--) {
      if (this.#bounded(this.times.lineMs, match) || isMatched()) return true;
      await this.#giveWay();
    }
    return false;
  }
}
