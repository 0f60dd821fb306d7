/** How long steps took on each rank, for ten thousand of them: a grid of ranks and stretches of steps, which is never larger. */

/** Cells of all ranks together: 8 bytes each, so some 20 MB. */
const MOST_CELLS = 2_400_000;
const MOST_SLOTS = 1_024;

/** Of one rank over all that is kept. */
export interface RankColumns {
  /** Last step of each slot; ascending. */
  readonly step: Float64Array;
  /** When that was, ms, by the clock of the job. */
  readonly atMs: Float64Array;
  /** NaN: nothing is known of it. */
  readonly meanNs: Float64Array;
}

export interface RankMean {
  readonly rank: number;
  readonly meanNs: number;
  readonly count: number;
}

export interface SavedGrid {
  readonly firstStep: number | undefined;
  readonly width: number;
  readonly atMs: readonly number[];
  /** Of each rank, as far as it has told of anything: sums and counts, slot by slot. */
  readonly rows: readonly {
    readonly rank: number;
    readonly sum: readonly number[];
    readonly count: readonly number[];
  }[];
}

interface Row {
  /** ns would lose digits in 32 bits; a ten-millionth of a step does not matter. */
  sum: Float32Array;
  count: Uint32Array;
}

/**
 * Slots are of 1, 2, 4 … steps: when they are used up two become one, and when there are too many ranks as well. Steps are those
 * of one run of the job; another run begins anew (`begin`).
 */
export class RankGrid {
  readonly #rows = new Map<number, Row>();
  #slots = MOST_SLOTS;
  #width = 1;
  #firstStep: number | undefined;
  /** Of each slot, when its last step was. */
  #atMs: Float64Array;

  constructor(
    readonly mostCells = MOST_CELLS,
    mostSlots = MOST_SLOTS,
  ) {
    this.#slots = mostSlots;
    this.#atMs = new Float64Array(mostSlots);
  }

  save(): SavedGrid {
    const rows = [...this.#rows].map(([rank, { sum, count }]) => {
      const used = count.findLastIndex((own) => own > 0) + 1;
      return { rank, sum: [...sum.subarray(0, used)].map(Math.round), count: [...count.subarray(0, used)] };
    });
    const used = Math.max(0, ...rows.map(({ count }) => count.length));
    return { firstStep: this.#firstStep, width: this.#width, atMs: [...this.#atMs.subarray(0, used)], rows };
  }

  /** Of an empty grid of the same size: what `save` has answered. */
  restore({ firstStep, width, atMs, rows }: SavedGrid): void {
    this.#firstStep = firstStep;
    for (const { rank } of rows) this.#addRow(rank);
    this.#width = width;
    this.#atMs.set(atMs.slice(0, this.#slots));
    for (const { rank, sum, count } of rows) {
      const row = this.#rows.get(rank);
      row?.sum.set(sum.slice(0, this.#slots));
      row?.count.set(count.slice(0, this.#slots));
    }
  }

  get ranks(): readonly number[] {
    return [...this.#rows.keys()].sort((a, b) => a - b);
  }

  /** Steps of a slot. */
  get width(): number {
    return this.#width;
  }

  begin(): void {
    this.#rows.clear();
    this.#firstStep = undefined;
    this.#width = 1;
    this.#atMs.fill(0);
  }

  /** All instants are that much later: it has become known when they were. */
  shift(byMs: number): void {
    this.#atMs = this.#atMs.map((own) => own + byMs);
  }

  add(rank: number, step: number, durationNs: number, atMs: number): void {
    if (!(durationNs >= 0 && Number.isFinite(durationNs))) return;
    this.#firstStep ??= step;
    // A rank that tells of a step before the first one that anybody told of.
    if (step < this.#firstStep) return;
    while (Math.floor((step - this.#firstStep) / this.#width) >= this.#slots) this.#widen();
    const row = this.#rows.get(rank) ?? this.#addRow(rank);
    const slot = Math.floor((step - this.#firstStep) / this.#width);
    row.sum[slot] += durationNs;
    row.count[slot]++;
    this.#atMs[slot] = Math.max(this.#atMs[slot], atMs);
  }

  columns(rank: number): RankColumns {
    const row = this.#rows.get(rank);
    const used = row ? row.count.findLastIndex((count) => count > 0) + 1 : 0;
    const first = this.#firstStep ?? 0;
    return {
      step: Float64Array.from({ length: used }, (_, at) => first + (at + 1) * this.#width - 1),
      atMs: this.#atMs.slice(0, used),
      meanNs: Float64Array.from({ length: used }, (_, at) => (row ? row.sum[at] / row.count[at] : Number.NaN)),
    };
  }

  /** Over the last slots that have so many steps, the slowest rank first. */
  slowest(steps: number): readonly RankMean[] {
    const slots = Math.max(1, Math.ceil(steps / this.#width));
    let used = 0;
    for (const { count } of this.#rows.values()) used = Math.max(used, count.findLastIndex((own) => own > 0) + 1);
    const from = Math.max(0, used - slots);
    return [...this.#rows]
      .flatMap(([rank, row]) => {
        let [sum, count] = [0, 0];
        for (let at = from; at < used; at++) {
          sum += row.sum[at];
          count += row.count[at];
        }
        return count === 0 ? [] : [{ rank, meanNs: sum / count, count }];
      })
      .sort((a, b) => b.meanNs - a.meanNs || a.rank - b.rank);
  }

  #addRow(rank: number): Row {
    while ((this.#rows.size + 1) * this.#slots > this.mostCells && this.#slots > 2) this.#halve();
    const row = { sum: new Float32Array(this.#slots), count: new Uint32Array(this.#slots) };
    this.#rows.set(rank, row);
    return row;
  }

  /** As many slots, each of twice as many steps. */
  #widen(): void {
    this.#width *= 2;
    this.#atMs = folded(this.#atMs, this.#slots);
    for (const row of this.#rows.values()) fold(row, row, this.#slots);
  }

  /** Half as many slots, each of twice as many steps. */
  #halve(): void {
    this.#width *= 2;
    this.#slots >>= 1;
    this.#atMs = folded(this.#atMs, this.#slots);
    for (const row of this.#rows.values()) {
      const next = { sum: new Float32Array(this.#slots), count: new Uint32Array(this.#slots) };
      fold(row, next, this.#slots);
      row.sum = next.sum;
      row.count = next.count;
    }
  }
}

/** The later instant of two. */
function folded(atMs: Float64Array, slots: number): Float64Array {
  return Float64Array.from({ length: slots }, (_, at) => Math.max(atMs[2 * at] ?? 0, atMs[2 * at + 1] ?? 0));
}

/** Two of `from` become one of `to`, which may be the same. */
function fold(from: Row, to: Row, slots: number): void {
  for (let at = 0; at < slots; at++) {
    const [one, other] = [2 * at, 2 * at + 1];
    const [sum, count] = [
      (from.sum[one] ?? 0) + (from.sum[other] ?? 0),
      (from.count[one] ?? 0) + (from.count[other] ?? 0),
    ];
    to.sum[at] = sum;
    to.count[at] = count;
  }
}
