/** How instants are written: since the dump's start, as the time of day, or since the step that they are in. Pure. */
import { formatEpoch, formatTime } from './format';
import type { TimeRange } from './timeRange';

export const TIME_MODES = ['offset', 'clock', 'step'] as const;

export type TimeMode = (typeof TIME_MODES)[number];

/** A step as a timeline marks it, with the profiler's number. */
export interface NumberedStep extends TimeRange {
  readonly number: number;
}

export interface TimeScale {
  /** The instant with the digits that a ruler of `stepNs` needs. */
  text(ns: number, stepNs?: number): string;
  /** An instant that ticks of `stepNs` are to be counted from, so that round numbers stand at them: of a view around `ns`. */
  baseNs(ns: number, stepNs: number): number;
}

export const offsetScale: TimeScale = { text: formatTime, baseNs: () => 0 };

/** `steps`: by start. */
export function timeScale(mode: TimeMode, originNs: bigint, steps: readonly NumberedStep[]): TimeScale {
  switch (mode) {
    case 'offset':
      return offsetScale;
    case 'clock':
      return {
        text: (ns, stepNs = 1) => clockText(originNs + BigInt(Math.round(ns)), stepNs),
        baseNs: (_, stepNs) => -Number(mod(originNs, BigInt(stepNs))),
      };
    case 'step':
      return {
        text(ns, stepNs = 1) {
          const step = stepAt(steps, ns);
          return step ? `#${step.number} +${formatTime(ns - step.startNs, stepNs)}` : formatTime(ns, stepNs);
        },
        baseNs: (ns) => stepAt(steps, ns)?.startNs ?? 0,
      };
  }
}

/** The step that an instant is in. */
export function stepAt(steps: readonly NumberedStep[], ns: number): NumberedStep | undefined {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (steps[middle].startNs <= ns) from = middle + 1;
    else to = middle;
  }
  const step = steps.at(from - 1);
  return from > 0 && step && ns < step.endNs ? step : undefined;
}

/** "08:47:54.714" of a day, in UTC; of a clock that counts from the machine's start, its seconds. */
function clockText(epochNs: bigint, stepNs: number): string {
  const whole = formatEpoch(epochNs);
  const time = /^\d+-\d\d-\d\d (.*) UTC$/.exec(whole)?.[1] ?? whole;
  const decimals = Math.min(9, Math.max(0, 9 - Math.floor(Math.log10(Math.max(1, stepNs)))));
  const [, seconds = '', fraction = '', unit = ''] = /^(.*)\.(\d{9})(\D*)$/.exec(time) ?? [];
  const digits = fraction.slice(0, decimals).replace(/(\d{3})(?=\d)/g, '$1\u202f');
  return `${seconds}${digits && `.${digits}`}${unit}`;
}

function mod(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}
