import type { Slabs } from '../../index/columns/chunks';
import type { SampleChunk, SampledSeries, SampleGroup } from '../../index/segmentEvents';

/** A group begins with few rows, since there can be many of them: each further piece has so many times as many. */
const FIRST_ROWS = 1 << 8;
const GROWTH = 16;
const MOST_ROWS = 1 << 16;
/** Groups of a segment: nobody has as many, and each takes some kB. */
export const MOST_GROUPS = 1 << 12;

/** The samples that the rows of a counter's table give, those of a row at the same instant: 8 bytes for it, and 8 each. */
export class GrowingGroup {
  readonly #full: SampleChunk[] = [];
  readonly #sampleCounts: Float64Array;
  readonly #firstSeen: Float64Array;
  #open: SampleChunk | undefined;
  #count = 0;

  constructor(
    readonly lane: number,
    readonly accelerator: number,
    readonly series: readonly Pick<SampledSeries, 'name' | 'key'>[],
    readonly slabs: Slabs,
  ) {
    this.#sampleCounts = new Float64Array(series.length);
    this.#firstSeen = new Float64Array(series.length);
  }

  /** One value for each series, NaN where it has none; answers how many there are. `before`: samples of the segment so far. */
  add(timeNs: number, values: Float64Array, before: number): number {
    if (!this.#open || this.#count === this.#open.count) this.#open = this.#more();
    const row = this.#count++;
    this.#open.timeNs[row] = timeNs;
    let found = 0;
    for (let s = 0; s < this.series.length; s++) {
      const value = values[s];
      this.#open.values[s][row] = value;
      if (Number.isNaN(value)) continue;
      if (this.#sampleCounts[s]++ === 0) this.#firstSeen[s] = before + found;
      found++;
    }
    return found;
  }

  #more(): SampleChunk {
    if (this.#open) this.#full.push(this.#open);
    const count = this.#open ? Math.min(this.#open.count * GROWTH, MOST_ROWS) : FIRST_ROWS;
    this.#count = 0;
    const timeNs = () => this.slabs.columns({ own: Float64Array }, count).own;
    return { count, timeNs: timeNs(), values: this.series.map(timeNs) };
  }

  /** What there is so far. More may come; what is returned does not change. */
  group(): SampleGroup {
    const count = this.#count;
    const firstRows = ({ timeNs, values }: SampleChunk): SampleChunk => {
      return { count, timeNs: timeNs.subarray(0, count), values: values.map((own) => own.subarray(0, count)) };
    };
    const series = this.series.map(({ name, key }, s) => {
      return { name, key, sampleCount: this.#sampleCounts[s], firstSeen: this.#firstSeen[s] };
    });
    const chunks = [...this.#full, ...(this.#open ? [firstRows(this.#open)] : [])];
    return { lane: this.lane, accelerator: this.accelerator, series, chunks };
  }
}
