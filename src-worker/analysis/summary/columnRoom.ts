/** Numbers of each. */
const ROOM = 1 << 17;

/**
 * Room for the columns of many ranks, some MB at a time: an array of its own for each column of ten thousand ranks is an object, a buffer and
 * the room that the system rounds it up to, and the collector looks after all three. It is shared memory, so that other threads may look into it.
 */
export class ColumnRoom {
  /** Where those that were taken last are. */
  numbers: Float64Array = new Float64Array(0);
  wholes: Int32Array = new Int32Array(0);
  #numberCount = 0;
  #wholeCount = 0;

  /** The place of the first of so many in `numbers`, all of them 0. */
  takeNumbers(count: number): number {
    if (this.#numberCount + count > this.numbers.length) {
      this.numbers = new Float64Array(new SharedArrayBuffer(8 * Math.max(ROOM, count)));
      this.#numberCount = 0;
    }
    this.#numberCount += count;
    return this.#numberCount - count;
  }

  /** The same of `wholes`. */
  takeWholes(count: number): number {
    if (this.#wholeCount + count > this.wholes.length) {
      this.wholes = new Int32Array(new SharedArrayBuffer(4 * Math.max(ROOM, count)));
      this.#wholeCount = 0;
    }
    this.#wholeCount += count;
    return this.#wholeCount - count;
  }
}
