/** A step that is done, as all parts of the job tell of it. */
export interface DoneStep {
  readonly step: number;
  readonly durationMs: number;
  /** When it ended, ms since the epoch. */
  readonly endMs: number;
  /** Its work alone, without waiting for others, by rank. */
  readonly busyMs: readonly number[];
}

const MOST = 20_000;

/** The last steps. */
export class StepHistory {
  #steps: DoneStep[] = [];

  add(step: DoneStep): void {
    this.#steps.push(step);
    if (this.#steps.length > 2 * MOST) this.#steps = this.#steps.slice(-MOST);
  }

  get last(): DoneStep | undefined {
    return this.#steps[this.#steps.length - 1];
  }

  /** The last one that was done by then; undefined: none, or longer ago than `withinMs`. */
  at(timeMs: number, withinMs: number): DoneStep | undefined {
    let [low, high] = [0, this.#steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#steps[middle].endMs <= timeMs) low = middle + 1;
      else high = middle;
    }
    const found = this.#steps[low - 1];
    return found && timeMs - found.endMs <= withinMs ? found : undefined;
  }
}
