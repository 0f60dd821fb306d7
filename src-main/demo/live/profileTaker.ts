/** A profile that somebody has asked for. */
export interface ProfileOrder {
  /** A folder (NPU), or a file whose name gets the process before ".json" (GPU). */
  readonly output: string;
  readonly form: 'folder' | 'file';
  readonly steps: number;
  /** The first one; undefined: the next. */
  readonly fromStep: number | undefined;
  /** Not before this instant, ms since the epoch. */
  readonly fromMs: number;
  readonly ranks: readonly number[];
}

export type ProfileState = 'Idle' | 'Ready' | 'Running';

/** One profile at a time, over whole steps; its dump is written when the last of them is done. */
export class ProfileTaker {
  #order: ProfileOrder | undefined;
  #from: number | undefined;
  #wasSlow = false;
  #writing: Promise<void> | undefined;

  /** `writeDump` never rejects. */
  constructor(readonly writeDump: (order: ProfileOrder, isSlow: boolean) => Promise<void>) {}

  get state(): ProfileState {
    if (this.#writing || this.#from !== undefined) return 'Running';
    return this.#order ? 'Ready' : 'Idle';
  }

  /** False: one is under way. */
  take(order: ProfileOrder): boolean {
    if (this.state !== 'Idle') return false;
    this.#order = order;
    return true;
  }

  /** A step is done. */
  step(step: number, endMs: number, isSlow: boolean): void {
    const order = this.#order;
    if (!order) return;
    if (this.#from === undefined) {
      if (endMs < order.fromMs || step < (order.fromStep ?? step)) return;
      this.#from = step;
      this.#wasSlow = false;
      return;
    }
    this.#wasSlow ||= isSlow;
    if (step - this.#from < order.steps) return;
    this.#order = undefined;
    this.#from = undefined;
    this.#writing = this.writeDump(order, this.#wasSlow).finally(() => {
      this.#writing = undefined;
    });
  }

  /** No dump is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}
