import type { CounterSeries, FlowCategory, GroupKind, Notice, SkippedEvents } from '../api';
import { notice } from '../formats/notices';
import { arrangeSlices } from './arrange';
import { buildCounters } from './counters';
import type { EventStore } from './eventStore';
import { buildFlows } from './flows';
import { groupKindOf, laneHue } from './hues';
import { buildIntervalTree } from './intervalTree';
import type { LaneRegistry } from './laneRegistry';
import { collectMetadata, type MetadataByPid } from './metadata';
import { type DeviceWork, DeviceWorkCollector, deviceWorkOf, OVERLAP_LANES, overlapSlices } from './overlapLanes';
import { pairEvents } from './pairEvents';
import type { IndexedGroup, IndexedLane, IndexedSeries, RankIndex } from './rankIndex';
import { jsonText, packStrings } from './strings';

/** What the window is told about a lane, beside its place in the index. */
export interface LaneSummary {
  readonly localId: number;
  readonly groupLocalId: number;
  readonly name: string;
  readonly tid: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly isComputed: boolean;
  readonly content:
    | { readonly kind: 'slices'; readonly rowCount: number; readonly sliceCount: number; readonly overlapCount: number }
    | { readonly kind: 'counter'; readonly series: readonly CounterSeries[] };
}

export interface RankSummary {
  readonly groups: readonly IndexedGroup[];
  /** In display order within their groups. */
  readonly lanes: readonly LaneSummary[];
  readonly eventCounts: Readonly<Record<string, number>>;
  readonly flowCategories: readonly FlowCategory[];
  readonly skipped: readonly SkippedEvents[];
  readonly notices: readonly Notice[];
}

/** A lane while the index is built; its position in the list is its lane number in the columns. */
interface Draft {
  readonly localId: number;
  readonly pid: string;
  readonly tid: string;
  readonly name: string;
  readonly sortIndex: number;
  readonly isComputed: boolean;
}

const COMPUTED_PID = 'computed';

/**
 * Makes the index of a rank from what was read of its files. With `isFinal` the store is used up; otherwise it stays as
 * it is, to be read on.
 */
export function buildIndex(
  store: EventStore,
  registry: LaneRegistry,
  isFinal: boolean,
): { index: RankIndex; summary: RankSummary } {
  return new IndexBuilder(store, registry, isFinal).build();
}

class IndexBuilder {
  readonly #metadata: MetadataByPid = new Map();
  readonly #drafts: Draft[] = [];
  readonly #draftById = new Map<number, number>();
  readonly #categoryTexts: string[];
  readonly #notices: Notice[] = [];
  #extraNames: string[] = [];

  constructor(
    readonly store: EventStore,
    readonly registry: LaneRegistry,
    readonly isFinal: boolean,
  ) {
    const { metadata, tokenizer } = store;
    const { categories } = tokenizer;
    this.#categoryTexts = Array.from({ length: categories.size }, (_, id) => jsonText(categories.bytes(id)));
    collectMetadata(metadata, (id) => this.#laneText(id), this.#metadata);
  }

  build(): { index: RankIndex; summary: RankSummary } {
    const { store } = this;
    const { tokenizer } = store;
    // Threads first: their drafts have the numbers of the tokenizer's lanes; asynchronous and computed lanes follow.
    for (let lane = 0; lane < tokenizer.laneCount; lane++) this.#threadLane(lane);
    const paired = this.#pair();
    const sources = [store.slices, paired.slices];
    const computed = this.#computeOverlap(sources);
    if (computed) sources.push(computed);

    const { slices, laneFirstRow, rowFirstSlice, overlapCounts } = arrangeSlices(
      sources,
      this.#drafts.length,
      this.isFinal,
    );
    const tree = buildIntervalTree(slices.startNs, slices.endNs, rowFirstSlice);
    const flows = this.#buildFlows(slices, laneFirstRow, rowFirstSlice);
    const counters = this.#buildCounters();

    const laneSummaries = this.#summarise(slices, laneFirstRow, rowFirstSlice, overlapCounts);
    const groups = this.#groups(laneSummaries, counters.lanes);
    const lanes = [...laneSummaries, ...counters.lanes];
    const kindByGroup = new Map(groups.map((group) => [group.localId, group.kind]));
    const index: RankIndex = {
      baseUs: tokenizer.baseUs ?? 0,
      ...extent(lanes),
      slices,
      groups,
      lanes: this.#drafts.map((draft): IndexedLane => {
        const groupLocalId = this.#groupOf(draft);
        const kind = kindByGroup.get(groupLocalId) ?? 'other';
        return { localId: draft.localId, groupLocalId, name: draft.name, hue: laneHue(kind, draft.name) };
      }),
      laneFirstRow,
      rowFirstSlice,
      tree,
      names: packStrings(tokenizer.names, this.#extraNames),
      categories: this.#categoryTexts,
      counters: counters.series,
      flows: flows.links,
      pairs: pairOffsets(paired.offsets),
      files: store.files,
    };
    return { index, summary: this.#summary(groups, lanes, flows.categories) };
  }

  #laneText(id: number): string {
    return jsonText(this.store.tokenizer.laneTexts.bytes(id));
  }

