import { NumberTable } from './numberTable';

/** Whole second numbers below this, and not negative, are looked up in an array. */
const SMALL = 1 << 10;

/** Lanes by two numbers, which are mostly those of the row before, or at least the first of them is. */
export class NumberPairs {
  readonly #all = new Map<number, Numbers>();
  #first = Number.NaN;
  #second = Number.NaN;
  #lane = -1;
  #numbers = new Numbers();

  /** −1 where there is none. */
  get(first: number, second: number): number {
    if (first === this.#first && second === this.#second) return this.#lane;
    if (first !== this.#first) this.#turnTo(first);
    const { small, others } = this.#numbers;
    const place = second >>> 0;
    this.#second = second;
    this.#lane = place === second && place < SMALL ? small[place] - 1 : others.get(second);
    return this.#lane;
  }

  /** Answers the lane. */
  set(first: number, second: number, lane: number): number {
    if (first !== this.#first) this.#turnTo(first);
    const { small, others } = this.#numbers;
    const place = second >>> 0;
    if (place === second && place < SMALL) small[place] = lane + 1;
    else others.add(second, lane);
    this.#second = second;
    this.#lane = lane;
    return lane;
  }

  #turnTo(first: number): void {
    this.#first = first;
    this.#numbers = this.#all.get(first) ?? new Numbers();
    this.#all.set(first, this.#numbers);
  }
}

class Numbers {
  /** Lane + 1, 0 for none. */
  readonly small = new Int32Array(SMALL);
  readonly others = new NumberTable();
}
