import { VALUE_BYTES, VarintCursor } from './integers';
import type { LeafCells } from './leafCells';
import type { LeafMemory } from './leafMemory';
import { type ColumnSchema, ROW_ID } from './schema';
import type { TableTree } from './tableTree';

/** Rows of one leaf page that are looked at together; what is left of the page comes in the next batch. */
export const BATCH_ROWS = 256;

/** From this serial type on even ones are blobs, odd ones texts. */
export const FIRST_BLOB = 12;
/** In place of a serial type: the row ends before the column, or the table has no such column. */
export const ABSENT = -1;
/** In place of a serial type: the column is another name of the row id, whose varint is at this place of the page. */
export const ROW_ID_VARINT = -2;

/**
 * Where the wanted values of some rows lie, for column after column:
 *
 *     types   [c0 r0] [c0 r1] … | [c1 r0] [c1 r1] … |      serial type of each value
 *     places  [c0 r0] [c0 r1] … | [c1 r0] [c1 r1] … |      where it begins in `bytes`
 *
 * Column c begins at `starts[c]`; a column that is wanted twice is there once.
 */
export class RowBatch {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the varints of row ids are. */
  pageBytes: Buffer = this.bytes;
  count = 0;
  /** The page that the rows are on, and where it begins in `pageBytes`. */
  pageNumber = 0;
  pageStart = 0;
  /** Of each row, where the varint of its id is. */
  readonly rowIdPlaces: Int32Array;
  readonly types: Int32Array;
  readonly places: Int32Array;
  readonly starts: readonly number[];
  /** Position in the row → start of its column here; −1 for a column that is not wanted. */
  readonly #startOf: Int32Array;
  readonly #memory: LeafMemory | undefined;
  /** Of the column that is row ids; −1 where none is. */
  readonly #rowIdStart: number;
  readonly #storedStarts: readonly number[];
  readonly #varint = new VarintCursor();

  /** `columns`: undefined for one that the table does not have. */
  constructor(
    readonly tree: TableTree,
    columns: readonly (ColumnSchema | undefined)[],
    /** That of `tree`. */
    memory?: LeafMemory,
  ) {
    const positions = [...new Set(columns.map((column) => column?.position ?? NO_POSITION))];
    const startOf = (position: number) => positions.indexOf(position) * BATCH_ROWS;
    this.starts = columns.map((column) => startOf(column?.position ?? NO_POSITION));
    const stored = positions.filter((position) => position >= 0);
    this.#storedStarts = stored.map(startOf);
    this.#rowIdStart = positions.includes(ROW_ID) ? startOf(ROW_ID) : -1;
    const positionCount = 1 + Math.max(-1, ...stored);
    const valueCount = positions.length * BATCH_ROWS;
    const isRoom = memory && valueCount <= memory.types.length && positionCount <= memory.starts.length;
    this.#memory = isRoom ? memory : undefined;
    this.rowIdPlaces = this.#memory?.rowIdPlaces ?? new Int32Array(BATCH_ROWS);
    this.#startOf = (this.#memory?.starts.subarray(0, positionCount) ?? new Int32Array(positionCount)).fill(-1);
    for (const position of stored) this.#startOf[position] = startOf(position);
    this.types = (this.#memory?.types.subarray(0, valueCount) ?? new Int32Array(valueCount)).fill(ABSENT);
    this.places = this.#memory?.places.subarray(0, valueCount) ?? new Int32Array(valueCount);
    const start = this.#rowIdStart;
    if (start >= 0) this.types.fill(ROW_ID_VARINT, start, start + BATCH_ROWS);
  }

  /** With the rows in it; undefined where they are elsewhere. */
  get memory(): LeafMemory | undefined {
    return this.bytes === this.#memory?.run ? this.#memory : undefined;
  }

  /** Reads the table from end to end, or the rows on some of its leaf pages, a batch at a time; answers how many rows. */
  readAll(onBatch: () => void, pages?: Uint32Array): number {
    let rowCount = 0;
    const flush = () => {
      rowCount += this.count;
      if (this.count > 0) onBatch();
      this.count = 0;
    };
    this.tree.walk((cells) => {
      for (let cell = 0; cell < cells.count; ) cell = this.#addCells(cells, cell, cells.count, flush);
      flush();
    }, pages);
    return rowCount;
  }

  /** Leaves only these rows in the batch; answers how many are gone. */
  keep(isWanted: (row: number) => boolean): number {
    const { types, places, rowIdPlaces, count } = this;
    let kept = 0;
    for (let row = 0; row < count; row++) {
      if (!isWanted(row)) continue;
      if (kept < row) {
        rowIdPlaces[kept] = rowIdPlaces[row];
        for (let start = 0; start < types.length; start += BATCH_ROWS) {
          types[start + kept] = types[start + row];
          places[start + kept] = places[start + row];
        }
      }
      kept++;
    }
    this.count = kept;
    return count - kept;
  }

  /** Reads the row of one cell. */
  readCell(cells: LeafCells, cell: number, onBatch: () => void): void {
    const flush = () => {
      if (this.count > 0) onBatch();
      this.count = 0;
    };
    this.#addCells(cells, cell, cell + 1, flush);
    flush();
  }

  /** Puts cells into the batch until it is full; answers the first that is still to come. */
  #addCells(cells: LeafCells, from: number, to: number, flush: () => void): number {
    this.bytes = cells.bytes;
    this.pageBytes = cells.bytes;
    this.pageNumber = cells.pageNumber;
    this.pageStart = cells.pageStart;
    const { payloadAt, localBytes, payloadBytes } = cells;
    for (let cell = from; cell < to; cell++) {
      if (this.count === BATCH_ROWS) {
        flush();
        return cell;
      }
      if (cells.areUsual && this.#memory) {
        const room = Math.min(to, cell + BATCH_ROWS - this.count);
        const rowCount = this.#memory.leafRows(cell, room, this.count, this.#startOf.length, this.#rowIdStart);
        this.count += rowCount;
        cell += rowCount;
        // What comes next, if anything does, is unusual, or the batch is full.
        if (cell === to) return to;
        if (this.count === BATCH_ROWS) {
          flush();
          return cell;
        }
      }
      const wantedBytes = this.#parse(payloadAt[cell], localBytes[cell], payloadBytes[cell]);
      if (wantedBytes < 0) this.tree.noteCell(cells);
      else if (wantedBytes <= localBytes[cell]) this.#finish(cells, cell);
      else {
        flush();
        this.#addLong(cells, cell);
        flush();
        this.bytes = cells.bytes;
      }
    }
    return to;
  }

