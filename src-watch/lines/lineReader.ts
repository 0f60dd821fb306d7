/** What tells steps from lines. */
import type { RankStep } from '../rule/jobSteps';

export interface LineReader {
  /** Some lines of a file, one behind the other. A promise where it gives way to others meanwhile; the next lines come behind it. */
  readAll(lines: readonly string[], give: (step: RankStep) => void): void | Promise<void>;
  /** Lines that should have told of a step, and had no time for it. */
  readonly damagedCount: number;
  /** A line has been understood; undefined: there has been none yet. */
  readonly isKnown: boolean | undefined;
  /** What the times of its steps count from, by the file’s own clock: ms since the epoch as if it were UTC; undefined: nothing tells. */
  readonly originMs: number | undefined;
  /** The job has said that it is done, and has told of no step since. */
  readonly isEnded: boolean;
  /** What it has to know of the lines before, as plain data. */
  save(): SavedReader;
}

/** By kind of reader. */
export type SavedReader = Readonly<Record<string, unknown>>;
