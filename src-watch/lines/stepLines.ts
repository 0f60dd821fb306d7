/** Lines of a csv or JSON-lines file of step times, one after another. */
import { cellsOf, cellsOfObject, objectOf, type Taken, take } from '../../src-worker/model/stepSeries/stepCells';
import { type StepColumns, stepColumns } from '../../src-worker/model/stepSeries/stepColumns';
import type { RankStep } from '../rule/jobSteps';
import type { LineReader, SavedReader } from './lineReader';

interface RankBefore {
  readonly rank: number | undefined;
  /** So many steps of it: where no column numbers them, their place does. */
  readonly count: number;
  /** Digits of ns: an epoch in ns is no number of 53 bits. */
  readonly timeNs?: string;
}

interface Saved {
  /** Of a csv file. */
  readonly header?: readonly string[];
  readonly before: readonly RankBefore[];
  readonly firstNs?: string;
}

/** Times before the year 2001 count from somewhere else. */
const EPOCH_NS = 1_000_000_000_000_000_000n;

/** Columns are known by their names; those of JSON lines by the members of each object. */
export class StepLines implements LineReader {
  damagedCount = 0;
  readonly isEnded = false;
  #header: readonly string[] | undefined;
  #columns: StepColumns | undefined;
  readonly #before: Map<number | undefined, RankBefore>;
  /** Instants are told since the first one. */
  #firstNs: bigint | undefined;

  constructor(saved?: SavedReader) {
    const own = saved as Saved | undefined;
    if (own?.header) this.#takeHeader(own.header);
    this.#before = new Map(own?.before.map((one) => [one.rank, one]));
    this.#firstNs = own?.firstNs === undefined ? undefined : BigInt(own.firstNs);
  }

  save(): SavedReader {
    const saved: Saved = {
      ...(this.#header && { header: this.#header }),
      before: [...this.#before.values()],
      ...(this.#firstNs !== undefined && { firstNs: String(this.#firstNs) }),
    };
    return { ...saved };
  }

  /** The header has been read, and names columns of step times; undefined: there has been no line yet. */
  get isKnown(): boolean | undefined {
    return this.#header === undefined ? undefined : this.#columns !== undefined;
  }

  get originMs(): number | undefined {
    return this.#firstNs === undefined || this.#firstNs < EPOCH_NS ? undefined : Number(this.#firstNs / 1_000_000n);
  }

  readAll(lines: readonly string[], give: (step: RankStep) => void): void {
    for (const line of lines) {
      const step = this.read(line);
      if (step) give(step);
    }
  }

  read(line: string): RankStep | undefined {
    const text = line.replace(/^\ufeff/, '').trim();
    if (text === '') return undefined;
    if (text.startsWith('{')) return this.#object(text);
    if (this.#header === undefined) {
      this.#takeHeader(cellsOf(text));
      return undefined;
    }
    return this.#columns && this.#step(take(cellsOf(text), this.#columns), this.#columns);
  }

  #object(text: string): RankStep | undefined {
    const object = objectOf(text);
    const header = Object.keys(object ?? {});
    const columns = object && stepColumns(header);
    if (!object || !columns) {
      this.damagedCount++;
      this.#header ??= header;
      return undefined;
    }
    this.#header ??= header;
    this.#columns = columns;
    return this.#step(take(cellsOfObject(object, header), columns), columns);
  }

  #takeHeader(header: readonly string[]): void {
    this.#header = header;
    this.#columns = stepColumns(header);
  }

  #step(taken: Taken | undefined, { duration, time }: StepColumns): RankStep | undefined {
    if (!taken) {
      this.damagedCount++;
      return undefined;
    }
    const { rank } = taken;
    const before = this.#before.get(rank);
    const count = (before?.count ?? 0) + 1;
    const nowNs = taken.time;
    this.#before.set(rank, { rank, count, ...(nowNs !== undefined && { timeNs: String(nowNs) }) });
    if (nowNs !== undefined) this.#firstNs ??= nowNs;
    const step = Number.isNaN(taken.step) ? count : taken.step;
    const timeNs = nowNs === undefined ? {} : { timeNs: Number(nowNs - (this.#firstNs ?? nowNs)) };
    if (duration) return { rank, step, durationNs: taken.ns, ...timeNs };
    if (!time) return { rank, step, durationNs: taken.perUnitNs, ...timeNs };
    // Before the first instant nothing is known of how long its step took.
    if (before?.timeNs === undefined || nowNs === undefined) return undefined;
    return { rank, step, durationNs: Number(nowNs - BigInt(before.timeNs)), ...timeNs };
  }
}