  #finish({ rowIdAt }: LeafCells, cell: number): void {
    const { count } = this;
    if (this.#rowIdStart >= 0) this.places[this.#rowIdStart + count] = rowIdAt[cell];
    this.rowIdPlaces[count] = rowIdAt[cell];
    this.count = count + 1;
  }

  /** A row of which something wanted lies on overflow pages, put into the empty batch. */
  #addLong(cells: LeafCells, cell: number): void {
    const payload = this.tree.payload(cells, cell);
    if (payload) {
      this.bytes = payload;
      if (this.#parse(0, payload.length, payload.length) >= 0) this.#finish(cells, cell);
      else this.tree.noteCell(cells);
      return;
    }
    // What lies on the page itself is good; the rest is gone.
    const [at, localBytes] = [cells.payloadAt[cell], cells.localBytes[cell]];
    const wantedBytes = this.#parse(at, localBytes, cells.payloadBytes[cell]);
    if (wantedBytes === HEAD_CUT) return;
    for (const start of this.#storedStarts) {
      if (this.places[start] + valueBytes(this.types[start]) > at + localBytes) this.types[start] = 0;
    }
    this.#finish(cells, cell);
  }

  /**
   * The head of a payload: its own size, then the type of each value; then come the values. Answers how many bytes of the
   * payload the wanted values need, −1 if it is damaged, `HEAD_CUT` if the head itself goes on elsewhere.
   */
  #parse(payloadAt: number, readableBytes: number, payloadBytes: number): number {
    const { bytes, types, places, count } = this;
    const varint = this.#varint;
    const startOf = this.#startOf;
    varint.at = payloadAt;
    const headBytes = varint.next(bytes);
    if (headBytes > payloadBytes || headBytes < 1) return -1;
    if (headBytes > readableBytes) return HEAD_CUT;
    const headEnd = payloadAt + headBytes;
    const payloadEnd = payloadAt + payloadBytes;
    let at = varint.at;
    let value = headEnd;
    let position = 0;
    for (; at < headEnd && position < startOf.length; position++) {
      let type = bytes[at++];
      if (type >= 0x80) {
        varint.at = at - 1;
        type = varint.next(bytes);
        at = varint.at;
        if (type >= 2 ** 31) return -1;
      } else if (type === 10 || type === 11) return -1;
      const start = startOf[position];
      if (start >= 0) {
        types[start + count] = type;
        places[start + count] = value;
      }
      value += type < FIRST_BLOB ? VALUE_BYTES[type] : (type - FIRST_BLOB) >> 1;
      if (value > payloadEnd) return -1;
    }
    for (; position < startOf.length; position++) {
      const start = startOf[position];
      if (start < 0) continue;
      types[start + count] = ABSENT;
      // What is told of it is told of its row.
      places[start + count] = payloadAt;
    }
    return at <= headEnd ? value - payloadAt : -1;
  }
}

/** Of a column that is not there: no row has so many. */
const NO_POSITION = -3;
/** More than any payload has. */
const HEAD_CUT = Number.POSITIVE_INFINITY;

function valueBytes(type: number): number {
  if (type < 0) return 0;
  return type < FIRST_BLOB ? VALUE_BYTES[type] : (type - FIRST_BLOB) >> 1;
}
