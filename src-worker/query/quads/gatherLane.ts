import { aligned, GatherMemory } from '../gatherMemory';
import type { PartView } from '../partView';

/** Room for what a row gathers between two calls, at several zooms. */
const STATES = 64;
/** What assembly/gather.ts keeps of one, and some. */
const STATE_BYTES = 176;
/** Room for what belongs to parts: colours of names, ends of long slices. What is not used takes no memory. */
const PARTS_BYTES = 4 << 20;
const MOST_NAMES = 1 << 20;
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
}
