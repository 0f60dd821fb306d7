import { groupKindOf } from '../../names/hues';
import { type LaneLayout, layOutLanes, type MovedSlices } from '../arranging/arrange';
import { type Chunk, rowCount } from '../columns/chunks';
import { createIndexSlices, type IndexSlices } from '../columns/indexSlices';
import { longSlicesIn, sourceBasesIn, wideSlices } from '../columns/narrowSlices';
import type { SLICE_COLUMNS } from '../columns/segmentColumns';
import type { IdMaps } from '../idMaps';
import { countIds, createIdRefs, type IdSource } from '../ids/gatherIds';
import { type LaneIds, LaneRegistry } from '../laneRegistry';
import { plainLoops, type SliceLoops } from '../loops/sliceLoops';
import { type PairedSlices, pairEvents } from '../pairEvents';
import type { PackedStrings } from '../rankIndex';
import type { SegmentEvents } from '../segmentEvents';
import { packedText } from '../strings';
import { chooseLanes, type LaneChoice, type LaneFilter, MAX_LANES } from './laneChoice';
import { type MergedTables, mergeTables } from './mergeTables';
import { Metadata } from './metadata';
import { type TaskEvidence, taskEvidence } from './taskKinds';

/** A slice lane while the index is made. */
export interface DraftLane {
  readonly localId: number;
  readonly groupLocalId: number;
  /** Position among the draft's processes. */
  readonly process: number;
  readonly tid: string;
  readonly name: string;
  readonly sortIndex: number;
  /** It has the slices of many threads, which are too many for lanes of their own. */
  readonly isFolded: boolean;
}

export interface DraftProcess {
  readonly pid: string;
  readonly name: string;
  readonly labels: string;
  readonly sortIndex: number;
}

/** Slices that go into the index, with their ids. */
export interface SliceSource extends IdSource, MovedSlices {}

/**
 * All that is decided before the slices are moved: which lanes there are, what everything is called, and where each
 * source's slices go. Shared between threads, which then fill `slices`.
 */
export interface IndexDraft {
  readonly lanes: readonly DraftLane[];
  readonly laneIds: LaneIds;
  /** In order of first sight; last, where there are too many, one that stands for all others. */
  readonly processes: readonly DraftProcess[];
  /** See `LaneChoice`; 0 and 0 as a rule. */
  readonly folded: { readonly threads: number; readonly processes: number };
  /** Slices whose category there was no room for when all segments came together. */
  readonly lostCategories: number;
  /** The files have lanes of what overlaps what themselves. */
  readonly hasOverlapLanes: boolean;
  readonly maps: readonly DraftMaps[];
  readonly names: PackedStrings;
  readonly categories: readonly string[];
  /** To be emptied as they are used up. */
  readonly sources: SliceSource[];
  readonly laneFirst: LaneLayout['laneFirst'];
  readonly slices: IndexSlices;
  /** See `IndexedIds.refs`. */
  readonly idRefs: Uint32Array;
  readonly tasks: TaskEvidence;
  readonly paired: Pick<PairedSlices, 'sources' | 'unfinishedCount' | 'unmatched'>;
}

/** Lanes to those of the draft; and to the processes that their counters are of. */
export interface DraftMaps extends IdMaps {
  readonly process: Uint32Array;
}

/** A draft whose slices have been moved to their lanes, and are not needed where they were any more. */
export type PlacedDraft = Omit<IndexDraft, 'sources'>;

/** Those whose slices arrows may be bound to: where threads share a lane, the time does not tell whose slice it is. */
export function bindableLanes(lanes: readonly DraftLane[]): number[] {
  return [...lanes.keys()].filter((lane) => !lanes[lane].isFolded);
}

export function draftIndex(
  segments: readonly SegmentEvents[],
  laneIds: LaneIds,
  filter?: LaneFilter,
  loops: SliceLoops = plainLoops,
): IndexDraft {
  return new Drafting(segments, laneIds, filter, loops).draft();
}

/** No process of a file has it: JSON has no such number and no such text. */
const FOLDED_PID = '\u0000folded';

class Drafting {
  readonly #registry: LaneRegistry;
  readonly #tables: MergedTables;
  readonly #metadata: Metadata;
  readonly #choice: LaneChoice;
  readonly #processes: readonly DraftProcess[];
  readonly #lanes: DraftLane[] = [];
  readonly #laneByLocalId = new Map<number, number>();
  readonly #foldedLanes = new Map<number, number>();
  readonly #asyncLanes = new Map<number, number>();

