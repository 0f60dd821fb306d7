/** A part of something whose code is loaded when it is first asked for: what many never ask for, and takes time to load. */
export class LatePart<T> {
  #made: Promise<T> | undefined;

  constructor(readonly make: () => Promise<T>) {}

  get(): Promise<T> {
    this.#made ??= this.make();
    return this.#made;
  }

  /** Does it after whoever has asked for the part before; not at all where nobody has, or it could not be loaded. */
  async ifAsked(act: (part: T) => void | Promise<void>): Promise<void> {
    // Why it could not be is told to who has asked for it.
    const part = await this.#made?.catch(() => undefined);
    if (part !== undefined) await act(part);
  }
}
