/**
 * Where everything lies in the memory of an instance. What is read of a file comes first; places in it are counted from `run`.
 *
 *     run | cells of a page: id, payload, sizes | columns of the rows | a batch: types, places, ids | values of a column
 */

const RUN_BYTES: usize = (1 << 18) + 16;
/** More than a page of 64 kB can hold, of rows that are not empty. */
export const MOST_CELLS: i32 = 1 << 14;
/** Rows of a batch. */
export const BATCH_ROWS: i32 = 256;
export const MOST_COLUMNS: i32 = 64;
export const MOST_POSITIONS: i32 = 1 << 10;

export const run: usize = (__heap_base + 15) & ~15;
/** As the columns of LeafCells. */
export const rowIds: usize = run + RUN_BYTES;
export const payloads: usize = rowIds + ((<usize>MOST_CELLS) << 2);
export const locals: usize = payloads + ((<usize>MOST_CELLS) << 2);
export const sizes: usize = locals + ((<usize>MOST_CELLS) << 2);
/** Of each position in a row, where its column begins in `types` and `places`; −1 for none. */
export const starts: usize = sizes + ((<usize>MOST_CELLS) << 3);
/** As those of RowBatch. */
export const types: usize = starts + ((<usize>MOST_POSITIONS) << 2);
export const places: usize = types + ((<usize>MOST_COLUMNS * BATCH_ROWS) << 2);
export const rowIdPlaces: usize = places + ((<usize>MOST_COLUMNS * BATCH_ROWS) << 2);
/** What a column is decoded to: floats, or the two halves of 64 bits. */
export const values: usize = rowIdPlaces + ((<usize>BATCH_ROWS) << 2);
export const highs: usize = values + ((<usize>BATCH_ROWS) << 3);
export const lows: usize = highs + ((<usize>BATCH_ROWS) << 2);
export const end: usize = lows + ((<usize>BATCH_ROWS) << 2);
