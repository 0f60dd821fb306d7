import { aligned, GatherMemory } from './gatherMemory';
import type { PartView } from './partView';

/** Room for what a row gathers between two calls, at several zooms. */
const STATES = 64;
/** What assembly/gather.ts keeps of one, and some. */
const STATE_BYTES = 176;
/** Room for what belongs to parts: colours of names, ends of long slices. What is not used takes no memory. */
const PARTS_BYTES = 4 << 20;
const MOST_NAMES = 1 << 20;
/** So few are copied one by one: a part of a column is an object, and collecting those is what a view waits for. */
const FEW_SLICES = 64;
const MOST_LONG_ENDS = 1 << 16;

/**
 * The memory of assembly/, with what belongs to parts in it: colours by name, ends of long slices. It is copied there when a lane of
 * a part is first drawn, since a view goes from one rank to the other and back.
 *
 *     | states | ends of long slices, colours │ … │ … | from `free` on: slices, records, quads
 */
export class GatherLane {
  static readonly zooms = STATES;
  readonly memory: GatherMemory;
  readonly #states: number;
  /** Where that of each part is; those that are not in use any more go when there is no room. */
  #parts = new WeakMap<PartView, number>();
  #nextPart: number;
  /** A multiple of 8. */
  readonly free: number;

  constructor(module: WebAssembly.Module) {
    this.memory = new GatherMemory(module);
    this.#states = this.memory.firstFree;
    this.#nextPart = this.#firstPart;
    this.free = this.#firstPart + PARTS_BYTES;
  }

  get #firstPart(): number {
    return this.#states + STATES * STATE_BYTES;
  }

  /** Where what is gathered at the zoom of this number is kept. */
  state(zoom: number): number {
    return this.#states + zoom * STATE_BYTES;
  }

  /** What belongs to the part has room here. */
  static canHold({ nameColours, index }: PartView): boolean {
    return nameColours.length <= MOST_NAMES && index.slices.longEndNs.length <= MOST_LONG_ENDS;
  }

  /** Slices of this lane are next. False where they can't be gathered here. */
  begin(part: PartView, lane: number): boolean {
    const { longEndNs, name } = part.index.slices;
    if (!GatherLane.canHold(part) || !this.memory.reach(this.free)) return false;
    const longEnds = this.#parts.get(part) ?? this.#put(part);
    const colours = longEnds + 8 * longEndNs.length;
    this.memory.wasm.beginLane(part.laneHue(lane), colours, longEnds, name.BYTES_PER_ELEMENT === 2 ? 1 : 0);
    return true;
  }

  #put(part: PartView): number {
    const { memory } = this;
    const { index, nameColours } = part;
    // They came with the stretches, unless it is for these that slices are gathered.
    part.colourNames(nameColours.length);
    const { longEndNs } = index.slices;
    const sizeBytes = aligned(8 * longEndNs.length + nameColours.length);
    if (this.#nextPart + sizeBytes > this.free) {
      this.#parts = new WeakMap();
      this.#nextPart = this.#firstPart;
    }
    const at = this.#nextPart;
    memory.floats.set(longEndNs, at / 8);
    memory.bytes.set(nameColours, at + 8 * longEndNs.length);
    this.#nextPart += sizeBytes;
    this.#parts.set(part, at);
    return at;
  }

  /** Bytes that the columns of so many slices take, a multiple of 8: see `putSlices`. */
  static sliceBytes(count: number): number {
    return 16 * count + 32;
  }

  /**
   * Copies slices [first, end) of the part that was begun last to `at`, a multiple of 8: starts, durations, names, one column behind the other.
   * Each lies as far from a multiple of 8 as in the index: V8 copies shared memory byte by byte otherwise, in nine times the time.
   */
  putSlices(part: PartView, first: number, end: number, at: number): PutSlices {
    const { memory } = this;
    const { startNs, durationNs, name } = part.index.slices;
    const durations = alike(at + 8 * (end - first), durationNs.byteOffset + 4 * first);
    const width = name.BYTES_PER_ELEMENT;
    const names = alike(durations + 4 * (end - first), name.byteOffset + width * first);
    if (end - first <= FEW_SLICES) {
      const { floats, ints, shorts, words } = memory;
      const [toStart, toDuration] = [at / 8 - first, durations / 4 - first];
      const toNames = width === 2 ? shorts : words;
      const toName = names / width - first;
      for (let slice = first; slice < end; slice++) {
        floats[toStart + slice] = startNs[slice];
        ints[toDuration + slice] = durationNs[slice];
        toNames[toName + slice] = name[slice];
      }
    } else {
      memory.floats.set(startNs.subarray(first, end), at / 8);
      memory.ints.set(durationNs.subarray(first, end), durations / 4);
      if (width === 2) memory.shorts.set(name.subarray(first, end), names / 2);
      else memory.words.set(name.subarray(first, end), names / 4);
    }
    return { durations, names };
  }
}

/** Where the columns of slices are, behind their starts. */
export interface PutSlices {
  readonly durations: number;
  readonly names: number;
}

/** The first address from `free` on that is as far from a multiple of 8 as the other one. */
function alike(free: number, other: number): number {
  return aligned(free) + (other % 8);
}