  #addDraft(draft: Draft): number {
    const known = this.#draftById.get(draft.localId);
    if (known !== undefined) return known;
    this.#draftById.set(draft.localId, this.#drafts.length);
    return this.#drafts.push(draft) - 1;
  }

  #threadLane(lane: number): void {
    const key = this.store.tokenizer.laneKey(lane);
    const pid = this.#laneText(key.pid);
    const tid = this.#laneText(key.tid);
    const process = this.#metadata.get(pid);
    this.#drafts.push({
      localId: this.registry.thread(pid, tid),
      pid,
      tid,
      name: process?.threadNames.get(tid) ?? (tid === '' ? '' : `Thread ${tid}`),
      sortIndex: process?.threadSortIndexes.get(tid) ?? 0,
      isComputed: false,
    });
  }

  #pair() {
    const { store } = this;
    let lastNs = Number.NEGATIVE_INFINITY;
    for (const { columns, count } of store.slices.list)
      for (let i = 0; i < count; i++) lastNs = Math.max(lastNs, columns.endNs[i]);
    for (const { columns, count } of store.paired.list)
      for (let i = 0; i < count; i++) lastNs = Math.max(lastNs, columns.timeNs[i]);
    const paired = pairEvents(
      store.paired,
      lastNs,
      (lane, category) => this.#asyncLane(this.#drafts[lane].pid, this.#categoryTexts[category]),
      (byteOffset) => {
        if (this.isFinal) store.skipUnmatched(byteOffset);
      },
    );
    if (paired.unfinishedCount > 0)
      this.#notices.push(notice('unfinished-slices', 'info', { count: paired.unfinishedCount }));
    return paired;
  }

  #asyncLane(pid: string, category: string): number {
    return this.#addDraft({
      localId: this.registry.async(pid, category),
      pid,
      tid: '',
      name: category === '' ? 'async' : category,
      sortIndex: Number.MAX_SAFE_INTEGER,
      isComputed: false,
    });
  }

  /** The four overlap lanes, where the dump has none and there is a device. */
  #computeOverlap(sources: readonly EventStore['slices'][]) {
    for (const process of this.#metadata.values())
      if (process.name !== undefined && groupKindOf(process.name, true) === 'overlap') return undefined;
    const work = this.#deviceWork(sources);
    const collector = new DeviceWorkCollector();
    const nameTexts = new Map<number, string>();
    for (const chunks of sources)
      for (const { columns, count } of chunks.list)
        for (let i = 0; i < count; i++) {
          const kind = work[columns.lane[i]];
          if (kind === 'none') continue;
          let name = nameTexts.get(columns.name[i]);
          if (name === undefined) {
            name = jsonText(this.store.tokenizer.names.bytes(columns.name[i]));
            nameTexts.set(columns.name[i], name);
          }
          collector.add(kind, columns.startNs[i], columns.endNs[i], name, this.#categoryTexts[columns.category[i]]);
        }
    const overlap = collector.overlap();
    if (!overlap) return undefined;
    this.#extraNames = [...OVERLAP_LANES];
    return overlapSlices(
      overlap,
      (name) =>
        this.#addDraft({
          localId: this.registry.computed(name),
          pid: COMPUTED_PID,
          tid: '',
          name,
          sortIndex: OVERLAP_LANES.indexOf(name),
          isComputed: true,
        }),
      (name) => this.store.tokenizer.names.size + OVERLAP_LANES.indexOf(name),
    );
  }

  #deviceWork(sources: readonly EventStore['slices'][]): DeviceWork[] {
    const categoriesOfLane = this.#drafts.map(() => new Set<string>());
    for (const chunks of sources)
      for (const { columns, count } of chunks.list)
        for (let i = 0; i < count; i++) {
          const category = columns.category[i];
          if (category !== 0) categoriesOfLane[columns.lane[i]].add(this.#categoryTexts[category]);
        }
    return this.#drafts.map((draft, lane) => {
      const kind = groupKindOf(this.#metadata.get(draft.pid)?.name ?? '', true);
      return deviceWorkOf(kind, draft.name, categoriesOfLane[lane]);
    });
  }

  #buildFlows(slices: RankIndex['slices'], laneFirstRow: Uint32Array, rowFirstSlice: Uint32Array) {
    return buildFlows(
      this.store.flowEnds,
      {
        startNs: slices.startNs,
        endNs: slices.endNs,
        rowsOf: (lane) => [laneFirstRow[lane], laneFirstRow[lane + 1]],
        rowFirstSlice,
      },
      this.#categoryTexts,
    );
  }

  #buildCounters(): { lanes: LaneSummary[]; series: IndexedSeries[] } {
    const pids: string[] = [];
    const pidIds = new Map<string, number>();
    const pidOf = this.#drafts.map(({ pid }) => {
      const id = pidIds.get(pid) ?? pids.push(pid) - 1;
      pidIds.set(pid, id);
      return id;
    });
    const textOf = (name: number) => jsonText(this.store.tokenizer.names.bytes(name));
    const built = buildCounters(this.store.samples, (lane) => pidOf[lane], textOf);
    const lanes: LaneSummary[] = [];
    const series: IndexedSeries[] = [];
    for (const { lane, infos, series: own } of built) {
      const pid = pids[lane.pid];
      const name = textOf(lane.name);
      const localId = this.registry.counter(pid, name);
      lanes.push({
        localId,
        groupLocalId: this.registry.group(pid),
        name,
        tid: '',
        startNs: Math.min(...own.map((one) => one.timeNs[0])),
        endNs: Math.max(...own.map((one) => one.timeNs[one.timeNs.length - 1])),
        isComputed: false,
        content: { kind: 'counter', series: infos },
      });
      for (const one of own) series.push({ ...one, laneLocalId: localId });
    }
    return { lanes, series };
  }

  /** Lanes with slices, in display order. One with only flow ends (as Level0's CANN) is not shown. */
  #summarise(
    slices: RankIndex['slices'],
    laneFirstRow: Uint32Array,
    rowFirstSlice: Uint32Array,
    overlapCounts: Float64Array,
  ): LaneSummary[] {
    const summaries: { draft: Draft; summary: LaneSummary }[] = [];
    this.#drafts.forEach((draft, lane) => {
      const firstRow = laneFirstRow[lane];
      const endRow = laneFirstRow[lane + 1];
      const sliceCount = rowFirstSlice[endRow] - rowFirstSlice[firstRow];
      if (sliceCount === 0) return;
      let startNs = Number.POSITIVE_INFINITY;
      let endNs = Number.NEGATIVE_INFINITY;
      for (let row = firstRow; row < endRow; row++) {
        if (rowFirstSlice[row + 1] === rowFirstSlice[row]) continue;
        startNs = Math.min(startNs, slices.startNs[rowFirstSlice[row]]);
        endNs = Math.max(endNs, slices.endNs[rowFirstSlice[row + 1] - 1]);
      }
      const { localId, name, tid, isComputed } = draft;
      const content = {
        kind: 'slices',
        rowCount: endRow - firstRow,
        sliceCount,
        overlapCount: overlapCounts[lane],
      } as const;
      const groupLocalId = this.#groupOf(draft);
      summaries.push({ draft, summary: { localId, groupLocalId, name, tid, startNs, endNs, isComputed, content } });
    });
    return summaries.sort((a, b) => a.draft.sortIndex - b.draft.sortIndex).map(({ summary }) => summary);
  }

  #groupOf(draft: Draft): number {
    return this.registry.group(draft.pid);
  }

  #groups(sliceLanes: readonly LaneSummary[], counterLanes: readonly LaneSummary[]): IndexedGroup[] {
    const withSlices = new Set(sliceLanes.map((lane) => lane.groupLocalId));
    const used = new Set([...sliceLanes, ...counterLanes].map((lane) => lane.groupLocalId));
    const pids = new Set([...this.#drafts.map(({ pid }) => pid), COMPUTED_PID]);
    const groups: { group: IndexedGroup; sortIndex: number }[] = [];
    for (const pid of pids) {
      const localId = this.registry.group(pid);
      if (!used.has(localId)) continue;
      const process = this.#metadata.get(pid);
      const isComputed = pid === COMPUTED_PID;
      const name = isComputed ? 'Overlap Analysis' : (process?.name ?? (pid === '' ? 'Trace' : `Process ${pid}`));
      const kind: GroupKind = groupKindOf(name, withSlices.has(localId));
      groups.push({
        group: { localId, pid: isComputed ? '' : pid, name, labels: process?.labels ?? '', kind },
        sortIndex: isComputed ? Number.MAX_SAFE_INTEGER : (process?.sortIndex ?? 0),
      });
    }
    return groups.sort((a, b) => a.sortIndex - b.sortIndex).map(({ group }) => group);
  }

  #summary(
    groups: readonly IndexedGroup[],
    lanes: readonly LaneSummary[],
    flowCategories: readonly FlowCategory[],
  ): RankSummary {
    const eventCounts: Record<string, number> = {};
    this.store.countByPhase.forEach((count, phase) => {
      if (count > 0) eventCounts[phase === 0 ? '' : String.fromCharCode(phase)] = count;
    });
    for (const { name, unpairedCount } of flowCategories)
      if (unpairedCount > 0 && this.isFinal)
        this.#notices.push(notice('unpaired-flows', 'info', { count: unpairedCount, category: name || '""' }));
    return {
      groups,
      lanes,
      eventCounts,
      flowCategories,
      skipped: this.store.skipped,
      notices: [...this.store.notices, ...this.store.closingNotices(), ...this.#notices],
    };
  }
}

function extent(lanes: readonly LaneSummary[]): { startNs: number; endNs: number } {
  let startNs = Number.POSITIVE_INFINITY;
  let endNs = Number.NEGATIVE_INFINITY;
  for (const lane of lanes) {
    startNs = Math.min(startNs, lane.startNs);
    endNs = Math.max(endNs, lane.endNs);
  }
  return endNs >= startNs ? { startNs, endNs } : { startNs: 0, endNs: 0 };
}

function pairOffsets(offsets: readonly { begin: number; end: number }[]): RankIndex['pairs'] {
  const sorted = [...offsets].sort((a, b) => a.begin - b.begin);
  const begin = new Float64Array(new SharedArrayBuffer(8 * sorted.length));
  const end = new Float64Array(new SharedArrayBuffer(8 * sorted.length));
  sorted.forEach((pair, i) => {
    begin[i] = pair.begin;
    end[i] = pair.end;
  });
  return { begin, end };
}
