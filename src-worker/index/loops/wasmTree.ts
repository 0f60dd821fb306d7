import type { SliceTimes } from '../columns/indexSlices';
import { type IntervalTree, TREE_FANOUT_BITS } from '../rankIndex';
import { type Column, inMemory, type LoopExports, type LoopMemory, putIn } from './wasmMemory';

const FANOUT = 1 << TREE_FANOUT_BITS;
/** A row of fewer slices is joined before its columns would be copied. */
const FEWEST_SLICES = 512;
/** 1.9 GB of memory. */
const MOST_SLICES = 1 << 26;
/** See the columns in assembly/tree.ts. */
const FLOATS = 9;
const FIRST_SPLIT = 5;
const WORDS = 3;
const NODE_BYTES = 8 * FLOATS + 4 * WORDS + 2;

/** As a `JoinRow`, in WebAssembly: its slices are copied there, and its nodes back. */
export function joinRowIn(
  memory: LoopMemory,
  { startNs, durationNs, longEndNs }: SliceTimes,
  rowFirstSlice: Uint32Array,
  row: number,
  tree: IntervalTree,
): boolean {
  const [first, end] = [rowFirstSlice[row], rowFirstSlice[row + 1]];
  const count = end - first;
  if (count < FEWEST_SLICES || count > MOST_SLICES) return false;
  const room = memory.withRoom(longEndNs, 16 * count + levelsBytes(count));
  if (!room) return false;
  const { wasm, longEnds, at: starts } = room;
  const ends = starts + 8 * count;
  const levels = ends + 8 * count;
  putIn(wasm, starts, startNs.subarray(first, end));
  // Where nodes will be.
  putIn(wasm, levels, durationNs.subarray(first, end));
  wasm.endsOf(starts, levels, longEnds, count, ends);
  wasm.joinRow(starts, ends, count, first, levels);

  let at = levels;
  let nodes = count;
  for (let level = 0; nodes > FANOUT; level++) {
    nodes = Math.ceil(nodes / FANOUT);
    putNodes(wasm, at, tree, level, row, nodes);
    at += levelBytes(nodes);
  }
  return true;
}

/** Copies a row's nodes of a level from where assembly/tree.ts has put them. */
function putNodes(
  wasm: LoopExports,
  at: number,
  { levels, shapes, splits }: IntervalTree,
  level: number,
  row: number,
  count: number,
): void {
  const nodes = levels[level];
  const first = nodes.rowFirstNode[row];
  const { gapNs, leastBusy, mostBusy } = shapes[level];
  const put = (column: Column, from: number) => {
    const own = column.subarray(first, first + count);
    own.set(inMemory(wasm, from, own));
  };
  const words = at + 8 * FLOATS * count;
  const bytes = words + 4 * WORDS * count;
  [nodes.startNs, nodes.endNs, nodes.busyNs, nodes.longestNs, gapNs].forEach((column, i) => {
    put(column, at + 8 * i * count);
  });
  put(nodes.longest, words);
  put(leastBusy, bytes);
  put(mostBusy, bytes + count);
  // The lowest level has room for splits, but none.
  const split = splits[level - 1];
  if (!split) return;
  [split.gapStartNs, split.nextGapNs, split.busyBeforeNs, split.otherLongestNs].forEach((column, i) => {
    put(column, at + 8 * (FIRST_SPLIT + i) * count);
  });
  put(split.before, words + 4 * count);
  put(split.otherLongest, words + 8 * count);
}

function levelBytes(nodes: number): number {
  return Math.ceil((NODE_BYTES * nodes) / 8) * 8;
}

function levelsBytes(count: number): number {
  let sum = 0;
  for (let nodes = count; nodes > FANOUT; ) {
    nodes = Math.ceil(nodes / FANOUT);
    sum += levelBytes(nodes);
  }
  return sum;
}
