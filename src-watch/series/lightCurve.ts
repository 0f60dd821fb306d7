/** What the steps of a job were made of, over all of its time: stretches of 1, 2, 4 … steps, never more than so many. */
import type { StepLight } from '../rule/stepLight';

const MOST_SLOTS = 4_096;

interface Slot {
  atMs: number;
  /** Steps of ranks. */
  count: number;
  computeNs: number;
  communicationNs: number;
  bytes: number;
}

export interface SavedLight {
  readonly firstStep: number | undefined;
  readonly width: number;
  /** In their order, numbers of a slot; null: nothing is known of it. */
  readonly slots: readonly (readonly number[] | null)[];
}

export interface LightColumns {
  readonly atMs: Float64Array;
  readonly lastStep: Float64Array;
  readonly computeNs: Float64Array;
  readonly communicationNs: Float64Array;
  /** Of what was handed to collectives, over their time; NaN: sizes are not told. */
  readonly bytesPerS: Float64Array;
}

export class LightCurve {
  /** Position: (step − first) / width. */
  #slots: (Slot | undefined)[];
  #firstStep: number | undefined;
  #width: number;

  constructor(
    saved?: SavedLight,
    readonly mostSlots = MOST_SLOTS,
  ) {
    this.#firstStep = saved?.firstStep;
    this.#width = saved?.width ?? 1;
    this.#slots = (saved?.slots ?? []).map((own) => {
      if (!own) return undefined;
      const [atMs, count, computeNs, communicationNs, bytes] = own;
      return { atMs, count, computeNs, communicationNs, bytes };
    });
  }

  save(): SavedLight {
    const slots = Array.from(this.#slots, (own) =>
      own
        ? [own.atMs, own.count, own.computeNs, own.communicationNs, own.bytes].map((value) => Math.round(value))
        : null,
    );
    return { firstStep: this.#firstStep, width: this.#width, slots };
  }

  get isEmpty(): boolean {
    return this.#slots.length === 0;
  }

  /** Steps begin anew. */
  begin(): void {
    this.#slots = [];
    this.#firstStep = undefined;
    this.#width = 1;
  }

  shift(byMs: number): void {
    for (const own of this.#slots) if (own) own.atMs += byMs;
  }

  /** Of one rank. */
  add({ step, computeNs, communicationNs, communicationBytes = 0 }: StepLight, atMs: number): void {
    this.#firstStep ??= step;
    // A rank that tells of a step before the first one that anybody told of.
    if (step < this.#firstStep) return;
    while (Math.floor((step - this.#firstStep) / this.#width) >= this.mostSlots) this.#widen();
    const at = Math.floor((step - this.#firstStep) / this.#width);
    const own = this.#slots[at] ?? { atMs, count: 0, computeNs: 0, communicationNs: 0, bytes: 0 };
    this.#slots[at] = own;
    own.atMs = Math.max(own.atMs, atMs);
    own.count++;
    own.computeNs += computeNs;
    own.communicationNs += communicationNs;
    own.bytes += communicationBytes;
  }

  /** Means of a step of a rank, of those that ended within this time. */
  columns(startMs: number, endMs: number): LightColumns {
    const found = Array.from(this.#slots, (own, at) => ({ own, at })).flatMap(({ own, at }) =>
      own && own.atMs >= startMs && own.atMs <= endMs ? [{ own, at }] : [],
    );
    const first = this.#firstStep ?? 0;
    const column = (of: (own: Slot) => number): Float64Array => Float64Array.from(found, ({ own }) => of(own));
    return {
      atMs: column(({ atMs }) => atMs),
      lastStep: Float64Array.from(found, ({ at }) => first + (at + 1) * this.#width - 1),
      computeNs: column(({ computeNs, count }) => computeNs / count),
      communicationNs: column(({ communicationNs, count }) => communicationNs / count),
      bytesPerS: column(({ bytes, communicationNs }) => (bytes > 0 ? (bytes * 1e9) / communicationNs : Number.NaN)),
    };
  }

  #widen(): void {
    this.#width *= 2;
    const { length } = this.#slots;
    this.#slots = Array.from({ length: Math.ceil(length / 2) }, (_, at) =>
      joined(this.#slots[2 * at], this.#slots[2 * at + 1]),
    );
  }
}

function joined(one: Slot | undefined, other: Slot | undefined): Slot | undefined {
  if (!one || !other) return one ?? other;
  return {
    atMs: Math.max(one.atMs, other.atMs),
    count: one.count + other.count,
    computeNs: one.computeNs + other.computeNs,
    communicationNs: one.communicationNs + other.communicationNs,
    bytes: one.bytes + other.bytes,
  };
}
