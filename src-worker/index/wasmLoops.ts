import { type ArrangedLane, withExtent } from './arrange';
import type { IndexSlices, SliceTimes } from './indexSlices';
import { buildIntervalTree, type JoinRow } from './intervalTree';
import type { NameNumbers } from './nameNumbers';
import type { IntervalTree } from './rankIndex';
import { plainLoops, type SliceLoops } from './sliceLoops';
import { type Column, type Gather, inMemory, type LoopExports, LoopMemory, putIn } from './wasmMemory';
import { WasmNames } from './wasmNames';
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

  nameNumbers(sizeBytes: number): NameNumbers {
    return sizeBytes <= MOST_NAME_BYTES ? new WasmNames(this.module) : this.plain.nameNumbers(sizeBytes);
  }

  /**
   * In this memory, of which each part is used again when what was in it has been used up:
   *
   *     | ends of long slices | ends of rows | starts of rows | 8 bytes a slice | 8 | 4 | 4 |
   *                                                             starts, then     ends, then the final order
   *                                                             each column              order, rows; then columns in order
   */
  #arrange(slices: IndexSlices, idRefs: Uint32Array, first: number, end: number): ArrangedLane | undefined {
    const count = end - first;
    const room = this.#memory.withRoom(slices.longEndNs, 8 * MOST_ROWS + 4 * (MOST_ROWS + 2) + 24 * count);
    if (!room) return undefined;
    const { wasm, longEnds, at: rowEnds } = room;
    const rowStarts = rowEnds + 8 * MOST_ROWS;
    const columns = rowStarts + 4 * (MOST_ROWS + 2);
    const ends = columns + 8 * count;
    const order = ends + 8 * count;
    const rows = order + 4 * count;
    putIn(wasm, columns, slices.startNs.subarray(first, end));
    putIn(wasm, order, slices.durationNs.subarray(first, end));
    wasm.endsOf(columns, order, longEnds, count, ends);

    const ordered = wasm.orderSlices(columns, ends, count, order, rows);
    if (ordered === Ordered.tooManyTies) return undefined;
    const usedOrder = ordered === Ordered.now ? order : 0;
    const rowCount = wasm.packRows(columns, ends, count, usedOrder, rows, rowEnds, MOST_ROWS);
    if (rowCount === 0) return undefined;
    const overlapCount = wasm.overlaps();
    wasm.rowStartsOf(rows, count, rowCount, rowStarts);
    const arranged = { rowStarts: new Uint32Array(wasm.memory.buffer, rowStarts, rowCount + 1).slice(), overlapCount };
    if (rowCount > 1 || ordered === Ordered.now) {
      wasm.finalOrder(rows, usedOrder, count, rowStarts, ends);
      this.#move(wasm, [slices.startNs, ...columnsOf(slices)], first, end, columns);
      this.#moveRefs(wasm, idRefs.subarray(first, end), columns);
    }
    return withExtent(slices, first, arranged);
  }

  /** Puts columns into the order that has been found; the first one has been copied already. */
  #move(wasm: LoopExports, columns: readonly Column[], first: number, end: number, at: number): void {
    const count = end - first;
    const order = at + 8 * count;
    const target = order + 8 * count;
    columns.forEach((column, i) => {
      const own = column.subarray(first, end);
      if (i > 0) putIn(wasm, at, own);
      gatherOf(wasm, column)(at, order, count, target);
      own.set(inMemory(wasm, target, own));
    });
  }

  /** Most lanes have none. */
  #moveRefs(wasm: LoopExports, refs: Uint32Array, at: number): void {
    putIn(wasm, at, refs);
    if (wasm.hasAny(at, refs.length) === 0) return;
    const order = at + 8 * refs.length;
    wasm.gather4(at, order, refs.length, order + 8 * refs.length);
    refs.set(inMemory(wasm, order + 8 * refs.length, refs));
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
