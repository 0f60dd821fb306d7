import { CLOSE_BRACKET, OPEN_BRACE } from './characters';
import { BATCH_EVENTS } from './columns';
import { Outcome, readEvent } from './event';
import { isRoomForIds } from './ids';
import { clearKinds, initialiseKinds, totals } from './kinds';
import { clearLanes, initialiseLanes, lanes } from './lanes';
import { clearSamples } from './samples';
import { putSentinel, SLACK_BYTES, skipCommas } from './scan';
import { state } from './state';
import { categories, clearTables, initialiseTables, laneTexts, names } from './tables';
import { readUsualEvent } from './usualEvent';

export { blockSum } from './blockSum';
export * from './columns';
export {
  flowEndRows,
  idRows,
  kindColumn,
  kindCounts,
  pairedRows,
  phaseCounts,
  placeRows,
  sliceRows,
  sortByKind,
} from './kinds';
export { setNumber } from './numbers';
export { sampledCounters, sampleRows, sortSamples } from './sampleRows';

/** As `ParseStop` in ../batch.ts, in its order. */
export enum Stop {
  needBytes,
  batchFull,
  arrayEnd,
  badByte,
}

/** Addresses of what ../wasmTokenizer.ts reads. */
export const stateAddress: usize = changetype<usize>(state);
export const namesAddress: usize = changetype<usize>(names);
export const categoriesAddress: usize = changetype<usize>(categories);
export const laneTextsAddress: usize = changetype<usize>(laneTexts);
export const lanesAddress: usize = changetype<usize>(lanes);
export const totalsAddress: usize = changetype<usize>(totals);

initialiseTables();
initialiseLanes();
initialiseKinds();

/** Makes room for `sizeBytes` bytes to parse, keeping those there are; answers where they are. */
export function reserve(sizeBytes: u32): usize {
  const withSlack = <usize>sizeBytes + SLACK_BYTES;
  state.buffer = state.buffer === 0 ? heap.alloc(withSlack) : heap.realloc(state.buffer, withSlack);
  return state.buffer;
}

/** As `Tokenizer.reset`; the base is set by the other side. */
export function reset(): void {
  clearTables();
  clearLanes();
  clearKinds();
  clearSamples();
  state.position = state.buffer;
  state.eventStart = state.buffer;
}

/** As `Tokenizer.parse`: parses the buffer's bytes [from, to). */
export function parse(from: u32, to: u32, fileOffset: f64): Stop {
  const end = state.buffer + to;
  putSentinel(end);
  let p = state.buffer + from;
  while (true) {
    p = skipCommas(p);
    const c: u32 = load<u8>(p);
    state.position = p;
    state.eventStart = p;
    if (p >= end) return Stop.needBytes;
    if (c === CLOSE_BRACKET) {
      state.position = p + 1;
      return Stop.arrayEnd;
    }
    if (c !== OPEN_BRACE) return Stop.badByte;
    if (state.count === BATCH_EVENTS || !isRoomForIds()) return Stop.batchFull;
    const sampleCount = state.sampleCount;
    const idCount = state.idCount;
    let outcome = readUsualEvent(p, end, fileOffset);
    if (outcome === Outcome.unusual) outcome = readEvent(p, end, fileOffset);
    if (outcome !== Outcome.done) {
      state.sampleCount = sampleCount;
      state.idCount = idCount;
      if (outcome === Outcome.badByte) return Stop.badByte;
      state.position = p;
      return outcome === Outcome.noRoom ? Stop.batchFull : Stop.needBytes;
    }
    p = state.position;
  }
}
