/** Long enough for what closes several dumps at once to be one time, and so that many closed in turn cost little. */
const DELAY_MS = 1000;

/** Asked for more than once, it still collects once, a moment after the first: see src-worker/base/collectGarbage.ts. */
export class LateCollection {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly collect: () => void,
    readonly delayMs = DELAY_MS,
  ) {}

  /** Something large has been let go of. */
  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.collect();
    }, this.delayMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
