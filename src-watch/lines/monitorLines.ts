/**
 * JSON lines of msMonitor (`--export-type Jsonl`): steps are markers that the training framework sets around them; kernels and collectives
 * are what they are made of.
 */

import { objectOf } from '../../src-worker/model/stepSeries/stepCells';
import type { RankStep } from '../rule/jobSteps';
import { LightSums, type SavedLightSums } from './lightSums';
import type { LineReader, SavedReader } from './lineReader';

/** "step 12", "step#12", "Step_12"; as the timeline knows them. */
const STEP_NAME = /^step[ _#:-]*(\d{1,15})$/i;
/** An epoch in ns is no number of 53 bits: its digits are read. */
const START = /"startNs"\s*:\s*"?(\d{1,19})/;
const END = /"endNs"\s*:\s*"?(\d{1,19})/;

const COUNT = /"count"\s*:\s*"?(\d{1,15})/;
const DATA_TYPE = /"dataType"\s*:\s*"(\w{1,40})"/;

const KIND = /^\s{0,8}\{\s{0,8}"kind"\s{0,8}:\s{0,8}"(\w{1,40})"/;

/** The number of the step that a marker is called by; undefined: it is one of something else. */
export function stepOfName(name: string): number | undefined {
  const [, number] = STEP_NAME.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

interface Saved {
  readonly firstNs?: string;
  readonly isKnown: boolean;
  readonly light?: SavedLightSums;
  readonly baseS?: number;
}

export class MonitorLines implements LineReader {
  damagedCount = 0;
  readonly isEnded = false;
  #firstNs: bigint | undefined;
  #isKnown: boolean;
  readonly #light: LightSums;
  /** Seconds that instants of activities are counted from. */
  #baseS: number | undefined;

  /** `bytesOfType`: of an element of a type by that name; NaN: it is not known. */
  constructor(
    saved?: SavedReader,
    readonly bytesOfType: (name: string) => number = () => Number.NaN,
  ) {
    const own = saved as Saved | undefined;
    this.#firstNs = own?.firstNs === undefined ? undefined : BigInt(own.firstNs);
    this.#isKnown = own?.isKnown ?? false;
    this.#light = new LightSums(own?.light);
    this.#baseS = own?.baseS;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  get originMs(): number | undefined {
    return this.#firstNs === undefined ? undefined : Number(this.#firstNs / 1_000_000n);
  }

  save(): SavedReader {
    const light = this.#light.save();
    const saved: Saved = {
      ...(this.#firstNs !== undefined && { firstNs: String(this.#firstNs) }),
      isKnown: this.#isKnown,
      ...(light && { light }),
      ...(this.#baseS !== undefined && { baseS: this.#baseS }),
    };
    return { ...saved };
  }

  readAll(lines: readonly string[], give: (step: RankStep) => void): void {
    for (const line of lines) {
      const step = this.#read(line);
      if (step) give(step);
    }
  }

  /** Most lines are kernels and calls: of these the two instants are looked for, and nothing else. */
  #read(line: string): RankStep | undefined {
    const [, kind] = KIND.exec(line) ?? [];
    if (kind === 'Kernel') this.#light.add('compute', this.#ns(START, line), this.#ns(END, line));
    if (kind === 'Communication')
      this.#light.add('communication', this.#ns(START, line), this.#ns(END, line), this.#bytes(line));
    if (kind !== undefined && kind !== 'Marker') return undefined;
    if (!line.includes('"Marker"')) return undefined;
    const marker = objectOf(line);
    if (marker?.kind !== 'Marker' || typeof marker.name !== 'string' || marker.sourceKind === 'Device')
      return undefined;
    const number = stepOfName(marker.name);
    if (number === undefined) return undefined;
    const [start, end] = [START.exec(line)?.[1], END.exec(line)?.[1]];
    const durationNs = start === undefined || end === undefined ? -1n : BigInt(end) - BigInt(start);
    if (end === undefined || durationNs < 0n) {
      this.damagedCount++;
      return undefined;
    }
    this.#isKnown = true;
    this.#firstNs ??= BigInt(end);
    const light = this.#light.addStep(number, this.#ns(START, line), this.#ns(END, line));
    return {
      rank: undefined,
      step: number,
      durationNs: Number(durationNs),
      timeNs: Number(BigInt(end) - this.#firstNs),
      ...(light.length > 0 && { light }),
    };
  }

  /** What a collective is handed; 0: the line does not tell. */
  #bytes(line: string): number {
    const bytes = Number(COUNT.exec(line)?.[1] ?? 0) * this.bytesOfType(DATA_TYPE.exec(line)?.[1] ?? '');
    return Number.isFinite(bytes) ? bytes : 0;
  }

  /** Since some second, so that float64 has all of its digits; NaN: the line does not tell. */
  #ns(pattern: RegExp, line: string): number {
    const digits = pattern.exec(line)?.[1] ?? '';
    const seconds = Number(digits.slice(0, -9));
    this.#baseS ??= seconds;
    return digits === '' ? Number.NaN : (seconds - this.#baseS) * 1e9 + Number(digits.slice(-9));
  }
}
