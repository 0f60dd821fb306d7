import type { ArrangedSlices } from '../arrangedSlices';
import { NO_SLICE } from '../arrows/matchFlows';
import type { SweptLane } from '../arrows/sweptLane';
import { type LoopMemory, putIn } from './wasmMemory';

/** As `sweepLane`, in WebAssembly. What it answers holds until the memory is used again; undefined where there is none. */
export function sweepLaneIn(
  memory: LoopMemory,
  { startNs, durationNs, longEndNs, flags, rowFirstSlice }: ArrangedSlices,
  firstRow: number,
  endRow: number,
  instantsNs: Float64Array,
): SweptLane | undefined {
  const count = instantsNs.length;
  const bytes = 8 * Math.ceil(count / 8);
  let mostSlices = 0;
  for (let row = firstRow; row < endRow; row++)
    mostSlices = Math.max(mostSlices, rowFirstSlice[row + 1] - rowFirstSlice[row]);
  const room = memory.withRoom(longEndNs, 8 * count + 4 * count + 4 + 3 * bytes + 13 * mostSlices);
  if (!room) return undefined;
  const { wasm, longEnds, at: instants } = room;
  const starts = instants + 8 * count;
  const durations = starts + 8 * mostSlices;
  const found = durations + 4 * mostSlices;
  const fits = found + 4 * count;
  const beginning = fits + bytes;
  const touching = beginning + bytes;
  const rowFlags = touching + bytes;
  putIn(wasm, instants, instantsNs);
  const slices = new Uint32Array(wasm.memory.buffer, found, count).fill(NO_SLICE);
  new Uint8Array(wasm.memory.buffer, fits, 3 * bytes).fill(0);
  // The innermost first: of equal fits it stays.
  for (let row = endRow - 1; row >= firstRow; row--) {
    const [from, to] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
    putIn(wasm, starts, startNs.subarray(from, to));
    putIn(wasm, durations, durationNs.subarray(from, to));
    putIn(wasm, rowFlags, flags.subarray(from, to));
    wasm.sweepRow(
      starts,
      durations,
      longEnds,
      rowFlags,
      to - from,
      from,
      instants,
      count,
      found,
      fits,
      beginning,
      touching,
    );
  }
  wasm.markAmbiguous(fits, beginning, touching, count);
  return { found: slices, isAmbiguous: new Uint8Array(wasm.memory.buffer, fits, count) };
}
