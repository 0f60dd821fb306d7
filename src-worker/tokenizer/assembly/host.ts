/** What the WebAssembly asks of ../wasmTokenizer.ts: numbers so rare that they are read as text there. */

/**
 * Reads the bytes [start, end) as a number of µs with an exponent, white space or the like, and hands it over by
 * `setNumber`. False if they are no number.
 */
export declare function oddNumber(start: usize, end: usize): bool;

/** The bytes [start, end) as JavaScript's `Number` takes them; NaN if they are no number. */
export declare function sampleValue(start: usize, end: usize): f64;
