import { builtInCollectives, type CollectiveNames } from '../names/collectiveNames';
import { type LaneLayout, layOutLanes } from './arrange';
import { type Chunk, type Chunks, type Columns, createColumns, rowCount } from './chunks';
import { createIdRefs, type IdSource } from './gatherIds';
import { type LaneIds, LaneRegistry } from './laneRegistry';
import { type IdMaps, type MergedTables, mergeTables } from './mergeTables';
import { collectMetadata, type MetadataByPid } from './metadata';
import { type PairedSlices, pairEvents } from './pairEvents';
import { INDEX_SLICE_COLUMNS, type PackedStrings } from './rankIndex';
import type { SegmentEvents, SLICE_COLUMNS } from './segmentEvents';
import { packedText } from './strings';
import { markTaskKinds, type SlicesWithMaps } from './taskKinds';

/** A slice lane while the index is made. */
export interface DraftLane {
  readonly localId: number;
  readonly groupLocalId: number;
  readonly pid: string;
  readonly tid: string;
  readonly name: string;
  readonly sortIndex: number;
}

/** Slices that go into the index, with the maps to the common ids. */
export interface SliceSource extends IdSource {
  readonly slices: Chunks<typeof SLICE_COLUMNS>;
  readonly maps: Pick<IdMaps, 'name' | 'category'>;
  /** Where they go: see `LaneLayout.sourceFirst`. */
  readonly first: Uint32Array;
}

/**
 * All that is decided before the slices are moved: which lanes there are, what everything is called, and where each
 * source's slices go. Shared between threads, which then fill `slices`.
 */
export interface IndexDraft {
  readonly lanes: readonly DraftLane[];
  readonly laneIds: LaneIds;
  readonly metadata: MetadataByPid;
  readonly maps: readonly IdMaps[];
  readonly names: PackedStrings;
  readonly categories: readonly string[];
  readonly sources: readonly SliceSource[];
  readonly laneFirst: LaneLayout['laneFirst'];
  readonly slices: Columns<typeof INDEX_SLICE_COLUMNS>;
  /** Of each slice where its ids stand: see gatherIds.ts. Empty where none has any. */
  readonly idRefs: Uint32Array;
  readonly paired: Pick<PairedSlices, 'sources' | 'unfinishedCount' | 'unmatched'>;
}

/** A draft whose slices have been moved to their lanes, and are not needed where they were any more. */
export type PlacedDraft = Omit<IndexDraft, 'sources'>;

export function draftIndex(
  segments: readonly SegmentEvents[],
  laneIds: LaneIds,
  collectives: CollectiveNames = builtInCollectives,
): IndexDraft {
  return new Drafting(segments, laneIds, collectives).draft();
}

class Drafting {
  readonly #registry: LaneRegistry;
  readonly #tables: MergedTables;
  readonly #metadata: MetadataByPid;
  readonly #lanes: DraftLane[] = [];
  readonly #laneByLocalId = new Map<number, number>();

  constructor(
    readonly segments: readonly SegmentEvents[],
    laneIds: LaneIds,
    readonly collectives: CollectiveNames,
  ) {
    this.#registry = new LaneRegistry(laneIds);
    this.#tables = mergeTables(segments.map(({ tables }) => tables));
    this.#metadata = collectMetadata(segments.flatMap(({ metadata }) => metadata));
  }

