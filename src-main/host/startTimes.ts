import type { Engine, ViewportResult } from '../../src-contract';
import { callEngine, engineOf } from '../../src-contract/wire/engineMethods';

/** Prints how long the start took, to each moment once (`--time`). */
export class StartTimes {
  readonly #print: (line: string) => void;
  readonly #startMs: number;
  readonly #seen = new Set<string>();

  /** `startMs` is the epoch time at which the process began. */
  constructor(startMs: number, print: (line: string) => void) {
    this.#startMs = startMs;
    this.#print = print;
  }

  reached(moment: string): void {
    if (this.#seen.has(moment)) return;
    this.#seen.add(moment);
    this.#print(`${moment} after ${Math.round(Date.now() - this.#startMs)} ms`);
  }

  /** The same Engine; when it first answers with slices of a timeline, that is a moment. */
  watching(engine: Engine): Engine {
    return engineOf(async (method, args) => {
      const answer = await callEngine(engine, method, args);
      if (method === 'viewport' && (answer as ViewportResult).lanes.some(({ quadCount }) => quadCount > 0)) {
        this.reached('First slices');
      }
      return answer;
    });
  }
}
