/**
 * The batch: columns at fixed addresses, as many rows as ../batch.ts says. ../wasmTokenizer.ts lays its typed arrays
 * over them.
 */
export const BATCH_EVENTS: u32 = 65536;
export const BATCH_SAMPLES: u32 = 131072;
export const BATCH_IDS: u32 = 65536;
/** Rows that are sorted by kind begin at the first, second … of so many: then each column has that many more. */
export const ALIGN_ROWS: u32 = 8;

export const phaseColumn: usize = memory.data(BATCH_EVENTS, 16);
export const flagsColumn: usize = memory.data(BATCH_EVENTS, 16);
export const startColumn: usize = memory.data(BATCH_EVENTS << 3, 16);
export const durationColumn: usize = memory.data(BATCH_EVENTS << 3, 16);
export const laneColumn: usize = memory.data(BATCH_EVENTS << 2, 16);
export const nameColumn: usize = memory.data(BATCH_EVENTS << 2, 16);
export const categoryColumn: usize = memory.data(BATCH_EVENTS << 2, 16);
export const idLowColumn: usize = memory.data(BATCH_EVENTS << 2, 16);
export const idHighColumn: usize = memory.data(BATCH_EVENTS << 2, 16);
export const offsetColumn: usize = memory.data(BATCH_EVENTS << 3, 16);

export const sampleEventColumn: usize = memory.data(BATCH_SAMPLES << 2, 16);
export const sampleKeyColumn: usize = memory.data(BATCH_SAMPLES << 2, 16);
export const sampleValueColumn: usize = memory.data(BATCH_SAMPLES << 3, 16);

export const idEventColumn: usize = memory.data(BATCH_IDS << 2, 16);
export const idKindColumn: usize = memory.data(BATCH_IDS, 16);
export const idValueLowColumn: usize = memory.data(BATCH_IDS << 2, 16);
export const idValueHighColumn: usize = memory.data(BATCH_IDS << 2, 16);
