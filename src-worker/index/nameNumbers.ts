import type { StringTable } from '../tokenizer/batch';
import { ByteInterner } from '../tokenizer/byteInterner';
import type { PackedStrings } from './rankIndex';

/** Brings names of several tables together: numbers in order of first sight over all of them. */
export interface NameNumbers {
  /** The number of each of the strings, in shared memory. */
  internAll(strings: PackedStrings): Uint32Array;
  /** All so far, as it is until the next call. */
  readonly table: StringTable;
}

export class PlainNames implements NameNumbers {
  readonly table = new ByteInterner();

  internAll(strings: PackedStrings): Uint32Array {
    return internAll(this.table, strings);
  }
}

export function internAll(into: ByteInterner, strings: PackedStrings): Uint32Array {
  const map = new Uint32Array(new SharedArrayBuffer(4 * strings.ends.length));
  const { bytes, ends } = strings;
  // Nearly all of the first segment are new, and of the others few as a rule.
  if (into.size <= 1) into.reserve(ends.length);
  for (let id = 0, start = 0; id < map.length; start = ends[id++]) map[id] = into.intern(bytes, start, ends[id]);
  return map;
}
