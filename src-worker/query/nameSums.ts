import type { NameStatistics } from '../../src-contract';
import { NameSlots } from './nameSlots';
import type { PartView } from './partView';

const FIRST_SIZE = 64;

/** Sums by name, each name with a slot of its own: a row of numbers in columns. */
export class NameSums {
  sliceCount = 0;
  readonly #slots = new NameSlots();
  readonly #longestPart: PartView[] = [];
  count = new Float64Array(FIRST_SIZE);
  total = new Float64Array(FIRST_SIZE);
  /** What lies within the slices. */
  nested = new Float64Array(FIRST_SIZE);
  /** What of them is beyond the region. */
  beyond = new Float64Array(FIRST_SIZE);
  min = new Float64Array(FIRST_SIZE);
  max = new Float64Array(FIRST_SIZE);
  longest = new Uint32Array(FIRST_SIZE);
  /** A row of ranks for each slot. */
  #rankTotal: Float64Array;
  /** What `total` was when the rank before ended. */
  #totalBefore = new Float64Array(FIRST_SIZE);

  constructor(readonly rankCount: number) {
    this.#rankTotal = new Float64Array(FIRST_SIZE * rankCount);
  }

  get nameCount(): number {
    return this.#slots.count;
  }

  /** Of each name of the part its slot, or -1. */
  slotsOf(part: PartView): Int32Array {
    return this.#slots.of(part);
  }

  /** For a name of the part that has no slot yet. */
  newSlot(part: PartView, nameId: number, lane: number): number {
    const known = this.#slots.count;
    const slot = this.#slots.add(part, nameId, lane);
    if (slot < known) return slot;
    if (slot === this.count.length) this.#grow();
    this.min[slot] = Number.POSITIVE_INFINITY;
    this.max[slot] = -1;
    return slot;
  }

  longestIn(slot: number, part: PartView, slice: number): void {
    this.#longestPart[slot] = part;
    this.longest[slot] = slice;
  }

  /** What has been added since the rank before is this one's; -1: none are told apart. */
  endRank(rank: number): void {
    if (rank < 0) return;
    const { total, rankCount } = this;
    for (let slot = 0; slot < this.nameCount; slot++) {
      this.#rankTotal[slot * rankCount + rank] = total[slot] - this.#totalBefore[slot];
      this.#totalBefore[slot] = total[slot];
    }
  }

  /** By total time, longest first. */
  rows(most: number): NameStatistics[] {
    const { total, rankCount } = this;
    const { names, colours } = this.#slots;
    const slots = [...names.keys()];
    slots.sort((one, other) => total[other] - total[one] || (names[one] < names[other] ? -1 : 1));
    return slots.slice(0, most).map((slot) => ({
      name: names[slot],
      count: this.count[slot],
      totalNs: total[slot],
      selfNs: total[slot] - this.nested[slot],
      minNs: this.min[slot],
      maxNs: this.max[slot],
      wholeNs: total[slot] + this.beyond[slot],
      rankNs: [...this.#rankTotal.subarray(slot * rankCount, (slot + 1) * rankCount)],
      colour: colours[slot],
      longest: this.#longestPart[slot].summary(this.longest[slot]),
    }));
  }

  #grow(): void {
    this.count = grown(this.count);
    this.total = grown(this.total);
    this.nested = grown(this.nested);
    this.beyond = grown(this.beyond);
    this.min = grown(this.min);
    this.max = grown(this.max);
    const longest = new Uint32Array(this.longest.length * 2);
    longest.set(this.longest);
    this.longest = longest;
    this.#rankTotal = grown(this.#rankTotal);
    this.#totalBefore = grown(this.#totalBefore);
  }
}

function grown(column: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(column.length * 2);
  longer.set(column);
  return longer;
}