  constructor(
    readonly segments: readonly SegmentEvents[],
    laneIds: LaneIds,
    filter: LaneFilter | undefined,
    loops: SliceLoops,
  ) {
    this.#registry = new LaneRegistry(laneIds);
    this.#tables = mergeTables(
      segments.map(({ tables }) => tables),
      loops,
    );
    const { threads, maps } = this.#tables;
    const laneMaps = maps.map(({ lane }) => lane);
    this.#metadata = new Metadata(segments, laneMaps, threads);
    this.#choice = chooseLanes(threads, this.#withSlices(), this.#withSamples(), this.#metadata, filter);
    this.#processes = this.#namedProcesses();
  }

  draft(): IndexDraft {
    const { segments } = this;
    const { names, categories } = this.#tables;
    // Threads first; asynchronous lanes follow.
    const laneOf = this.#threadLanes();
    const maps = this.#tables.maps.map((map): DraftMaps => {
      const process = map.lane.map((thread) => this.#choice.processOf[thread]);
      return { ...map, lane: map.lane.map((thread) => laneOf[thread]), process };
    });
    const paired = this.#pair(laneOf);
    const extra = [paired.slices].filter(({ count }) => count > 0);
    const same = { name: sameIds(names.ends.length), category: sameIds(categories.length) };
    const sameLanes = sameIds(this.#lanes.length);
    const layout = layOutLanes(
      [...segments.map(({ slicesPerLane }) => slicesPerLane), ...extra.map((chunk) => this.#countLanes(chunk))],
      [...maps.map(({ lane }) => lane), ...extra.map(() => sameLanes)],
      this.#lanes.length,
    );
    let firstId = 0;
    let longCount = 0;
    const sources = [
      ...segments.map(({ slices, ids }, i) => ({ slices, ids, maps: maps[i] })),
      ...extra.map((chunk) => ({ slices: [chunk], ids: [], maps: same })),
    ].map((source, i): SliceSource => {
      const placed = { ...source, first: layout.sourceFirst[i], firstId, firstLong: longCount };
      firstId += countIds(source.ids);
      longCount += longSlicesIn(source.slices);
      return placed;
    });
    const sourceBases = sourceBasesIn(sources.flatMap(({ slices }) => slices));
    const { sources: pairs, unfinishedCount, unmatched } = paired;
    const { foldedThreads, foldedProcesses } = this.#choice;
    return {
      lanes: this.#lanes,
      laneIds: this.#registry.ids,
      processes: this.#processes,
      folded: { threads: foldedThreads, processes: foldedProcesses },
      lostCategories: this.#lostCategories(),
      hasOverlapLanes: this.#processes.some(({ name }) => groupKindOf(name, true) === 'overlap'),
      maps,
      names,
      categories,
      sources,
      laneFirst: layout.laneFirst,
      slices: createIndexSlices(layout.sliceCount, longCount, names.ends.length, sourceBases, categories.length),
      idRefs: createIdRefs(layout.sliceCount, segments),
      tasks: this.#tasks(),
      paired: { sources: pairs, unfinishedCount, unmatched },
    };
  }

  #lostCategories(): number {
    let count = 0;
    this.segments.forEach(({ slices }, i) => {
      const { isLost } = this.#tables.maps[i];
      if (!isLost) return;
      for (const chunk of wideSlices(slices))
        for (let row = 0; row < chunk.count; row++) count += isLost[chunk.columns.category[row]];
    });
    return count;
  }

  #namedProcesses(): DraftProcess[] {
    const { pids, foldedProcesses } = this.#choice;
    const processes = pids.map((text): DraftProcess => {
      const pid = packedText(this.#tables.threads.texts, text);
      const name = this.#metadata.processName(text) ?? (pid === '' ? 'Trace' : `Process ${pid}`);
      const labels = this.#metadata.processLabels(text) ?? '';
      return { pid, name, labels, sortIndex: this.#metadata.processSortIndex(text) };
    });
    if (foldedProcesses === 0) return processes;
    const name = moreOf(foldedProcesses);
    return [...processes, { pid: FOLDED_PID, name, labels: '', sortIndex: Number.MAX_SAFE_INTEGER }];
  }

  /** Of each thread, whether it has slices, or marks that may become some. */
  #withSlices(): Uint8Array {
    const has = new Uint8Array(this.#tables.threads.pid.length);
    this.segments.forEach(({ slicesPerLane, paired }, i) => {
      const { lane } = this.#tables.maps[i];
      slicesPerLane.forEach((count, own) => {
        if (count > 0) has[lane[own]] = 1;
      });
      for (const { columns, count } of paired) for (let row = 0; row < count; row++) has[lane[columns.lane[row]]] = 1;
    });
    return has;
  }

  #withSamples(): Uint8Array {
    const has = new Uint8Array(this.#tables.threads.pid.length);
    this.segments.forEach(({ samples, sampleGroups }, i) => {
      const { lane } = this.#tables.maps[i];
      for (const group of sampleGroups) has[lane[group.lane]] = 1;
      for (const { columns, count } of samples) for (let row = 0; row < count; row++) has[lane[columns.lane[row]]] = 1;
    });
    return has;
  }

  #addLane(lane: Omit<DraftLane, 'groupLocalId'>): number {
    const known = this.#laneByLocalId.get(lane.localId);
    if (known !== undefined) return known;
    const { pid } = this.#processes[lane.process];
    const position = this.#lanes.push({ ...lane, groupLocalId: this.#registry.group(pid) }) - 1;
    this.#laneByLocalId.set(lane.localId, position);
    return position;
  }

  /** The lane of each thread. */
  #threadLanes(): Uint32Array {
    const { processOf, isOwn } = this.#choice;
    const { pid, tid, texts } = this.#tables.threads;
    return pid.map((_, thread) => {
      const process = processOf[thread];
      return isOwn[thread] === 1 ? this.#threadLane(thread, packedText(texts, tid[thread])) : this.#foldedLane(process);
    });
  }

  #threadLane(thread: number, tid: string): number {
    const process = this.#choice.processOf[thread];
    return this.#addLane({
      localId: this.#registry.thread(this.#processes[process].pid, tid),
      process,
      tid,
      // Kineto names some of its threads with nothing; a lane without a title can't be told from its neighbours.
      name: this.#metadata.threadName(thread) || (tid === '' ? (this.#givenName(process) ?? 'Trace') : `Thread ${tid}`),
      sortIndex: this.#metadata.threadSortIndex(thread),
      isFolded: false,
    });
  }

  /** The name that the file gives the process. */
  #givenName(process: number): string | undefined {
    const pid = this.#choice.pids[process];
    return pid === undefined ? undefined : this.#metadata.processName(pid);
  }

  /** The one lane of a process for all threads that have none of their own. */
  #foldedLane(process: number): number {
    let lane = this.#foldedLanes.get(process);
    if (lane === undefined) {
      const { pid } = this.#processes[process];
      const sortIndex = Number.MAX_SAFE_INTEGER;
      lane = this.#addLane({
        localId: this.#registry.folded(pid),
        process,
        tid: '',
        name: moreOf(this.#choice.foldedOf[process]),
        sortIndex,
        isFolded: true,
      });
      this.#foldedLanes.set(process, lane);
    }
    return lane;
  }

  #pair(laneOf: Uint32Array): PairedSlices {
    const { segments } = this;
    const { maps, categories } = this.#tables;
    const hasMarks = segments.some(({ paired }) => rowCount(paired) > 0);
    return pairEvents(
      segments.map(({ paired }, i) => ({ paired, maps: maps[i] })),
      hasMarks ? this.#lastNs() : 0,
      (thread) => laneOf[thread],
      (thread, category) => this.#asyncLane(this.#choice.processOf[thread], category, categories[category]),
    );
  }

  #lastNs(): number {
    let lastNs = Number.NEGATIVE_INFINITY;
    for (const { slices, paired } of this.segments) {
      for (const { columns, count } of wideSlices(slices))
        for (let i = 0; i < count; i++) lastNs = Math.max(lastNs, columns.endNs[i]);
      for (const { columns, count } of paired)
        for (let i = 0; i < count; i++) lastNs = Math.max(lastNs, columns.timeNs[i]);
    }
    return lastNs;
  }

  #asyncLane(process: number, category: number, text: string): number {
    const key = process * 2 ** 16 + category;
    let lane = this.#asyncLanes.get(key);
    if (lane === undefined) {
      lane = this.#asyncLanes.size < MAX_LANES ? this.#addAsyncLane(process, text) : this.#foldedLane(process);
      this.#asyncLanes.set(key, lane);
    }
    return lane;
  }

  #addAsyncLane(process: number, category: string): number {
    return this.#addLane({
      localId: this.#registry.async(this.#processes[process].pid, category),
      process,
      tid: '',
      name: category === '' ? 'async' : category,
      sortIndex: Number.MAX_SAFE_INTEGER,
      isFolded: false,
    });
  }

  #countLanes({ columns, count }: Chunk<typeof SLICE_COLUMNS>): Uint32Array {
    const counts = new Uint32Array(this.#lanes.length);
    for (let i = 0; i < count; i++) counts[columns.lane[i]]++;
    return counts;
  }

  #tasks(): TaskEvidence {
    const { names, categories } = this.#tables;
    const lanes = this.#lanes.map(({ process, name }) => ({ process: this.#givenName(process) ?? '', name }));
    return taskEvidence(lanes, categories, names.ends.length);
  }
}

/** Name of what stands for so many: in no language. */
function moreOf(count: number): string {
  return `… +${count.toLocaleString('en')}`;
}

function sameIds(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, id) => id);
}
