import { type Chunk, type Columns, Slabs } from '../columns/chunks';
import { type NarrowColumn, narrowColumn, narrowWords, widenIntegers } from '../columns/narrowColumn';
import { ID_COLUMNS } from '../columns/segmentColumns';

/** Ids that wait for all others to be read, as a chunk of `ID_COLUMNS` in as little room as its values take. */
export interface NarrowIds {
  readonly count: number;
  readonly narrow: Readonly<Record<keyof typeof ID_COLUMNS, NarrowColumn>>;
}

type IdChunk = Chunk<typeof ID_COLUMNS>;
export type IdChunks = readonly (IdChunk | NarrowIds)[];

/** Slices of so many ids mostly lie within what 16 bits tell. */
const CHUNK_ROWS = 1 << 14;

/** A table of ids that grows: a chunk at a time is wide. */
export class NarrowIdTable {
  readonly #full: NarrowIds[] = [];
  readonly #slabs = new Slabs();
  #open: Columns<typeof ID_COLUMNS> | undefined;
  /** Those of the open chunk, as they were told last. */
  #last: NarrowIds | undefined;
  /** Rows in the columns that `room` answered last. */
  count = 0;

  /** Columns with room for `rows` behind `count`. What one row writes all have to: they are used again. */
  room(rows: number): Columns<typeof ID_COLUMNS> {
    this.#open ??= new Slabs().columns(ID_COLUMNS, CHUNK_ROWS);
    if (this.count + rows <= CHUNK_ROWS) return this.#open;
    this.#full.push(this.#last?.count === this.count ? this.#last : this.#narrow(this.#open));
    this.#last = undefined;
    this.count = 0;
    return this.#open;
  }

  /** All rows so far. More can be put behind them; what is returned does not change. */
  chunks(): IdChunks {
    if (!this.#open || this.count === 0) return [...this.#full];
    if (this.#last?.count !== this.count) this.#last = this.#narrow(this.#open);
    return [...this.#full, this.#last];
  }

  #narrow({ slice, valueLow, valueHigh, kind }: Columns<typeof ID_COLUMNS>): NarrowIds {
    const { count } = this;
    return {
      count,
      narrow: {
        slice: narrowWords(slice.subarray(0, count), this.#slabs),
        valueLow: narrowWords(valueLow.subarray(0, count), this.#slabs),
        valueHigh: narrowColumn(valueHigh.subarray(0, count), this.#slabs),
        kind: narrowColumn(kind.subarray(0, count), this.#slabs),
      },
    };
  }
}

/** Makes chunks wide, one after another in the same columns: each holds until the next. */
export class WideIds {
  #room: Columns<typeof ID_COLUMNS> | undefined;

  of(chunk: IdChunk | NarrowIds): IdChunk {
    if ('columns' in chunk) return chunk;
    this.#room ??= new Slabs().columns(ID_COLUMNS, CHUNK_ROWS);
    const { count, narrow } = chunk;
    for (const name of Object.keys(ID_COLUMNS) as (keyof typeof ID_COLUMNS)[])
      widenIntegers(narrow[name], count, this.#room[name]);
    return { count, columns: this.#room };
  }
}
