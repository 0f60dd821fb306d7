/** Kernels and collectives of a rank, as msMonitor reports them in any order, added up for each of its steps. */
import type { StepLight } from '../rule/stepLight';

export type ActivityKind = 'compute' | 'communication';

/** Steps whose activities may still come. */
const MOST_STEPS = 32;
/** A step is told when so many behind it have come: what belongs to it has been reported by then. */
const TOLD_BEHIND = 2;
/** Activities from behind the last step that is known; where they are more, neighbours become one. */
const MOST_AHEAD = 512;

interface OpenStep {
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
  computeNs: number;
  communicationNs: number;
  communicationBytes: number;
  isTold: boolean;
}

type Activity = readonly [startNs: number, durationNs: number, isCommunication: boolean, bytes: number];

/** Of activities behind the last step so many are kept as data, neighbours as one: they are of the step under way, as a rule. */
const MOST_SAVED = 32;

/** As plain data, some hundred bytes: steps that have not been told yet, and what lies behind them. */
export interface SavedLightSums {
  readonly steps: readonly (readonly [step: number, startNs: number, endNs: number, ...sums: number[]])[];
  readonly ahead: readonly Activity[];
}

/** Instants are of any clock, in ns; an activity belongs to the step that it begins in. A few kB a rank. */
export class LightSums {
  #steps: OpenStep[] = [];
  #ahead: Activity[] = [];
  #hasActivity = false;

  /** `saved`: goes on where another one was. */
  constructor(saved?: SavedLightSums) {
    if (!saved) return;
    this.#hasActivity = true;
    this.#ahead = [...saved.ahead];
    this.#steps = saved.steps.map(([step, startNs, endNs, computeNs, communicationNs, communicationBytes]) => ({
      ...{ step, startNs, endNs, computeNs, communicationNs, communicationBytes, isTold: false },
    }));
  }

  /** Undefined: no activities are reported. */
  save(): SavedLightSums | undefined {
    if (!this.#hasActivity) return undefined;
    return {
      steps: this.#steps
        .filter(({ isTold }) => !isTold)
        .map(({ step, startNs, endNs, computeNs, communicationNs, communicationBytes }) => [
          ...([step, startNs, endNs] as const),
          ...[computeNs, communicationNs, communicationBytes],
        ]),
      ahead: inRuns(this.#ahead),
    };
  }

  /** `bytes`: of a collective, where its size is told. */
  add(kind: ActivityKind, startNs: number, endNs: number, bytes = 0): void {
    const durationNs = endNs - startNs;
    if (!(durationNs >= 0)) return;
    this.#hasActivity = true;
    const isCommunication = kind === 'communication';
    const last = this.#steps.at(-1);
    if (last && startNs < last.endNs) {
      this.#count(startNs, durationNs, isCommunication, bytes);
      return;
    }
    this.#ahead.push([startNs, durationNs, isCommunication, bytes]);
    if (this.#ahead.length > MOST_AHEAD) this.#thinOut();
  }

  /** Steps are told in their order. Answers those that are complete now; none of a job whose activities are not reported. */
  addStep(step: number, startNs: number, endNs: number): readonly StepLight[] {
    if (this.#steps.some((own) => own.step >= step)) this.#steps = [];
    this.#steps.push({ step, startNs, endNs, computeNs: 0, communicationNs: 0, communicationBytes: 0, isTold: false });
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
    const ahead = this.#ahead;
    this.#ahead = [];
    for (const own of ahead)
      if (own[0] < endNs) this.#count(...own);
      else this.#ahead.push(own);
    if (!this.#hasActivity) return [];
    const done = this.#steps.slice(0, -TOLD_BEHIND).filter(({ isTold }) => !isTold);
    for (const own of done) own.isTold = true;
    return done.map(({ step: number, startNs: from, endNs: to, computeNs, communicationNs, communicationBytes }) => ({
      ...{ step: number, durationNs: to - from, computeNs, communicationNs },
      ...(communicationBytes > 0 && { communicationBytes }),
    }));
  }

  /** What is between two steps belongs to none. */
  #count(startNs: number, durationNs: number, isCommunication: boolean, bytes: number): void {
    const step = this.#steps.findLast((own) => own.startNs <= startNs);
    if (!step || startNs >= step.endNs) return;
    step.communicationBytes += bytes;
    if (isCommunication) step.communicationNs += durationNs;
    else step.computeNs += durationNs;
  }

  /** Two of a kind that follow on one another become one, which begins with the first. */
  #thinOut(): void {
    const ahead = [...this.#ahead].sort((a, b) => a[0] - b[0]);
    this.#ahead = [false, true].flatMap((isCommunication) => {
      const own = ahead.filter((one) => one[2] === isCommunication);
      const pairs = Array.from({ length: Math.ceil(own.length / 2) }, (_, at) => own.slice(2 * at, 2 * at + 2));
      return pairs.map(([first, second]): Activity => {
        const durationNs = first[1] + (second?.[1] ?? 0);
        return [first[0], durationNs, isCommunication, first[3] + (second?.[3] ?? 0)];
      });
    });
  }
}

/** Neighbours of a kind in the order in which they came, as one that begins with the first of them. */
function inRuns(ahead: readonly Activity[]): readonly Activity[] {
  if (ahead.length <= MOST_SAVED) return [...ahead];
  const most = Math.ceil((2 * ahead.length) / MOST_SAVED);
  return [false, true].flatMap((isCommunication) => {
    const own = ahead.filter((one) => one[2] === isCommunication);
    const runs = Array.from({ length: Math.ceil(own.length / most) }, (_, at) => own.slice(at * most, (at + 1) * most));
    return runs.map((run): Activity => {
      const startNs = run.reduce((least, [from]) => Math.min(least, from), Number.POSITIVE_INFINITY);
      const durationNs = run.reduce((sum, [, duration]) => sum + duration, 0);
      return [startNs, durationNs, isCommunication, run.reduce((sum, [, , , bytes]) => sum + bytes, 0)];
    });
  });
}
