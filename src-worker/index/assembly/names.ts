import { TABLE_BYTES, tableAt } from '../../tokenizer/assembly/tables';

/** Behind the bytes given, what hashing and comparing them may read. */
const SLACK_BYTES: usize = 64;

const table = tableAt(memory.data(TABLE_BYTES, 16));
/** What ../loops/wasmNames.ts reads as a `WasmTable`. */
export const namesAddress: usize = changetype<usize>(table);

let room: usize = 0;

/** Once per instance, of which nothing else may be used then: the table's memory lies where lanes would. */
export function startNames(): void {
  table.initialise();
  table.clear();
}

/** Room for `sizeBytes`, in the place of what was given before. */
export function roomForNames(sizeBytes: u32): usize {
  if (room !== 0) heap.free(room);
  room = heap.alloc(<usize>sizeBytes + SLACK_BYTES);
  return room;
}

/** Numbers strings that stand one after another in `bytes`, each to its end in `ends`. */
export function internNames(bytes: usize, ends: usize, count: u32, ids: usize): void {
  let start = bytes;
  for (let i: usize = 0; i < count; i++) {
    const end = bytes + load<u32>(ends + (i << 2));
    store<u32>(ids + (i << 2), table.intern(start, end));
    start = end;
  }
}
