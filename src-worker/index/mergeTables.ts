import { ByteInterner } from '../tokenizer/byteInterner';
import type { PackedStrings } from './rankIndex';
import type { SegmentTables } from './segmentEvents';
import { packedText, packStrings } from './strings';

/** A lane by the texts of its pid and tid. */
export interface ThreadKey {
  readonly pid: string;
  readonly tid: string;
}

/** From a segment's ids to the common ones. */
export interface IdMaps {
  readonly name: Uint32Array;
  readonly category: Uint32Array;
  /** To positions in `MergedTables.threads`. */
  readonly lane: Uint32Array;
}

export interface MergedTables {
  readonly names: PackedStrings;
  readonly categories: readonly string[];
  readonly threads: readonly ThreadKey[];
  /** One per segment. */
  readonly maps: readonly IdMaps[];
}

/** Brings the ids of all segments together; common ids are in order of first sight over all segments. */
export function mergeTables(tables: readonly SegmentTables[]): MergedTables {
  const single = tables.length === 1 ? tables[0].names : undefined;
  const names = new ByteInterner();
  const categories = new ByteInterner();
  categories.intern(new Uint8Array(0), 0, 0);
  const threads: ThreadKey[] = [];
  const threadByKey = new Map<string, number>();
  const maps = tables.map((table): IdMaps => {
    const lane = new Uint32Array(table.lanePid.length);
    for (let i = 0; i < lane.length; i++) {
      const pid = packedText(table.laneTexts, table.lanePid[i]);
      const tid = packedText(table.laneTexts, table.laneTid[i]);
      const key = JSON.stringify([pid, tid]);
      let thread = threadByKey.get(key);
      if (thread === undefined) {
        thread = threads.push({ pid, tid }) - 1;
        threadByKey.set(key, thread);
      }
      lane[i] = thread;
    }
    const name = single ? sameIds(single.ends.length) : internAll(names, table.names);
    return { name, category: internAll(categories, table.categories), lane };
  });
  const packed = packStrings(categories);
  return {
    names: single ?? packStrings(names),
    categories: Array.from({ length: categories.size }, (_, id) => packedText(packed, id)),
    threads,
    maps,
  };
}

function internAll(into: ByteInterner, strings: PackedStrings): Uint32Array {
  const map = new Uint32Array(new SharedArrayBuffer(4 * strings.ends.length));
  const { bytes, ends } = strings;
  for (let id = 0, start = 0; id < map.length; start = ends[id++]) map[id] = into.intern(bytes, start, ends[id]);
  return map;
}

function sameIds(count: number): Uint32Array {
  const map = new Uint32Array(new SharedArrayBuffer(4 * count));
  for (let id = 0; id < count; id++) map[id] = id;
  return map;
}
