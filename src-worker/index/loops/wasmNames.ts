import { WasmTable } from '../../tokenizer/wasmViews';
import type { NameNumbers } from '../nameNumbers';
import type { PackedStrings } from '../rankIndex';

/** What assembly/names.ts exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly namesAddress: { readonly value: number };
  startNames(): void;
  roomForNames(sizeBytes: number): number;
  internNames(bytes: number, ends: number, count: number, ids: number): void;
}

/** The table of assembly/names.ts, in an instance of its own. Traps where there is no memory for it. */
export class WasmNames implements NameNumbers {
  readonly table: WasmTable;
  readonly #wasm: Exports;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {});
    if (!hasNames(exports)) throw new TypeError('The WebAssembly module has no table of names');
    this.#wasm = exports;
    exports.startNames();
    this.table = new WasmTable(exports.memory.buffer, exports.namesAddress.value);
  }

  internAll({ bytes, ends }: PackedStrings): Uint32Array {
    const wasm = this.#wasm;
    const count = ends.length;
    // Behind the bytes: the ends and the numbers.
    const endsAt = 4 * Math.ceil(bytes.length / 4);
    const at = wasm.roomForNames(endsAt + 8 * count) >>> 0;
    const { buffer } = wasm.memory;
    new Uint8Array(buffer, at, bytes.length).set(bytes);
    new Uint32Array(buffer, at + endsAt, count).set(ends);
    wasm.internNames(at, at + endsAt, count, at + endsAt + 4 * count);
    const ids = new Uint32Array(new SharedArrayBuffer(4 * count));
    ids.set(new Uint32Array(wasm.memory.buffer, at + endsAt + 4 * count, count));
    this.table.layOver(wasm.memory.buffer);
    return ids;
  }
}

function hasNames(exports: object): exports is Exports {
  return 'internNames' in exports && 'namesAddress' in exports;
}
