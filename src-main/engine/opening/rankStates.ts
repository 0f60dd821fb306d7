import type { Progress, RankState } from '../../../src-contract';
import type { RankClocks } from './rankClocks';
import { inJobTime } from './rankState';
import type { Revisions } from './revisions';

/** The ranks of one dump: each by its own clock, and as it is shown. Whatever is changed has a new revision. */
export class RankStates {
  readonly #own: RankState[] = [];
  /** The same as they are shown, until one or the other changes. */
  readonly #shown: (RankState | undefined)[] = [];

  constructor(
    readonly clocks: RankClocks,
    readonly revisions: Revisions,
  ) {}

  /** In their own times. */
  get all(): readonly RankState[] {
    return this.#own;
  }

  put(rank: number, state: RankState): void {
    this.#own[rank] = state;
    this.#shown[rank] = undefined;
    this.revisions.touch(rank);
  }

  update(rank: number, change: Partial<RankState>): void {
    this.put(rank, { ...this.#own[rank], ...change });
  }

  /** By the clock decided for; false where that is what they are shown by. */
  place(): boolean {
    if (!this.clocks.place(this.#own)) return false;
    this.#shown.fill(undefined);
    this.revisions.touch(...this.#own.keys());
    return true;
  }

  /** In the job's time. */
  shown(): readonly RankState[] {
    return this.#own.map((state, rank) => {
      const shown = this.#shown[rank] ?? inJobTime(state, this.clocks.shiftOf(rank));
      this.#shown[rank] = shown;
      return shown;
    });
  }

  /** Of all that are read, or are to be. */
  get progress(): Progress {
    const sum = { bytesDone: 0, bytesTotal: 0, eventsDone: 0 };
    for (const { status, progress } of this.#own) {
      if (status === 'unread') continue;
      sum.bytesDone += progress.bytesDone;
      sum.bytesTotal += progress.bytesTotal;
      sum.eventsDone += progress.eventsDone;
    }
    return sum;
  }
}
