/** Which stretch of time the curves of a job show, and which they showed before. */
import type { LiveJobId } from '../../../src-contract';
import type { Range } from '../../base/range';
import { Track } from '../../session/historyTrack';
import type { Stretch } from './liveCurves';

/** A stretch that was zoomed to (ms, by the job's clock), else the last of the time. */
export interface LiveWindow {
  readonly stretch: Stretch;
  readonly zoomed: Range | undefined;
}

export type LiveWay = 'back' | 'forward';

/** What is moved on without such a pause, by a wheel or a key that is held, is one gesture. */
const GESTURE_PAUSE_MS = 400;
const everything: LiveWindow = { stretch: 'all', zoomed: undefined };

/** Of one job at a time: another one begins with everything. */
export class LiveWindows {
  #job: LiveJobId | undefined;
  #window = everything;
  #track = new Track<LiveWindow>();
  #act = 0;
  #movedMs = Number.NEGATIVE_INFINITY;

  /** @param nowMs the time, in ms since any instant */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  of(job: LiveJobId): LiveWindow {
    return job === this.#job ? this.#window : everything;
  }

  show(job: LiveJobId, after: LiveWindow): void {
    if (job !== this.#job) {
      this.#job = job;
      this.#window = everything;
      this.#track = new Track();
      this.#movedMs = Number.NEGATIVE_INFINITY;
    }
    const { last } = this.#track;
    const goesOn = this.nowMs() - this.#movedMs < GESTURE_PAUSE_MS && last?.after === this.#window;
    this.#movedMs = this.nowMs();
    if (goesOn) this.#track.replaceLast({ ...last, after });
    else this.#track.add({ act: ++this.#act, before: this.#window, after });
    this.#window = after;
  }

  can(job: LiveJobId, way: LiveWay): boolean {
    return job === this.#job && (way === 'back' ? this.#track.last : this.#track.next) !== undefined;
  }

  go(job: LiveJobId, way: LiveWay): void {
    if (!this.can(job, way)) return;
    const now = this.#window;
    this.#movedMs = Number.NEGATIVE_INFINITY;
    if (way === 'back') {
      this.#window = this.#track.last?.before ?? now;
      this.#track.back(now, ++this.#act);
    } else {
      this.#window = this.#track.next?.after ?? now;
      this.#track.forward(now);
    }
  }
}
