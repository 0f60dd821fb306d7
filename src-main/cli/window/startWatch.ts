import type { ChildProcess } from 'node:child_process';
import { isStarterMessage } from '../../host/starter';

export interface StartLimits {
  /** For Electron itself: display, libraries, sandbox. */
  readonly readyMs: number;
  /** From then on for the first window; the demo is generated before it. */
  readonly shownMs: number;
  /** After which a start is said to take long. */
  readonly slowMs: number;
  /** From asking a process to end to ending it. */
  readonly killMs: number;
  /** For what is still to be read of a process that has ended; its children may hold its pipes open. */
  readonly drainMs: number;
}

export const startLimits: StartLimits = {
  readyMs: 20_000,
  shownMs: 40_000,
  slowMs: 5_000,
  killMs: 2_000,
  drainMs: 500,
};

/** A start that was not done in time. */
export interface LateStart {
  readonly kind: 'late';
  /** What was waited for. */
  readonly step: 'ready' | 'shown';
  readonly afterMs: number;
}

export interface StartListener {
  onShown(): void;
  onSlow(): void;
  onLate(): void;
}

/** Follows what a process says of its start (`host/starter.ts`), and gives each step its time. */
export class StartWatch {
  readonly #listener: StartListener;
  #timer: ReturnType<typeof setTimeout>;
  readonly #slowTimer: ReturnType<typeof setTimeout>;
  #isDone = false;
  #late: LateStart | undefined;

  constructor(child: ChildProcess, limits: StartLimits, listener: StartListener) {
    this.#listener = listener;
    this.#timer = this.#give('ready', limits.readyMs);
    this.#slowTimer = setTimeout(() => listener.onSlow(), limits.slowMs);
    child.on('message', (message) => {
      if (this.#late !== undefined || this.#isDone || !isStarterMessage(message)) return;
      clearTimeout(this.#timer);
      if (message === 'ready') this.#timer = this.#give('shown', limits.shownMs);
      else {
        this.stop();
        this.#isDone = true;
        listener.onShown();
      }
    });
  }

  /** Whether its window was shown, or its work passed on to a process that has one. */
  get isDone(): boolean {
    return this.#isDone;
  }

  get late(): LateStart | undefined {
    return this.#late;
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#slowTimer);
  }

  #give(step: LateStart['step'], afterMs: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#late = { kind: 'late', step, afterMs };
      this.#listener.onLate();
    }, afterMs);
  }
}
