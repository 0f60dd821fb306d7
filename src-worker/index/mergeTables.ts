import { ByteInterner } from '../tokenizer/byteInterner';
import type { PackedStrings } from './rankIndex';
import type { SegmentTables } from './segmentEvents';
import { jsonText, packedBytes, packedText, packStrings } from './strings';

/** From a segment's ids to the common ones. */
export interface IdMaps {
  readonly name: Uint32Array;
  readonly category: Uint32Array;
  /** To threads, or to lanes once it is known which threads have lanes of their own. */
  readonly lane: Uint32Array;
}

/** The distinct pairs of pid and tid, in order of first sight. Columns, since there can be a million. */
export interface Threads {
  /** Numbers in `texts`. */
  readonly pid: Uint32Array;
  readonly tid: Uint32Array;
  readonly texts: PackedStrings;
}

export interface MergedTables {
  readonly names: PackedStrings;
  readonly categories: readonly string[];
  readonly threads: Threads;
  /** One per segment. */
  readonly maps: readonly IdMaps[];
}

/** Brings the ids of all segments together; common ids are in order of first sight over all segments. */
export function mergeTables(tables: readonly SegmentTables[]): MergedTables {
  const single = tables.length === 1 ? tables[0].names : undefined;
  const names = new ByteInterner();
  const categories = new ByteInterner();
  categories.intern(new Uint8Array(0), 0, 0);
  const threads = new ThreadTable();
  const maps = tables.map((table): IdMaps => {
    const lane = threads.addAll(table);
    const name = single ? sameIds(single.ends.length) : internAll(names, table.names);
    return { name, category: internAll(categories, table.categories), lane };
  });
  const packed = packStrings(categories);
  return {
    names: single ?? packStrings(names),
    categories: Array.from({ length: categories.size }, (_, id) => packedText(packed, id)),
    threads: threads.columns(),
    maps,
  };
}

class ThreadTable {
  readonly #texts = new ByteInterner();
  readonly #pids: number[] = [];
  readonly #tids: number[] = [];
  readonly #byKey = new Map<number, number>();

  /** The threads of the segment's lanes. */
  addAll({ laneTexts, lanePid, laneTid }: SegmentTables): Uint32Array {
    const texts = internTexts(this.#texts, laneTexts);
    return lanePid.map((pid, lane) => this.#add(texts[pid], texts[laneTid[lane]]));
  }

  #add(pid: number, tid: number): number {
    // Exact up to 67 million distinct texts.
    const key = pid * 2 ** 26 + tid;
    let thread = this.#byKey.get(key);
    if (thread === undefined) {
      thread = this.#pids.push(pid) - 1;
      this.#tids.push(tid);
      this.#byKey.set(key, thread);
    }
    return thread;
  }

  columns(): Threads {
    return { pid: Uint32Array.from(this.#pids), tid: Uint32Array.from(this.#tids), texts: packStrings(this.#texts) };
  }
}

function internAll(into: ByteInterner, strings: PackedStrings): Uint32Array {
  const map = new Uint32Array(new SharedArrayBuffer(4 * strings.ends.length));
  const { bytes, ends } = strings;
  for (let id = 0, start = 0; id < map.length; start = ends[id++]) map[id] = into.intern(bytes, start, ends[id]);
  return map;
}

const BACKSLASH = 0x5c;

/** As `internAll`, but with escapes undone: a pid may be written in two ways. */
function internTexts(into: ByteInterner, strings: PackedStrings): Uint32Array {
  if (!strings.bytes.includes(BACKSLASH)) return internAll(into, strings);
  return Uint32Array.from(strings.ends, (_, id) => {
    const bytes = packedBytes(strings, id);
    const plain = bytes.includes(BACKSLASH) ? unescaped(bytes) : bytes;
    return into.intern(plain, 0, plain.length);
  });
}

/** The bytes that stand for the same text and have no escapes but what must be escaped. */
function unescaped(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(jsonText(bytes)).slice(1, -1));
}

function sameIds(count: number): Uint32Array {
  const map = new Uint32Array(new SharedArrayBuffer(4 * count));
  for (let id = 0; id < count; id++) map[id] = id;
  return map;
}
