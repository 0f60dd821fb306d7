/** Pages that have been used: a bit for each of the file's, and a set of those that only its log has. */
export class PageSet {
  readonly #bits: Uint8Array;
  readonly #beyond = new Set<number>();

  constructor(readonly pageCount: number) {
    this.#bits = new Uint8Array((pageCount >> 3) + 1);
  }

  clear(): void {
    this.#bits.fill(0);
    this.#beyond.clear();
  }

  has(page: number): boolean {
    return page > this.pageCount ? this.#beyond.has(page) : (this.#bits[page >> 3] & (1 << (page & 7))) !== 0;
  }

  add(page: number): void {
    if (page > this.pageCount) this.#beyond.add(page);
    else this.#bits[page >> 3] |= 1 << (page & 7);
  }
}
