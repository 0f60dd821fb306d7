import { rowCount } from '../columns/chunks';
import { areWide, type SliceChunks } from '../columns/narrowSlices';
import { runLengthOf } from '../excerpt';
import { type LoopMemory, putIn } from './wasmMemory';

/** None of the slices that are chosen from has its end there. */
const NO_ENDS = new Float64Array(0);

/** As `chosenRows` in excerpt.ts, in WebAssembly; undefined where there is no memory for it, and of narrow columns. */
export function chosenRowsIn(memory: LoopMemory, slices: SliceChunks, max: number): Iterable<number> | undefined {
  if (!areWide(slices)) return undefined;
  const runLength = runLengthOf(slices, max);
  const mostLong = Math.floor(max / 2);
  const mostRows = slices.reduce((most, { count }) => Math.max(most, count), 0);
  const runs = Math.ceil(rowCount(slices) / runLength) + slices.length;
  const room = memory.withRoom(NO_ENDS, 12 * (mostLong + 2) + 8 * runs + 16 * mostRows);
  if (!room) return undefined;
  const { wasm, at: starts } = room;
  const ends = starts + 8 * mostRows;
  const lengths = ends + 8 * mostRows;
  const longRows = lengths + 8 * (mostLong + 1);
  const rowsOfRuns = longRows + 4 * (mostLong + 1);
  wasm.startChoice(mostLong, longRows, lengths, rowsOfRuns);
  let first = 0;
  for (const { columns, count } of slices) {
    putIn(wasm, starts, columns.startNs.subarray(0, count));
    putIn(wasm, ends, columns.endNs.subarray(0, count));
    wasm.chooseSlices(starts, ends, count, first, runLength);
    first += count;
  }
  const { buffer } = wasm.memory;
  return [
    ...new Uint32Array(buffer, longRows, wasm.chosenLong()),
    ...new Uint32Array(buffer, rowsOfRuns, wasm.chosenOfRuns()),
  ];
}
