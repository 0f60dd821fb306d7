import { type Columns, createColumns } from '../../index/columns/chunks';
import { PART_KIND_COLUMNS } from './found';

/** Of few kinds are millions of parts of collectives: numbers the kinds as they are first seen. Open addressing. */
export class PartKinds {
  readonly #types: number[] = [];
  readonly #planes: number[] = [];
  readonly #groups: number[] = [];
  readonly #sourceRanks: number[] = [];
  readonly #destinationRanks: number[] = [];
  /** Number + 1; 0 is free. At least half of them are. */
  #slots = new Uint32Array(256);

  /** `type`: NaN where there is none. */
  number(type: number, plane: number, group: number, sourceRank: number, destinationRank: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(type, plane, group, sourceRank, destinationRank) & mask; ; slot = (slot + 1) & mask) {
      const kind = this.#slots[slot] - 1;
      if (kind < 0) return this.#add(slot, type, plane, group, sourceRank, destinationRank);
      if (
        this.#planes[kind] === plane &&
        this.#destinationRanks[kind] === destinationRank &&
        Object.is(this.#types[kind], type) &&
        this.#sourceRanks[kind] === sourceRank &&
        this.#groups[kind] === group
      )
        return kind;
    }
  }

  columns(): Columns<typeof PART_KIND_COLUMNS> {
    const columns = createColumns(PART_KIND_COLUMNS, this.#types.length);
    columns.type.set(this.#types);
    columns.plane.set(this.#planes);
    columns.group.set(this.#groups);
    columns.sourceRank.set(this.#sourceRanks);
    columns.destinationRank.set(this.#destinationRanks);
    return columns;
  }

  #add(slot: number, type: number, plane: number, group: number, sourceRank: number, destinationRank: number): number {
    const kind = this.#types.push(type) - 1;
    this.#planes.push(plane);
    this.#groups.push(group);
    this.#sourceRanks.push(sourceRank);
    this.#destinationRanks.push(destinationRank);
    this.#slots[slot] = kind + 1;
    if (this.#types.length * 2 > this.#slots.length) this.#grow();
    return kind;
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (const [kind, type] of this.#types.entries()) {
      const hash = hashOf(
        type,
        this.#planes[kind],
        this.#groups[kind],
        this.#sourceRanks[kind],
        this.#destinationRanks[kind],
      );
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = kind + 1;
    }
  }
}

function hashOf(type: number, plane: number, group: number, sourceRank: number, destinationRank: number): number {
  const ranks = Math.imul(sourceRank + 1, 0x85ebca6b) ^ Math.imul(destinationRank + 1, 0xc2b2ae35);
  const hash = Math.imul(ranks ^ (ranks >>> 15), 0x9e3779b1) ^ Math.imul(plane + 3, 0x27d4eb2f);
  const all = Math.imul(hash ^ Math.imul(group + 5, 0x165667b1) ^ (type | 0), 0x9e3779b1);
  return all ^ (all >>> 13);
}
