import type { NameStatistics } from '../../../src-contract';
import type { PartView } from '../partView';
import { NameSlots } from './nameSlots';
import { type PartSums, SUM_FLOATS, Sum } from './partSums';

/** Sums by name of several parts and ranks, each name with a slot of its own. */
export class NameSums {
  sliceCount = 0;
  readonly #slots = new NameSlots();
  readonly #longestPart: PartView[] = [];
  readonly #firstPart: PartView[] = [];
  /** A record for each slot: see partSums.ts. */
  #records = new Float64Array(0);
  /** A row of ranks for each slot. */
  #rankTotal = new Float64Array(0);

  constructor(readonly rankCount: number) {}

  get nameCount(): number {
    return this.#slots.count;
  }

  /** Of all names; of one whose nested time nobody knows the whole. */
  get allSelfNs(): number {
    let allNs = 0;
    for (let at = 0; at < this.nameCount * SUM_FLOATS; at += SUM_FLOATS)
      allNs += this.#records[at + Sum.totalNs] - (this.#records[at + Sum.nestedNs] || 0);
    return allNs;
  }

  /** Adds what a part's slices sum up to; `rank`: which of the ranks' columns they belong to, or -1. */
  add({ part, records, names }: PartSums, rank: number): void {
    // Other ranks have mostly the same names.
    if (this.nameCount === 0) this.#reach(names.length);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      const from = name * SUM_FLOATS;
      const slotCount = this.nameCount;
      const slot = this.#slots.slotOf(part.nameText(name));
      const isNew = slot === slotCount;
      if (isNew) this.#reach(slot + 1);
      const own = this.#records;
      const to = slot * SUM_FLOATS;
      if (isNew) {
        this.#firstPart.push(part);
        own[to + Sum.first] = records[from + Sum.first];
      }
      const minNs = records[from + Sum.minNs];
      const maxNs = records[from + Sum.maxNs];
      own[to + Sum.count] += records[from + Sum.count];
      own[to + Sum.totalNs] += records[from + Sum.totalNs];
      own[to + Sum.nestedNs] += records[from + Sum.nestedNs];
      own[to + Sum.beyondNs] += records[from + Sum.beyondNs];
      if (isNew || minNs < own[to + Sum.minNs]) own[to + Sum.minNs] = minNs;
      if (isNew || maxNs > own[to + Sum.maxNs]) {
        own[to + Sum.maxNs] = maxNs;
        own[to + Sum.longest] = records[from + Sum.longest];
        this.#longestPart[slot] = part;
      }
      if (rank >= 0) this.#rankTotal[slot * this.rankCount + rank] += records[from + Sum.totalNs];
      this.sliceCount += records[from + Sum.count];
    }
  }

  /** By total time, longest first. */
  rows(most: number): NameStatistics[] {
    const { rankCount } = this;
    const records = this.#records;
    const { names } = this.#slots;
    const slots = [...names.keys()];
    const totalOf = (slot: number) => records[slot * SUM_FLOATS + Sum.totalNs];
    slots.sort((one, other) => totalOf(other) - totalOf(one) || (names[one] < names[other] ? -1 : 1));
    return slots.slice(0, most).map((slot) => {
      const at = slot * SUM_FLOATS;
      const totalNs = totalOf(slot);
      const rankNs: number[] = [];
      for (let rank = 0; rank < rankCount; rank++) rankNs.push(this.#rankTotal[slot * rankCount + rank]);
      return {
        name: names[slot],
        count: records[at + Sum.count],
        totalNs,
        selfNs: totalNs - records[at + Sum.nestedNs],
        minNs: records[at + Sum.minNs],
        maxNs: records[at + Sum.maxNs],
        wholeNs: totalNs + records[at + Sum.beyondNs],
        rankNs,
        colour: colourOf(this.#firstPart[slot], records[at + Sum.first]),
        longest: this.#longestPart[slot].ref(records[at + Sum.longest]),
      };
    });
  }

  #reach(slotCount: number): void {
    if (slotCount * SUM_FLOATS <= this.#records.length) return;
    const capacity = 2 * slotCount + 64;
    this.#records = longer(this.#records, capacity * SUM_FLOATS);
    this.#rankTotal = longer(this.#rankTotal, capacity * this.rankCount);
  }
}

/** As the slice is drawn. */
function colourOf(part: PartView, slice: number): number {
  return part.colour(part.index.slices.name[slice], part.laneOfRow(part.rowOf(slice)));
}

function longer(column: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(length);
  copy.set(column);
  return copy;
}
