import type { ArrangedSlices } from '../arrangedSlices';
import { type ArrangedLane, withExtent } from '../arranging/arrange';
import type { FlowLoops } from '../arrows/matchFlows';
import type { SweptLane } from '../arrows/sweptLane';
import type { ColumnPacking } from '../cache/packedColumn';
import type { IndexSlices, SliceTimes } from '../columns/indexSlices';
import type { SliceChunks } from '../columns/narrowSlices';
import type { NameNumbers } from '../nameNumbers';
import type { IntervalTree } from '../rankIndex';
import { buildIntervalTree, type JoinRow } from '../tree/intervalTree';
import { plainLoops, type SliceLoops } from './sliceLoops';
import { chosenRowsIn } from './wasmChoice';
import { WasmFlows } from './wasmFlows';
import { type Column, type Gather, inMemory, type LoopExports, LoopMemory, putIn } from './wasmMemory';
import { WasmNames } from './wasmNames';
import { WasmPacking } from './wasmPacking';
import { sweepLaneIn } from './wasmSweep';
import { joinRowIn } from './wasmTree';

/** As in assembly/order.ts. */
enum Ordered {
  before,
  now,
  tooManyTies,
}

/** A lane of fewer slices is done before its columns would be copied. */
const FEWEST_SLICES = 256;
/** 1.5 GB, which WebAssembly's memory has in any case. */
const MOST_SLICES = 1 << 26;
const MOST_ROWS = 1 << 15;
/** Slices of which a column is moved at a time, and what they take. */
const PIECE_SLICES = 1 << 16;
const PIECE_BYTES = 8 * (PIECE_SLICES + 1);
/** For fewer a lane's slices are not copied. */
const FEWEST_INSTANTS = 512;
/** More names would take room for good twice and three times while their table grows. */
const MOST_NAME_BYTES = 32 << 20;

/**
 * The loops of assembly/, for which a lane's columns are copied there and back. Lanes that take more than is there, many rows
 * that cross or thousands of slices at one instant, are left to the plain loops.
 */
export class WasmLoops implements SliceLoops {
  readonly #memory: LoopMemory;

  constructor(
    readonly module: WebAssembly.Module,
    readonly plain: SliceLoops = plainLoops,
  ) {
    this.#memory = new LoopMemory(module);
  }

  arrangeLane(slices: IndexSlices, idRefs: Uint32Array, first: number, end: number): ArrangedLane {
    const count = end - first;
    const canBe = count >= FEWEST_SLICES && count <= MOST_SLICES;
    const arranged = canBe ? this.#arrange(slices, idRefs, first, end) : undefined;
    return arranged ?? this.plain.arrangeLane(slices, idRefs, first, end);
  }

