import { rowIdAt, VarintCursor } from './integers';
import type { PageFile } from './pageFile';
import { type Page, PageReader } from './pageReader';

const INTERIOR_PAGE = 0x05;
const LEAF_PAGE = 0x0d;
const FILE_HEADER_BYTES = 100;
const INTERIOR_HEADER_BYTES = 12;
const LEAF_HEADER_BYTES = 8;
/** An overflow page begins with the number of the next. */
const OVERFLOW_HEADER_BYTES = 4;
/** Above a leaf: with two rows in each page at least, no file has more. */
const MOST_LEVELS = 32;

export type DamageReason =
  | 'missing-page'
  | 'cut-page'
  | 'page-in-a-circle'
  | 'not-a-table-page'
  | 'bad-cell'
  | 'bad-overflow';

/** A page that could not be read, or not in full. */
export interface PageDamage {
  readonly page: number;
  readonly reason: DamageReason;
}

/** Where the bytes of a row (its payload) lie. */
export interface Cell {
  readonly page: Page;
  readonly pageNumber: number;
  /** Of the row id's varint in the page's bytes. */
  readonly rowIdAt: number;
  readonly payloadAt: number;
  /** Of the payload as a whole, and of its part on this page. */
  readonly payloadBytes: number;
  readonly localBytes: number;
  /** Where the rest of the payload begins; 0 if all of it is on this page. */
  readonly overflowPage: number;
}

/**
 * One table's B-tree, walked from its root to the rows in the order of their ids. Every page is used at most once, so a
 * tree that leads back into itself ends all the same.
 *
 *     interior page: [left child, row id] [left child, row id] … right-most child
 *     leaf page:     [payload size, row id, payload (, first overflow page)] …
 */
export class TableTree {
  /** The first damage of each page. */
  readonly damage = new Map<number, DamageReason>();
  readonly #pages: PageReader;
  readonly #used: PageSet;
  readonly #varint = new VarintCursor();

  constructor(
    readonly file: PageFile,
    readonly rootPage: number,
  ) {
    this.#pages = new PageReader(file);
    this.#used = new PageSet(file.pageCount);
  }

