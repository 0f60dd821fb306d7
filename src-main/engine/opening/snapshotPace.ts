/** After something new has been shown, a snapshot is made not before this. */
const INTERVAL_MS = 400;
/** The same where a thread has nothing else to do, as a share of it. */
const IDLE_SHARE = 0.3;
/** Between two snapshots lies this many times what they take: of two threads' time a sixteenth goes into them. */
const COST_FACTOR = 8;

/**
 * When the picture of a dump that is still being read is brought up to date: several times a second while that costs
 * little, more rarely the more it costs, and not at all while finished ranks appear one after another anyway.
 */
export class SnapshotPace {
  #lastMs = Number.NEGATIVE_INFINITY;
  /** What the last two took. The first ones of a thread take longer, since code is compiled: it is no measure. */
  #costsMs: readonly [number, number] = [0, 0];

  constructor(readonly intervalMs = INTERVAL_MS) {}

  /** `isIdle`: a thread would do nothing meanwhile. */
  isDue(nowMs: number, isIdle: boolean): boolean {
    const pauseMs = isIdle
      ? this.intervalMs * IDLE_SHARE
      : Math.max(this.intervalMs, COST_FACTOR * Math.min(...this.#costsMs));
    return nowMs - this.#lastMs >= pauseMs;
  }

  /** Something new is on its way to the window, and took a thread this long beside what must be done anyway. */
  shown(nowMs: number, costMs: number): void {
    this.#lastMs = nowMs;
    this.#costsMs = [this.#costsMs[1], costMs];
  }
}
