import { DamagedCells } from './damagedCells';
import type { PageFile } from './pageFile';
import { RowBatch } from './rowBatch';
import type { ColumnSchema, TableSchema } from './schema';
import { TableRow } from './tableRow';
import { TableTree } from './tableTree';

/** Rows of one table by their ids: down the tree to each, so that a row of a large table costs a few pages. */
export class RowFinder {
  readonly #tree: TableTree;
  readonly #batch: RowBatch;
  readonly #row: TableRow;

  constructor(
    readonly file: PageFile,
    schema: TableSchema,
    columns: readonly (ColumnSchema | undefined)[],
  ) {
    this.#tree = new TableTree(file, schema.rootPage);
    this.#batch = new RowBatch(this.#tree, columns);
    this.#row = new TableRow(this.#batch, file.header.encoding, columns, new DamagedCells(schema.name));
  }

  /** The row is good only until `onRow` returns. False where it is not there, or can't be read. */
  find(rowId: number, onRow: (row: TableRow) => void): boolean {
    let isFound = false;
    this.#tree.find(rowId, (cells, cell) => {
      if (isFound) return;
      const isLong = cells.overflowPage(cell) > 0;
      this.#batch.readCell(cells, cell, () => {
        isFound = true;
        this.#row.index = 0;
        onRow(this.#row);
      });
      if (isLong) this.#tree.forgetUsed();
    });
    return isFound;
  }

  /** Byte of the file that the row begins at; undefined where it is not there. Of a row in a log, where its page stands. */
  byteOffset(rowId: number): number | undefined {
    let found: number | undefined;
    this.#tree.find(rowId, (cells, cell) => {
      found ??= this.file.byteOffset(cells.pageNumber) + cells.rowIdAt[cell] - cells.pageStart;
    });
    return found;
  }
}