  buildIntervalTree(times: SliceTimes, rowFirstSlice: Uint32Array): IntervalTree {
    const joinRow: JoinRow = (row, tree) => joinRowIn(this.#memory, times, rowFirstSlice, row, tree);
    return buildIntervalTree(times, rowFirstSlice, joinRow);
  }

  chosenRows(slices: SliceChunks, max: number): Iterable<number> {
    return chosenRowsIn(this.#memory, slices, max) ?? this.plain.chosenRows(slices, max);
  }

  flowLoops(): FlowLoops {
    return new WasmFlows(this.#memory);
  }

  sweepLane(slices: ArrangedSlices, firstRow: number, endRow: number, instantsNs: Float64Array): SweptLane {
    const isWorthIt = instantsNs.length >= FEWEST_INSTANTS;
    const swept = isWorthIt ? sweepLaneIn(this.#memory, slices, firstRow, endRow, instantsNs) : undefined;
    return swept ?? this.plain.sweepLane(slices, firstRow, endRow, instantsNs);
  }

  columnPacking(): ColumnPacking {
    return WasmPacking.in(this.#memory) ?? this.plain.columnPacking();
  }

  nameNumbers(sizeBytes: number): NameNumbers {
    return sizeBytes <= MOST_NAME_BYTES ? new WasmNames(this.module) : this.plain.nameNumbers(sizeBytes);
  }

  /**
   * In this memory, of which each part is used again when what was in it has been used up:
   *
   *     | ends of long slices | ends of rows | starts of rows | 8 bytes a slice | 4               | 4           | 4
   *                                                             starts, then     durations, then   rows, then     order, where it
   *                                                             each column      the final order   some of the    is another one
   *                                                                                                column in order
   */
  #arrange(slices: IndexSlices, idRefs: Uint32Array, first: number, end: number): ArrangedLane | undefined {
    const count = end - first;
    const room = this.#memory.withRoom(
      slices.longEndNs,
      8 * MOST_ROWS + 4 * (MOST_ROWS + 2) + 20 * count + PIECE_BYTES,
    );
    if (!room) return undefined;
    const { wasm, longEnds, at: rowEnds } = room;
    const rowStarts = rowEnds + 8 * MOST_ROWS;
    const columns = rowStarts + 4 * (MOST_ROWS + 2);
    const durations = columns + 8 * count;
    const rows = durations + 4 * count;
    const order = rows + 4 * count;
    putIn(wasm, columns, slices.startNs.subarray(first, end));
    putIn(wasm, durations, slices.durationNs.subarray(first, end));

    const ordered = wasm.orderSlices(columns, durations, longEnds, count, order, rows);
    if (ordered === Ordered.tooManyTies) return undefined;
    const usedOrder = ordered === Ordered.now ? order : 0;
    const rowCount = wasm.packRows(columns, durations, longEnds, count, usedOrder, rows, rowEnds, MOST_ROWS);
    if (rowCount === 0) return undefined;
    const overlapCount = wasm.overlaps();
    wasm.rowStartsOf(rows, count, rowCount, rowStarts);
    const arranged = { rowStarts: new Uint32Array(wasm.memory.buffer, rowStarts, rowCount + 1).slice(), overlapCount };
    if (rowCount > 1 || ordered === Ordered.now) {
      wasm.finalOrder(rows, usedOrder, count, rowStarts, durations);
      this.#move(wasm, [slices.startNs, ...columnsOf(slices)], first, end, columns);
      this.#moveRefs(wasm, idRefs.subarray(first, end), columns);
    }
    return withExtent(slices, first, arranged);
  }

  /** Puts columns into the order that has been found; the first one has been copied already. */
  #move(wasm: LoopExports, columns: readonly Column[], first: number, end: number, at: number): void {
    columns.forEach((column, i) => {
      const own = column.subarray(first, end);
      if (i > 0) putIn(wasm, at, own);
      moveIn(wasm, own, at);
    });
  }

  /** Most lanes have none. */
  #moveRefs(wasm: LoopExports, refs: Uint32Array, at: number): void {
    putIn(wasm, at, refs);
    if (wasm.hasAny(at, refs.length) !== 0) moveIn(wasm, refs, at);
  }
}

/** Piece by piece from the copy at `at`, behind which the order stands: what nobody writes to of the memory takes no room. */
function moveIn(wasm: LoopExports, column: Column, at: number): void {
  const gather = gatherOf(wasm, column);
  const order = at + 8 * column.length;
  const target = order + 4 * Math.ceil(column.length / 2) * 2;
  for (let from = 0; from < column.length; from += PIECE_SLICES) {
    const piece = column.subarray(from, from + PIECE_SLICES);
    gather(at, order + 4 * from, piece.length, target);
    piece.set(inMemory(wasm, target, piece));
  }
}

function columnsOf({ source, durationNs, name, category, flags }: IndexSlices): readonly Column[] {
  return [source, durationNs, name, category, flags];
}

function gatherOf(wasm: LoopExports, column: Column): Gather {
  if (column.BYTES_PER_ELEMENT === 8) return wasm.gather8;
  if (column.BYTES_PER_ELEMENT === 4) return wasm.gather4;
  return column.BYTES_PER_ELEMENT === 2 ? wasm.gather2 : wasm.gather1;
}