  draft(): IndexDraft {
    const { segments } = this;
    const { maps, names, categories, threads } = this.#tables;
    // Threads first: the lane maps lead to their positions; asynchronous lanes follow.
    for (const { pid, tid } of threads) this.#addThread(pid, tid);
    const paired = this.#pair();
    const all = this.#allSlices(paired.slices);
    this.#markTasks(all);

    const extra = [paired.slices].filter(({ count }) => count > 0);
    const same = { name: sameIds(names.ends.length), category: sameIds(categories.length) };
    const sameLanes = sameIds(this.#lanes.length);
    const layout = layOutLanes(
      [...segments.map(({ slicesPerLane }) => slicesPerLane), ...extra.map((chunk) => this.#countLanes(chunk))],
      [...maps.map(({ lane }) => lane), ...extra.map(() => sameLanes)],
      this.#lanes.length,
    );
    let firstChunk = 0;
    const sources = [
      ...segments.map(({ slices, ids }, i) => {
        const source = { slices, ids, firstChunk, maps: maps[i], first: layout.sourceFirst[i] };
        firstChunk += ids.length;
        return source;
      }),
      ...extra.map((chunk, i) => ({
        slices: [chunk],
        ids: [],
        firstChunk: 0,
        maps: same,
        first: layout.sourceFirst[segments.length + i],
      })),
    ];
    const { sources: pairs, unfinishedCount, unmatched } = paired;
    return {
      lanes: this.#lanes,
      laneIds: this.#registry.ids,
      metadata: this.#metadata,
      maps,
      names,
      categories,
      sources,
      laneFirst: layout.laneFirst,
      slices: createColumns(INDEX_SLICE_COLUMNS, layout.sliceCount),
      idRefs: createIdRefs(layout.sliceCount, segments),
      paired: { sources: pairs, unfinishedCount, unmatched },
    };
  }

  #addLane(lane: Omit<DraftLane, 'groupLocalId'>): number {
    const known = this.#laneByLocalId.get(lane.localId);
    if (known !== undefined) return known;
    const position = this.#lanes.push({ ...lane, groupLocalId: this.#registry.group(lane.pid) }) - 1;
    this.#laneByLocalId.set(lane.localId, position);
    return position;
  }

  #addThread(pid: string, tid: string): void {
    const process = this.#metadata.get(pid);
    this.#addLane({
      localId: this.#registry.thread(pid, tid),
      pid,
      tid,
      // Kineto names some of its threads with nothing; a lane without a title can't be told from its neighbours.
      name: process?.threadNames.get(tid) || (tid === '' ? (process?.name ?? 'Trace') : `Thread ${tid}`),
      sortIndex: process?.threadSortIndexes.get(tid) ?? 0,
    });
  }

  #pair(): PairedSlices {
    const { segments } = this;
    const { maps, categories } = this.#tables;
    const hasMarks = segments.some(({ paired }) => rowCount(paired) > 0);
    return pairEvents(
      segments.map(({ paired }, i) => ({ paired, maps: maps[i] })),
      hasMarks ? this.#lastNs() : 0,
      (lane, category) => this.#asyncLane(this.#lanes[lane].pid, categories[category]),
    );
  }

  #lastNs(): number {
    let lastNs = Number.NEGATIVE_INFINITY;
    for (const { slices, paired } of this.segments) {
      for (const { columns, count } of slices)
        for (let i = 0; i < count; i++) lastNs = Math.max(lastNs, columns.endNs[i]);
      for (const { columns, count } of paired)
        for (let i = 0; i < count; i++) lastNs = Math.max(lastNs, columns.timeNs[i]);
    }
    return lastNs;
  }

  #asyncLane(pid: string, category: string): number {
    return this.#addLane({
      localId: this.#registry.async(pid, category),
      pid,
      tid: '',
      name: category === '' ? 'async' : category,
      sortIndex: Number.MAX_SAFE_INTEGER,
    });
  }

  #countLanes({ columns, count }: Chunk<typeof SLICE_COLUMNS>): Uint32Array {
    const counts = new Uint32Array(this.#lanes.length);
    for (let i = 0; i < count; i++) counts[columns.lane[i]]++;
    return counts;
  }

  #markTasks(all: readonly SlicesWithMaps[]): void {
    const { names, categories } = this.#tables;
    const lanes = this.#lanes.map(({ pid, name }) => ({ process: this.#metadata.get(pid)?.name ?? '', name }));
    const nameText = (id: number) => packedText(names, id);
    markTaskKinds(all, { lanes, categories, nameCount: names.ends.length, nameText }, this.collectives);
  }

  #allSlices(paired: Chunk<typeof SLICE_COLUMNS>): SlicesWithMaps[] {
    const { maps, names, categories } = this.#tables;
    const same: IdMaps = {
      name: sameIds(names.ends.length),
      category: sameIds(categories.length),
      lane: sameIds(this.#lanes.length),
    };
    const ofSegments = this.segments.flatMap(({ slices }, i) => slices.map((chunk) => ({ ...chunk, maps: maps[i] })));
    return [...ofSegments, { ...paired, maps: same }];
  }
}

function sameIds(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, id) => id);
}
