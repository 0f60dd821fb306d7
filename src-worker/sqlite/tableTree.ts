import { rowIdAt, VarintCursor } from './integers';
import { LeafCells } from './leafCells';
import type { LeafMemory } from './leafMemory';
import type { PageFile } from './pageFile';
import { type Page, PageReader } from './pageReader';
import { PageSet } from './pageSet';

const INTERIOR_PAGE = 0x05;
const LEAF_PAGE = 0x0d;
const FILE_HEADER_BYTES = 100;
const INTERIOR_HEADER_BYTES = 12;
const LEAF_HEADER_BYTES = 8;
/** An overflow page begins with the number of the next. */
const OVERFLOW_HEADER_BYTES = 4;
/** No more pages are read at once. */
const MOST_RUN = 512;
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
  readonly #cells: LeafCells;

  constructor(
    readonly file: PageFile,
    readonly rootPage: number,
    /** For a walk. */
    memory?: LeafMemory,
  ) {
    this.#pages = new PageReader(file, memory?.run);
    this.#cells = new LeafCells(memory);
    this.#used = new PageSet(file.pageCount);
  }

  /**
   * Tells of one leaf page after the other; its cells are there only until `onLeaf` returns. `pages`: those that
   * `leafPages` answers, or some of them; else all of the table.
   */
  walk(onLeaf: (cells: LeafCells) => void, pages?: Uint32Array): void {
    const stack = pages ? Array.from(pages).reverse() : [this.rootPage];
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const page = this.#take(number, (wanted) => this.#pages.pageOfRun(wanted, runLength(wanted, stack)));
      if (!page) continue;
      const headerAt = number === 1 ? page.start + FILE_HEADER_BYTES : page.start;
      const type = page.bytes[headerAt];
      if (type === LEAF_PAGE) {
        this.#leaf(number, page, headerAt);
        onLeaf(this.#cells);
      } else if (type === INTERIOR_PAGE) this.#interior(number, page, headerAt, stack);
      else this.#note(number, 'not-a-table-page');
    }
  }

  /**
   * The pages that rows are on, in the order of the rows, each once: inner pages are read, and the first page below the
   * lowest of them, since all leaves of a tree are equally far from its root.
   */
  leafPages(): Uint32Array {
    const leaves: number[] = [];
    const seen = new PageSet(this.file.pageCount);
    const stack = [this.rootPage];
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const children = this.#childrenOf(number);
      if (!children) {
        leaves.push(number);
        continue;
      }
      const own = children.filter((child) => !seen.has(child));
      for (const child of children) {
        if (seen.has(child)) this.#note(child, 'page-in-a-circle');
        seen.add(child);
      }
      if (own.length > 0 && this.#isInterior(own[own.length - 1])) stack.push(...own);
      else leaves.push(...own.reverse());
    }
    return Uint32Array.from(new Set(leaves));
  }

  #isInterior(number: number): boolean {
    const page = this.#pages.pageOfRun(number, 1);
    return (
      page !== undefined && page.bytes[number === 1 ? page.start + FILE_HEADER_BYTES : page.start] === INTERIOR_PAGE
    );
  }

  /** Of an inner page, the last first; undefined for any other. */
  #childrenOf(number: number): number[] | undefined {
    if (!this.#isInterior(number)) return undefined;
    const page = this.#take(number, (wanted) => this.#pages.pageOfRun(wanted, 1));
    if (!page) return [];
    const children: number[] = [];
    this.#interior(number, page, number === 1 ? page.start + FILE_HEADER_BYTES : page.start, children);
    return children;
  }

  /** The page that the row with this id is on, if it is anywhere. Other pages are not looked at, and may be looked at again. */
  find(rowId: number, onCell: (cells: LeafCells, cell: number) => void): void {
    let number = this.rootPage;
    for (let level = 0; level < MOST_LEVELS; level++) {
      const page = this.#pages.page(number);
      if (!page) return;
      const headerAt = number === 1 ? page.start + FILE_HEADER_BYTES : page.start;
      const type = page.bytes[headerAt];
      if (type === LEAF_PAGE) {
        this.#leaf(number, page, headerAt);
        const cells = this.#cells;
        for (let i = 0; i < cells.count; i++) if (rowIdAt(page.bytes, cells.rowIdAt[i]) === rowId) onCell(cells, i);
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
  payload(cells: LeafCells, cell: number): Buffer | undefined {
    const payloadBytes = cells.payloadBytes[cell];
    const localBytes = cells.localBytes[cell];
    const at = cells.payloadAt[cell];
    // Put together once all is there: a row may say it has as many bytes as the file, and have none of them.
    const parts = [Buffer.from(cells.bytes.subarray(at, at + localBytes))];
    let done = localBytes;
    let number = cells.overflowPage(cell);
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
  noteCell({ pageNumber }: LeafCells): void {
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

  /** Puts the page's cells into `#cells`. */
  #leaf(number: number, page: Page, headerAt: number): void {
    const { bytes, start } = page;
    const cells = this.#cells;
    cells.begin(page, number);
    if (headerAt + LEAF_HEADER_BYTES > page.end) {
      this.#note(number, 'cut-page');
      return;
    }
    const { usableSize } = this.file.header;
    const { totalBytes } = this.file;
    const end = Math.min(page.end, start + usableSize);
    if (cells.findUsual(headerAt, end, usableSize)) return;
    const told = (bytes[headerAt + 3] << 8) | bytes[headerAt + 4];
    const pointersAt = headerAt + LEAF_HEADER_BYTES;
    const cellsFrom = pointersAt + 2 * told;
    if (cellsFrom > end) this.#note(number, 'bad-cell');
    const pointersEnd = Math.min(cellsFrom, end - 1);
    const { rowIdAt: rowIds, payloadAt, payloadBytes, localBytes } = cells.room((pointersEnd - pointersAt + 1) >> 1);
    const most = usableSize - 35;
    const varint = this.#varint;
    // Cells do not overlap: many that lead to the same bytes would be more rows than the file can hold.
    let freeBytes = usableSize;
    let count = 0;
    for (let pointerAt = pointersAt; pointerAt < pointersEnd; pointerAt += 2) {
      const cellAt = start + ((bytes[pointerAt] << 8) | bytes[pointerAt + 1]);
      if (cellAt < cellsFrom || cellAt >= end) {
        this.#note(number, 'bad-cell');
        continue;
      }
      let at = cellAt;
      let whole = bytes[at++];
      if (whole >= 0x80) {
        varint.at = cellAt;
        whole = varint.next(bytes);
        at = varint.at;
      }
      rowIds[count] = at;
      const lastOfId = at + 8;
      while (at < lastOfId && bytes[at] >= 0x80) at++;
      at++;
      const local = whole <= most ? whole : localPayload(whole, usableSize);
      const localEnd = at + local;
      if (whole > totalBytes || localEnd + (local === whole ? 0 : 4) > end) {
        this.#note(number, 'bad-cell');
        continue;
      }
      freeBytes -= localEnd - cellAt;
      if (freeBytes < 0) {
        this.#note(number, 'bad-cell');
        break;
      }
      payloadAt[count] = at;
      payloadBytes[count] = whole;
      localBytes[count++] = local;
    }
    cells.count = count;
  }
}

/** Of pages that follow one another in the file and are wanted next, with the one at hand. */
function runLength(number: number, stack: readonly number[]): number {
  let count = 1;
  while (count < MOST_RUN && count <= stack.length && stack[stack.length - count] === number + count) count++;
  return count;
}

/** How much of a payload stays on a leaf page of a table. */
function localPayload(payloadBytes: number, usableSize: number): number {
  const most = usableSize - 35;
  if (payloadBytes <= most) return payloadBytes;
  const least = Math.floor(((usableSize - 12) * 32) / 255) - 23;
  const filling = least + ((payloadBytes - least) % (usableSize - OVERFLOW_HEADER_BYTES));
  return filling <= most ? filling : least;
}
