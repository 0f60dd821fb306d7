import {
  BLOCK_VALUES,
  type ColumnPacking,
  kindOf,
  PACKED_BYTES,
  type PackableColumn,
  PIECE_VALUES,
  SLACK_BYTES,
  type Unpacked,
} from '../cache/packedColumn';
import { inMemory, type LoopExports, type LoopMemory, putIn } from './wasmMemory';

const NO_ENDS = new Float64Array(0);
const VALUE_BYTES = 8;

/** Packs and unpacks columns as assembly/pack.ts does, piece by piece. For one file: others move the memory. */
export class WasmPacking implements ColumnPacking {
  readonly bytes: Uint8Array;
  readonly #wasm: LoopExports;
  /** In this memory: packed bytes, a piece's values, those of a block. */
  readonly #packed: number;
  readonly #values: number;

  private constructor(wasm: LoopExports, at: number) {
    this.#wasm = wasm;
    this.#packed = at;
    this.#values = at + PACKED_BYTES + SLACK_BYTES;
    this.bytes = new Uint8Array(wasm.memory.buffer, at, PACKED_BYTES);
  }

  /** Undefined where there is no room. */
  static in(memory: LoopMemory): WasmPacking | undefined {
    const room = memory.withRoom(NO_ENDS, PACKED_BYTES + SLACK_BYTES + VALUE_BYTES * (PIECE_VALUES + BLOCK_VALUES));
    return room && new WasmPacking(room.wasm, room.at);
  }

  pack(column: PackableColumn, at: number, end: number): number {
    putIn(this.#wasm, this.#values, column.subarray(at, end));
    const spare = this.#values + VALUE_BYTES * PIECE_VALUES;
    return this.#wasm.packBlocks(kindOf(column), this.#values, end - at, this.#packed, spare) - this.#packed;
  }

  unpack(from: number, end: number, column: PackableColumn, at: number): Unpacked | undefined {
    const wasm = this.#wasm;
    const count = Math.min(PIECE_VALUES, column.length - at);
    const behind = wasm.unpackBlocks(kindOf(column), this.#packed + from, this.#packed + end, count, this.#values);
    if (behind === 0) return undefined;
    const values = wasm.unpackedValues();
    const own = column.subarray(at, at + values);
    own.set(inMemory(wasm, this.#values, own));
    return { values, end: behind - this.#packed };
  }
}
