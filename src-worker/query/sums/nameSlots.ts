import type { PartView } from '../partView';

/** Names of several parts in one numbering, by their texts: a slot each, in the order in which they are first met. */
export class NameSlots {
  readonly names: string[] = [];
  /** As the first slice that has the name is drawn. */
  readonly colours: number[] = [];
  readonly #slotByName = new Map<string, number>();
  readonly #slotsOfParts = new Map<PartView, Int32Array>();

  get count(): number {
    return this.names.length;
  }

  /** Of each name of the part its slot, or -1 as long as `add` has not been asked for it. */
  of(part: PartView): Int32Array {
    let slots = this.#slotsOfParts.get(part);
    if (!slots) {
      slots = new Int32Array(part.index.names.ends.length).fill(-1);
      this.#slotsOfParts.set(part, slots);
    }
    return slots;
  }

  /** The slot of a name of the part that has been met on this lane, which `of` and `colours` tell from now on. */
  add(part: PartView, name: number, lane: number): number {
    const slot = this.slotOf(part.nameText(name));
    if (slot === this.colours.length) this.colours.push(part.colour(name, lane));
    this.of(part)[name] = slot;
    return slot;
  }

  /** The slot of a text, for who asks for nothing but its name: a new one where it has none. */
  slotOf(text: string): number {
    let slot = this.#slotByName.get(text);
    if (slot === undefined) {
      slot = this.names.length;
      this.#slotByName.set(text, slot);
      this.names.push(text);
    }
    return slot;
  }
}
