import { ByteInterner } from '../../tokenizer/byteInterner';
import { MAX_CATEGORY } from '../../tokenizer/kinds';
import { groupNumbers } from '../groupNumbers';
import type { IdMaps } from '../idMaps';
import { plainLoops, type SliceLoops } from '../loops/sliceLoops';
import { internAll } from '../nameNumbers';
import type { PackedStrings } from '../rankIndex';
import type { SegmentTables } from '../segmentEvents';
import { jsonText, packedBytes, packedText, packStrings } from '../strings';

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
export function mergeTables(tables: readonly SegmentTables[], loops: SliceLoops = plainLoops): MergedTables {
  const single = tables.length === 1 ? tables[0].names : undefined;
  const names = loops.nameNumbers(tables.reduce((sum, table) => sum + table.names.bytes.length, 0));
  const categories = new ByteInterner();
  categories.intern(new Uint8Array(0), 0, 0);
  const all = new ThreadTable();
  for (const table of tables) all.add(table);
  const { threads, maps: lanes } = all.merged();
  const maps = tables.map((table, i): IdMaps => {
    const name = single ? sameIds(single.ends.length) : names.internAll(table.names);
    return { name, ...internCategories(categories, table.categories), lane: lanes[i] };
  });
  const packed = packStrings(categories);
  return {
    names: single ?? packStrings(names.table),
    categories: Array.from({ length: Math.min(categories.size, MAX_CATEGORY + 1) }, (_, id) => packedText(packed, id)),
    threads,
    maps,
  };
}

class ThreadTable {
  readonly #texts = new ByteInterner();
  /** Segment after segment, and of each lane by lane. */
  readonly #pids: Uint32Array[] = [];
  readonly #tids: Uint32Array[] = [];

  add({ laneTexts, lanePid, laneTid }: SegmentTables): void {
    const texts = internTexts(this.#texts, laneTexts);
    this.#pids.push(lanePid.map((pid) => texts[pid]));
    this.#tids.push(laneTid.map((tid) => texts[tid]));
  }

  /** The threads, and of each segment's lanes which they are. */
  merged(): { threads: Threads; maps: readonly Uint32Array[] } {
    const [pids, tids] = [joined(this.#pids), joined(this.#tids)];
    const { of, count } = groupNumbers([pids, tids], pids.length);
    const [pid, tid] = [new Uint32Array(count), new Uint32Array(count)];
    for (let lane = 0; lane < of.length; lane++) {
      pid[of[lane]] = pids[lane];
      tid[of[lane]] = tids[lane];
    }
    let first = 0;
    const maps = this.#pids.map(({ length }) => {
      first += length;
      return of.slice(first - length, first);
    });
    return { threads: { pid, tid, texts: packStrings(this.#texts) }, maps };
  }
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Categories have 16 bits: those beyond them in a segment no event of it has; those beyond them in all are none. */
function internCategories(into: ByteInterner, strings: PackedStrings): Pick<IdMaps, 'category' | 'isLost'> {
  const all = internAll(into, { bytes: strings.bytes, ends: strings.ends.subarray(0, MAX_CATEGORY + 1) });
  if (into.size <= MAX_CATEGORY + 1) return { category: all };
  return {
    category: all.map((id) => (id > MAX_CATEGORY ? 0 : id)),
    isLost: Uint8Array.from(all, (id) => (id > MAX_CATEGORY ? 1 : 0)),
  };
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
