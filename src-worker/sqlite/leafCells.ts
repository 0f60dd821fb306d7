import type { Page } from './pageReader';

/** The cells of a leaf page: where the bytes of each row (its payload) lie. */
export class LeafCells {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the page begins in `bytes`. */
  pageStart = 0;
  pageNumber = 0;
  count = 0;
  /** Of the row id's varint in `bytes`. */
  rowIdAt = new Int32Array(0);
  payloadAt = new Int32Array(0);
  /** Of the payload as a whole, and of its part on this page. */
  payloadBytes = new Float64Array(0);
  localBytes = new Int32Array(0);

  begin({ bytes, start }: Page, pageNumber: number): void {
    this.bytes = bytes;
    this.pageStart = start;
    this.pageNumber = pageNumber;
    this.count = 0;
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
