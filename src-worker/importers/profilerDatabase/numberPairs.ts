/** Second numbers below this, and not negative, are looked up in an array. */
const SMALL = 1 << 10;

/** Lanes by two numbers, of which the first is mostly that of the row before. */
export class NumberPairs {
  readonly #all = new Map<number, Numbers>();
  #first = Number.NaN;
  #numbers = new Numbers();

  of(first: number, second: number, make: (first: number, second: number) => number): number {
    if (first !== this.#first) {
      this.#first = first;
      this.#numbers = this.#all.get(first) ?? new Numbers();
      this.#all.set(first, this.#numbers);
    }
    const { small, others } = this.#numbers;
    if (small[second] > 0) return small[second] - 1;
    let lane = others.get(second);
    if (lane === undefined) {
      lane = make(first, second);
      if (second < SMALL && Number.isInteger(second) && second >= 0) small[second] = lane + 1;
      else others.set(second, lane);
    }
    return lane;
  }
}

class Numbers {
  /** Lane + 1, 0 for none. */
  readonly small = new Uint32Array(SMALL);
  readonly others = new Map<number, number>();
}