  /** The cell is one object, filled anew for each row; `onPageEnd` comes before another page's cells do. */
  walk(onCell: (cell: Cell) => void, onPageEnd: () => void): void {
    const stack = [this.rootPage];
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const page = this.#take(number, (wanted) => this.#pages.page(wanted));
      if (!page) continue;
      const headerAt = number === 1 ? page.start + FILE_HEADER_BYTES : page.start;
      const type = page.bytes[headerAt];
      if (type === LEAF_PAGE) {
        this.#leaf(number, page, headerAt, onCell);
        onPageEnd();
      } else if (type === INTERIOR_PAGE) this.#interior(number, page, headerAt, stack);
      else this.#note(number, 'not-a-table-page');
    }
  }

  /** The page that the row with this id is on, if it is anywhere. Other pages are not looked at, and may be looked at again. */
  find(rowId: number, onCell: (cell: Cell) => void): void {
    let number = this.rootPage;
    for (let level = 0; level < MOST_LEVELS; level++) {
      const page = this.#pages.page(number);
      if (!page) return;
      const headerAt = number === 1 ? page.start + FILE_HEADER_BYTES : page.start;
      const type = page.bytes[headerAt];
      if (type === LEAF_PAGE) {
        this.#leaf(number, page, headerAt, (cell) => {
          if (rowIdOf(cell) === rowId) onCell(cell);
        });
        return;
      }
      if (type !== INTERIOR_PAGE) return;
      number = this.#childWith(rowId, page, headerAt);
    }
  }

  /** Pages of overflowing rows may be used again: another row is looked at. */
  forgetUsed(): void {
    this.#used.clear();
  }

  /** Of the children of an interior page the first whose rows go up to `rowId`. */
  #childWith(rowId: number, { bytes, start, end }: Page, headerAt: number): number {
    if (headerAt + INTERIOR_HEADER_BYTES > end) return 0;
    const pointersAt = headerAt + INTERIOR_HEADER_BYTES;
    let from = 0;
    let to = Math.min(bytes.readUInt16BE(headerAt + 3), (end - pointersAt) >> 1);
    while (from < to) {
      const middle = (from + to) >>> 1;
      const cellAt = start + bytes.readUInt16BE(pointersAt + 2 * middle);
      if (cellAt + 4 >= end) return 0;
      if (rowIdAt(bytes, cellAt + 4) < rowId) from = middle + 1;
      else to = middle;
    }
    const count = bytes.readUInt16BE(headerAt + 3);
    const childAt = from < count ? start + bytes.readUInt16BE(pointersAt + 2 * from) : headerAt + 8;
    return childAt + 4 <= end ? bytes.readUInt32BE(childAt) : 0;
  }

  /** The whole payload of a cell, gathered from its overflow pages. Undefined, and noted, where one is damaged. */
  payload(cell: Cell): Buffer | undefined {
    const { payloadBytes, localBytes } = cell;
    // Put together once all is there: a row may say it has as many bytes as the file, and have none of them.
    const parts = [Buffer.from(cell.page.bytes.subarray(cell.payloadAt, cell.payloadAt + localBytes))];
    let done = localBytes;
    let number = cell.overflowPage;
    while (done < payloadBytes) {
      const page = this.#take(number, (wanted) => this.#pages.pageBeside(wanted));
      if (!page) return undefined;
      const from = page.start + OVERFLOW_HEADER_BYTES;
      const wanted = Math.min(payloadBytes - done, this.file.header.usableSize - OVERFLOW_HEADER_BYTES);
      if (from + wanted > page.end) {
        this.#note(number, 'cut-page');
        return undefined;
      }
      parts.push(Buffer.from(page.bytes.subarray(from, from + wanted)));
      done += wanted;
      number = page.bytes.readUInt32BE(page.start);
    }
    return Buffer.concat(parts, payloadBytes);
  }

  /** A cell whose inside can't be what it should be. */
  noteCell({ pageNumber }: Cell): void {
    this.#note(pageNumber, 'bad-cell');
  }

  /** A page that has not been used yet; why not is noted. */
  #take(number: number, read: (number: number) => Page | undefined): Page | undefined {
    if (this.#used.has(number)) {
      this.#note(number, 'page-in-a-circle');
      return undefined;
    }
    const page = read(number);
    if (!page) {
      this.#note(number, 'missing-page');
      return undefined;
    }
    this.#used.add(number);
    if (page.end - page.start < this.file.header.pageSize) this.#note(number, 'cut-page');
    return page;
  }

  #note(page: number, reason: DamageReason): void {
    if (!this.damage.has(page)) this.damage.set(page, reason);
  }

  #interior(number: number, page: Page, headerAt: number, stack: number[]): void {
    const { bytes, start, end } = page;
    if (headerAt + INTERIOR_HEADER_BYTES > end) {
      this.#note(number, 'cut-page');
      return;
    }
    const pointersAt = headerAt + INTERIOR_HEADER_BYTES;
    const told = bytes.readUInt16BE(headerAt + 3);
    const count = Math.min(told, (end - pointersAt) >> 1);
    if (count < told) this.#note(number, 'bad-cell');
    stack.push(bytes.readUInt32BE(headerAt + 8));
    // The last first, so that they come off the stack in order.
    for (let i = count - 1; i >= 0; i--) {
      const cellAt = start + bytes.readUInt16BE(pointersAt + 2 * i);
      if (cellAt + 4 > end) this.#note(number, 'bad-cell');
      else stack.push(bytes.readUInt32BE(cellAt));
    }
  }

  #leaf(number: number, page: Page, headerAt: number, onCell: (cell: Cell) => void): void {
    const { bytes, start } = page;
    if (headerAt + LEAF_HEADER_BYTES > page.end) {
      this.#note(number, 'cut-page');
      return;
    }
    const { usableSize } = this.file.header;
    const { totalBytes } = this.file;
    const end = Math.min(page.end, start + usableSize);
    const count = (bytes[headerAt + 3] << 8) | bytes[headerAt + 4];
    const pointersAt = headerAt + LEAF_HEADER_BYTES;
    const cellsFrom = pointersAt + 2 * count;
    if (cellsFrom > end) this.#note(number, 'bad-cell');
    const varint = this.#varint;
    const cell = {
      page,
      pageNumber: number,
      rowIdAt: 0,
      payloadAt: 0,
      payloadBytes: 0,
      localBytes: 0,
      overflowPage: 0,
    };
    // Cells do not overlap: many that lead to the same bytes would be more rows than the file can hold.
    let freeBytes = usableSize;
    for (let pointerAt = pointersAt; pointerAt < Math.min(cellsFrom, end - 1); pointerAt += 2) {
      const cellAt = start + ((bytes[pointerAt] << 8) | bytes[pointerAt + 1]);
      if (cellAt < cellsFrom || cellAt >= end) {
        this.#note(number, 'bad-cell');
        continue;
      }
      varint.at = cellAt;
      const payloadBytes = varint.next(bytes);
      cell.rowIdAt = varint.at;
      varint.next(bytes);
      cell.payloadAt = varint.at;
      cell.payloadBytes = payloadBytes;
      cell.localBytes = localPayload(payloadBytes, usableSize);
      const localEnd = cell.payloadAt + cell.localBytes;
      const isWhole = cell.localBytes === payloadBytes;
      if (payloadBytes > totalBytes || localEnd + (isWhole ? 0 : 4) > end) {
        this.#note(number, 'bad-cell');
        continue;
      }
      freeBytes -= localEnd - cellAt;
      if (freeBytes < 0) {
        this.#note(number, 'bad-cell');
        return;
      }
      cell.overflowPage = isWhole ? 0 : bytes.readUInt32BE(localEnd);
      onCell(cell);
    }
  }
}

export function rowIdOf({ page, rowIdAt: at }: Cell): number | bigint {
  return rowIdAt(page.bytes, at);
}

/** How much of a payload stays on a leaf page of a table. */
function localPayload(payloadBytes: number, usableSize: number): number {
  const most = usableSize - 35;
  if (payloadBytes <= most) return payloadBytes;
  const least = Math.floor(((usableSize - 12) * 32) / 255) - 23;
  const filling = least + ((payloadBytes - least) % (usableSize - OVERFLOW_HEADER_BYTES));
  return filling <= most ? filling : least;
}

/** Pages that have been used: a bit for each of the file's, and a set of those that only its log has. */
class PageSet {
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
