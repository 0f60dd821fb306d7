/** What both sides read and write between calls of `parse`; its layout is repeated in ../wasmTokenizer.ts. */
@unmanaged
export class State {
  /** As in ../batch.ts, but addresses. */
  position: usize;
  eventStart: usize;
  /** Rows of the batch that are filled. */
  count: u32;
  sampleCount: u32;
  /** Whether `baseUs` is set. */
  hasBase: u32;
  /** Where the bytes to parse are. */
  buffer: usize;
  baseUs: f64;
  idCount: u32;
  /** Whether one of the keys of the args read last is one that only collectives have. */
  hasCollectiveArgs: u32;
  /** As in ../batch.ts. */
  oddValueCount: u32;
  oddValueEvent: u32;
}

export const state = changetype<State>(memory.data(offsetof<State>(), 16));
