const FIRST_CAPACITY = 4096;

/** Quads of a row, wherever they are: see `FoundQuads`. */
export type FoundColumns = Readonly<
  Pick<FoundQuads, 'count' | 'startNs' | 'endNs' | 'busyNs' | 'sliceCount' | 'longest' | 'colour'>
>;

/**
 * Quads of a row by start, as columns: a view passes on tens of thousands of them, and an object or a call with numbers for
 * each would cost more than finding them. Times are the index's own.
 */
export class FoundQuads {
  count = 0;
  startNs = new Float64Array(FIRST_CAPACITY);
  endNs = new Float64Array(FIRST_CAPACITY);
  /** Sum of the slices' durations. */
  busyNs = new Float64Array(FIRST_CAPACITY);
  sliceCount = new Uint32Array(FIRST_CAPACITY);
  /** The longest slice: the slice itself if `sliceCount` is 1. */
  longest = new Uint32Array(FIRST_CAPACITY);
  /** Its colour: see `PartView.colour`. */
  colour = new Uint8Array(FIRST_CAPACITY);

  clear(): void {
    this.count = 0;
  }

  /** A row behind those there are, and where in the columns it is to be filled in. The columns may be other ones then. */
  next(): number {
    if (this.count === this.colour.length) {
      this.startNs = twiceAsLong(this.startNs, new Float64Array(2 * this.count));
      this.endNs = twiceAsLong(this.endNs, new Float64Array(2 * this.count));
      this.busyNs = twiceAsLong(this.busyNs, new Float64Array(2 * this.count));
      this.sliceCount = twiceAsLong(this.sliceCount, new Uint32Array(2 * this.count));
      this.longest = twiceAsLong(this.longest, new Uint32Array(2 * this.count));
      this.colour = twiceAsLong(this.colour, new Uint8Array(2 * this.count));
    }
    return this.count++;
  }
}

function twiceAsLong<T extends Float64Array | Uint32Array | Uint8Array>(before: T, longer: T): T {
  longer.set(before);
  return longer;
}
