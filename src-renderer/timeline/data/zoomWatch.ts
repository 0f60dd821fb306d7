import type { TimeRange } from '../../base/timeRange';

/** A zoom that paused this long has ended, in ms. */
const restMs = 120;

/** Which way the zoom moves: to see more of the time (`out`), less of it (`in`), or not at all (`rest`). */
export type ZoomMotion = 'in' | 'out' | 'rest';

/** Tells whether the zoom moves, and calls back when it has come to rest. */
export class ZoomWatch {
  private lastSpanNs = 0;
  private direction: 'in' | 'out' = 'in';
  private movedMs = Number.NEGATIVE_INFINITY;
  private timer = 0;

  constructor(
    private readonly window: Window,
    private readonly onRest: () => void,
  ) {}

  /** How the view changed its length within the last moments. Call it once a frame. */
  motionOf({ startNs, endNs }: TimeRange): ZoomMotion {
    const nowMs = this.window.performance.now();
    const spanNs = endNs - startNs;
    // Rounding makes a panned view longer or shorter by next to nothing; and the first view is no zoom.
    if (Math.abs(spanNs / this.lastSpanNs - 1) > 1e-6) {
      if (this.lastSpanNs > 0) {
        this.movedMs = nowMs;
        this.direction = spanNs > this.lastSpanNs ? 'out' : 'in';
      }
      this.lastSpanNs = spanNs;
    }
    const isZooming = nowMs - this.movedMs < restMs;
    if (isZooming && this.timer === 0) {
      this.timer = this.window.setTimeout(() => {
        this.timer = 0;
        this.onRest();
      }, restMs);
    }
    return isZooming ? this.direction : 'rest';
  }

  /** `onRest` is still to be called. */
  get isPending(): boolean {
    return this.timer !== 0;
  }

  dispose(): void {
    this.window.clearTimeout(this.timer);
  }
}
