/** Slices and samples of a rank as they are read, by lane. */

/** In the order of their times; of those at one time, the longer slice first. */
export interface RankLanes {
  readonly slices: ReadonlyMap<string, LaneSlices>;
  readonly samples: ReadonlyMap<string, LaneSamples>;
}

export interface LaneSlices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Of each its name's place in `names`. */
  readonly name: Float64Array;
  readonly names: readonly string[];
  /** Where its row stands in the file. */
  readonly byteOffset: Float64Array;
}

export interface LaneSamples {
  readonly timeNs: Float64Array;
  readonly value: Float64Array;
}

export interface FileEvent {
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly byteOffset: number;
}

export class LaneStore {
  readonly #names = new Map<string, number>();
  readonly #slices = new Map<string, { start: Grown; end: Grown; name: Grown; byteOffset: Grown }>();
  readonly #samples = new Map<string, { time: Grown; value: Grown }>();

  constructor(readonly mostLanes: number) {}

  /** False where there are too many lanes for one more. */
  slice(lane: string, { name, startNs, endNs, byteOffset }: FileEvent): boolean {
    let own = this.#slices.get(lane);
    if (!own) {
      if (this.#isFull) return false;
      own = { start: new Grown(), end: new Grown(), name: new Grown(), byteOffset: new Grown() };
      this.#slices.set(lane, own);
    }
    own.start.add(startNs);
    own.end.add(endNs);
    own.name.add(this.#nameOf(name));
    own.byteOffset.add(byteOffset);
    return true;
  }

  sample(counter: string, timeNs: number, value: number): boolean {
    let own = this.#samples.get(counter);
    if (!own) {
      if (this.#isFull) return false;
      own = { time: new Grown(), value: new Grown() };
      this.#samples.set(counter, own);
    }
    own.time.add(timeNs);
    own.value.add(value);
    return true;
  }

  lanes(): RankLanes {
    const names = [...this.#names.keys()];
    const slices = [...this.#slices].map(([lane, { start, end, name, byteOffset }]) => {
      const [startNs, endNs] = [start.values, end.values];
      const order = inOrder(startNs, (a, b) => startNs[a] - startNs[b] || endNs[b] - endNs[a]);
      const put = ({ values }: Grown) => (order ? Float64Array.from(order, (at) => values[at]) : values);
      return [
        lane,
        { startNs: put(start), endNs: put(end), name: put(name), names, byteOffset: put(byteOffset) },
      ] as const;
    });
    const samples = [...this.#samples].map(([counter, { time, value }]) => {
      const times = time.values;
      const order = inOrder(times, (a, b) => times[a] - times[b]);
      const put = ({ values }: Grown) => (order ? Float64Array.from(order, (at) => values[at]) : values);
      return [counter, { timeNs: put(time), value: put(value) }] as const;
    });
    return { slices: new Map(slices), samples: new Map(samples) };
  }

  get #isFull(): boolean {
    return this.#slices.size + this.#samples.size >= this.mostLanes;
  }

  #nameOf(name: string): number {
    const known = this.#names.get(name) ?? this.#names.size;
    this.#names.set(name, known);
    return known;
  }
}

/** Undefined where they are in order as they are, which they mostly are. */
function inOrder(values: Float64Array, compare: (a: number, b: number) => number): Uint32Array | undefined {
  let isInOrder = true;
  for (let at = 1; at < values.length && isInOrder; at++) isInOrder = compare(at - 1, at) <= 0;
  if (isInOrder) return undefined;
  return Uint32Array.from(values, (_, at) => at).sort((a, b) => compare(a, b) || a - b);
}

/** Numbers one after another, in memory of twice the size whenever there is no room. */
class Grown {
  #values = new Float64Array(64);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const longer = new Float64Array(2 * this.#count);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#count++] = value;
  }

  get values(): Float64Array {
    return this.#values.subarray(0, this.#count);
  }
}
