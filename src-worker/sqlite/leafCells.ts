import type { LeafMemory } from './leafMemory';
import type { Page } from './pageReader';

/** The cells of a leaf page: where the bytes of each row (its payload) lie. */
export class LeafCells {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the page begins in `bytes`. */
  pageStart = 0;
  pageNumber = 0;
  count = 0;
  /** They are in the memory's columns, and none of them is unusual. */
  areUsual = false;
  /** Of the row id's varint in `bytes`. */
  rowIdAt: Int32Array = new Int32Array(0);
  payloadAt: Int32Array = new Int32Array(0);
  /** Of the payload as a whole, and of its part on this page. */
  payloadBytes: Float64Array = new Float64Array(0);
  localBytes: Int32Array = new Int32Array(0);

  constructor(readonly memory?: LeafMemory) {
    if (memory) this.#take(memory);
  }

  #take({ rowIds, payloads, sizes, locals }: LeafMemory): void {
    this.rowIdAt = rowIds;
    this.payloadAt = payloads;
    this.payloadBytes = sizes;
    this.localBytes = locals;
  }

  begin({ bytes, start }: Page, pageNumber: number): void {
    this.bytes = bytes;
    this.pageStart = start;
    this.pageNumber = pageNumber;
    this.count = 0;
    this.areUsual = false;
  }

  /** True where all cells of the page have been found at once: its header is at `headerAt`, and it ends at `end`. */
  findUsual(headerAt: number, end: number, usableSize: number): boolean {
    const { memory } = this;
    if (!memory || this.bytes !== memory.run) return false;
    const count = memory.leafCells(this.pageStart, headerAt, end, usableSize);
    if (count < 0) return false;
    this.#take(memory);
    this.count = count;
    this.areUsual = true;
    return true;
  }

  /** Itself, with columns that take so many cells. */
  room(count: number): this {
    if (count <= this.rowIdAt.length) return this;
    this.rowIdAt = new Int32Array(count);
    this.payloadAt = new Int32Array(count);
    this.payloadBytes = new Float64Array(count);
    this.localBytes = new Int32Array(count);
    return this;
  }

  /** Where the rest of the payload begins; 0 if all of it is on this page. */
  overflowPage(cell: number): number {
    const local = this.localBytes[cell];
    return local === this.payloadBytes[cell] ? 0 : this.bytes.readUInt32BE(this.payloadAt[cell] + local);
  }
}
