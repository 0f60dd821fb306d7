import { builtInCollectives, type CollectiveNames } from '../names/collectiveNames';
import { groupKindOf } from '../names/hues';
import { TASK_KINDS } from '../names/taskKind';
import { type LaneLayout, layOutLanes } from './arrange';
import { type Chunk, type Chunks, type Columns, createColumns, rowCount } from './chunks';
import { createIdRefs, type IdSource } from './gatherIds';
import { type LaneIds, LaneRegistry } from './laneRegistry';
import { type IdMaps, type MergedTables, mergeTables } from './mergeTables';
import { collectMetadata, type MetadataByPid } from './metadata';
import { OVERLAP_LANES, overlapIntervals, overlapSlices } from './overlapLanes';
import { type PairedSlices, pairEvents } from './pairEvents';
import { INDEX_SLICE_COLUMNS, type PackedStrings } from './rankIndex';
import { type SegmentEvents, type SLICE_COLUMNS, TASK_KIND_SHIFT } from './segmentEvents';
import { appendStrings, packedText } from './strings';
import { markTaskKinds, type SlicesWithMaps } from './taskKinds';

/** A slice lane while the index is made. */
export interface DraftLane {
  readonly localId: number;
  readonly groupLocalId: number;
  readonly pid: string;
  readonly tid: string;
  readonly name: string;
  readonly sortIndex: number;
  readonly isComputed: boolean;
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

/** The pid of the group of computed lanes; no file can have it, since JSON has no such number and no such text. */
export const COMPUTED_PID = '\u0000computed';

/** `isWhole`: the segments are all there is, so that it can be told when the device did nothing. */
export function draftIndex(
  segments: readonly SegmentEvents[],
  laneIds: LaneIds,
  isWhole = true,
  collectives: CollectiveNames = builtInCollectives,
): IndexDraft {
  return new Drafting(segments, laneIds, collectives).draft(isWhole);
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

  draft(isWhole: boolean): IndexDraft {
    const { segments } = this;
    const { maps, categories, threads } = this.#tables;
    // Threads first: the lane maps lead to their positions; asynchronous and computed lanes follow.
    for (const { pid, tid } of threads) this.#addThread(pid, tid);
    const paired = this.#pair();
    const all = this.#allSlices(paired.slices);
    this.#markTasks(all);
    const computed = isWhole ? this.#computeOverlap(all) : undefined;
    const names = computed ? appendStrings(this.#tables.names, OVERLAP_LANES) : this.#tables.names;

    const extra = [paired.slices, ...(computed ? [computed] : [])].filter(({ count }) => count > 0);
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
      isComputed: false,
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
      isComputed: false,
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
    markTaskKinds(all, { lanes, categories, nameText: (id) => packedText(names, id) }, this.collectives);
  }

  /** The four overlap lanes, where the dump has none and there is a device. */
  #computeOverlap(all: readonly SlicesWithMaps[]): Chunk<typeof SLICE_COLUMNS> | undefined {
    for (const { name } of this.#metadata.values())
      if (name !== undefined && groupKindOf(name, true) === 'overlap') return undefined;
    const { names } = this.#tables;
    const intervals = overlapIntervals(spansOf(all, 'compute'), spansOf(all, 'communication'));
    if (!intervals) return undefined;
    return overlapSlices(
      intervals,
      (name) =>
        this.#addLane({
          localId: this.#registry.computed(name),
          pid: COMPUTED_PID,
          tid: '',
          name,
          sortIndex: OVERLAP_LANES.indexOf(name),
          isComputed: true,
        }),
      (name) => names.ends.length + OVERLAP_LANES.indexOf(name),
    );
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

/** Starts and ends of all device tasks of the kind. */
function spansOf(all: readonly SlicesWithMaps[], kind: 'compute' | 'communication') {
  const code = TASK_KINDS.indexOf(kind);
  const spans = { startNs: [] as number[], endNs: [] as number[] };
  for (const { columns, count } of all)
    for (let i = 0; i < count; i++) {
      if (columns.flags[i] >> TASK_KIND_SHIFT !== code) continue;
      spans.startNs.push(columns.startNs[i]);
      spans.endNs.push(columns.endNs[i]);
    }
  return spans;
}

function sameIds(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, id) => id);
}
