/** After a view has been asked for, the next one may be. */
const REST_MS = 100;
/** A window tells more often than this that its view is moved on; one that is gone never tells that it rests. */
const MOVED_FOR_MS = 2_500;

/** Whether somebody looks for something just now, or moves a view: what nobody waits for is left until nobody does. */
export class Rest {
  #beginsAtMs = Number.NEGATIVE_INFINITY;

  constructor(readonly restMs = REST_MS) {}

  /** Somebody asks for a view. */
  note(): void {
    this.#beginsAtMs = Math.max(this.#beginsAtMs, performance.now() + this.restMs);
  }

  /** Somebody moves a view, or does no more. */
  noteMoving(isMoving: boolean): void {
    this.#beginsAtMs = performance.now() + (isMoving ? MOVED_FOR_MS : 0);
  }

  /** Resolves when nobody has for a moment. */
  async comes(): Promise<void> {
    for (;;) {
      const waitMs = this.#beginsAtMs - performance.now();
      if (waitMs <= 0) return;
      // It may begin sooner.
      await inMs(Math.min(waitMs, this.restMs));
    }
  }
}

/** Keeps no process alive. */
export function inMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
