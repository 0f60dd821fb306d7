import { isUtf8 } from 'node:buffer';
import type { GroupKind, Notice } from '../../src-contract';
import { type NoticeCode, notice } from '../files/notices';
import { groupKindOf, laneHue } from '../names/hues';
import { CORRELATION_ARROWS } from '../names/launchNames';
import { MAX_TEXT_BYTES } from '../tokenizer/batch';
import type { ArrangedLane } from './arranging/arrange';
import { orderByKey } from './arranging/sortLane';
import type { BuiltFlows } from './arrows/flows';
import { createColumns } from './columns/chunks';
import { sourceOf } from './columns/indexSlices';
import { type ComputedLanes, type ComputedPart, computedPart } from './computed/computedPart';
import { type BuiltCounters, buildCounters, MAX_COUNTERS, MAX_SERIES_PER_COUNTER } from './counters/counters';
import type { DraftLane, PlacedDraft } from './draft/indexDraft';
import { type LaneFilter, MAX_LANES, MAX_PROCESSES } from './draft/laneChoice';
import type { DescribedFiles, EventSource } from './eventSource';
import type { IndexedIds } from './ids/sliceIds';
import { type LaneIds, LaneRegistry } from './laneRegistry';
import { lanesFarApart } from './lanesFarApart';
import type { PairColumns } from './pairEvents';
import type { IndexedGroup, IndexedLane, IndexedSeries, IntervalTree, RankIndex } from './rankIndex';
import type { LaneSummary, RankSummary } from './rankSummary';
import type { CountedInFile, SegmentEvents } from './segmentEvents';
import { SkipLog } from './skipLog';
import { packedBytes, packedText } from './strings';

export interface BuiltIndex {
  /** What was read from the files. */
  readonly index: RankIndex;
  /** Further parts of the rank, made of the first. */
  readonly computed: readonly RankIndex[];
  /** Of all parts. */
  readonly summary: RankSummary;
  readonly laneIds: LaneIds;
}

/** What of a segment the last stage still needs. */
export type SegmentReport = Pick<SegmentEvents, 'countByPhase' | 'oddities' | 'skipped' | 'notices'>;

/** The counters of a draft; independent of the slices, so that another thread can do it meanwhile. */
export function draftCounters(
  { maps, names, processes, folded }: PlacedDraft,
  segments: readonly Pick<SegmentEvents, 'samples' | 'sampleGroups'>[],
  filter?: LaneFilter,
): BuiltCounters {
  const sources = segments.map(({ samples, sampleGroups }, i) => ({ samples, sampleGroups, maps: maps[i] }));
  const processCount = processes.length - (folded.processes > 0 ? 1 : 0);
  return buildCounters(sources, {
    textOf: (name) => packedText(names, name),
    processCount,
    ...(filter === undefined ? {} : { filter }),
  });
}

/** The rows of all lanes, once every lane stands in its final order. */
export function layOutRows(laneFirst: Uint32Array, arranged: readonly ArrangedLane[]): IndexRows {
  const laneFirstRow = new Uint32Array(new SharedArrayBuffer(4 * (arranged.length + 1)));
  arranged.forEach(({ rowStarts }, lane) => {
    laneFirstRow[lane + 1] = laneFirstRow[lane] + rowStarts.length - 1;
  });
  const rowCount = laneFirstRow[arranged.length];
  const rowFirstSlice = new Uint32Array(new SharedArrayBuffer(4 * (rowCount + 1)));
  arranged.forEach(({ rowStarts }, lane) => {
    for (let row = 0; row < rowStarts.length; row++)
      rowFirstSlice[laneFirstRow[lane] + row] = laneFirst[lane] + rowStarts[row];
  });
  return { laneFirstRow, rowFirstSlice };
}

export type IndexRows = Pick<RankIndex, 'laneFirstRow' | 'rowFirstSlice'>;

/** What the last stage puts together; tree and flows are independent of each other. */
export interface IndexParts {
  readonly draft: PlacedDraft;
  readonly arranged: readonly ArrangedLane[];
  readonly rows: IndexRows;
  readonly ids: IndexedIds;
  readonly tree: IntervalTree;
  readonly flows: BuiltFlows;
  readonly counters: BuiltCounters;
  readonly computed: readonly ComputedLanes[];
}

export function finishIndex(
  parts: IndexParts,
  reports: readonly SegmentReport[],
  files: DescribedFiles,
  baseUs: number,
): BuiltIndex {
  return new Finish(parts, files).build(reports, baseUs);
}

class Finish {
  readonly #registry: LaneRegistry;

  constructor(
    readonly parts: IndexParts,
    readonly files: DescribedFiles,
  ) {
    this.#registry = new LaneRegistry(parts.draft.laneIds);
  }

  build(reports: readonly SegmentReport[], baseUs: number): BuiltIndex {
    const { draft, arranged, rows, ids, tree, flows } = this.parts;
    const { slices, names, categories } = draft;
    const counters = this.#counterLanes();
    const lanes = [...this.#sliceLanes(), ...counters.lanes];
    const groups = this.#groups(lanes);
    const kinds = new Map(groups.map(({ localId, kind }) => [localId, kind]));
    const index: RankIndex = {
      baseUs,
      ...extent(lanes),
      slices,
      ids,
      groups,
      lanes: draft.lanes.map(({ localId, groupLocalId, name, sortIndex }, lane): IndexedLane => {
        const hue = laneHue(kinds.get(groupLocalId) ?? 'other', name);
        return { localId, groupLocalId, name, sortIndex, hue, overlapCount: arranged[lane].overlapCount };
      }),
      ...rows,
      tree,
      names,
      categories,
      counters: counters.series,
      flows: flows.links,
      pairs: pairSources(draft.paired.sources),
      files: filesOf(this.files),
    };
    const notices = [
      ...utf8Notices(index, this.files),
      ...deepLaneNotices(groups, lanes),
      ...foldedNotices(this.parts),
    ];
    const computed = this.#computedParts(baseUs);
    const shown = {
      groups: [...groups, ...computed.map(({ group }) => group)],
      lanes: [...lanes, ...computed.flatMap((part) => part.lanes)],
    };
    const summary = this.#summary(reports, shown, flows.categories, notices);
    return { index, computed: computed.map((part) => part.index), summary, laneIds: this.#registry.ids };
  }

  #computedParts(baseUs: number): ComputedPart[] {
    const { computed } = this.parts;
    return computed.map((lanes) => computedPart(lanes, this.#registry, baseUs, { importer: this.files.importer }));
  }

  /** Lanes with slices, in display order. One with only flow ends (as Level0's CANN) is not shown. */
  #sliceLanes(): LaneSummary[] {
    const { lanes, laneFirst } = this.parts.draft;
    const found: { lane: DraftLane; summary: LaneSummary }[] = [];
    lanes.forEach((lane, position) => {
      const sliceCount = laneFirst[position + 1] - laneFirst[position];
      if (sliceCount === 0) return;
      const { rowStarts, overlapCount, startNs, endNs } = this.parts.arranged[position];
      const { localId, groupLocalId, name, tid, isFolded } = lane;
      const content = { kind: 'slices', rowCount: rowStarts.length - 1, sliceCount, overlapCount } as const;
      const summary = { localId, groupLocalId, name, tid, startNs, endNs, isComputed: false, content };
      found.push({ lane, summary: isFolded ? { ...summary, isFolded } : summary });
    });
    return found.sort((a, b) => a.lane.sortIndex - b.lane.sortIndex).map(({ summary }) => summary);
  }

  #counterLanes(): { lanes: LaneSummary[]; series: IndexedSeries[] } {
    const { processes } = this.parts.draft;
    const lanes: LaneSummary[] = [];
    const all: IndexedSeries[] = [];
    for (const { process, name: nameId, infos, series } of this.parts.counters.lanes) {
      const { pid } = processes[process];
      const name = packedText(this.parts.draft.names, nameId);
      const localId = this.#registry.counter(pid, name);
      lanes.push({
        localId,
        groupLocalId: this.#registry.group(pid),
        name,
        tid: '',
        startNs: series.reduce((min, { timeNs }) => Math.min(min, timeNs[0]), Number.POSITIVE_INFINITY),
        endNs: series.reduce((max, { timeNs }) => Math.max(max, timeNs[timeNs.length - 1]), Number.NEGATIVE_INFINITY),
        isComputed: false,
        content: { kind: 'counter', series: infos },
      });
      for (const [at, one] of series.entries()) {
        const { name: seriesName, unit } = infos[at];
        all.push({ ...one, laneLocalId: localId, counter: name, seriesName, unit });
      }
    }
    return { lanes, series: all };
  }

  /** Groups with something to show, in the order of the dump. */
  #groups(lanes: readonly LaneSummary[]): IndexedGroup[] {
    const shown = new Set(lanes.map(({ groupLocalId }) => groupLocalId));
    const withSlices = new Set(
      lanes.filter(({ content }) => content.kind === 'slices').map((lane) => lane.groupLocalId),
    );
    const groups: { group: IndexedGroup; sortIndex: number }[] = [];
    for (const { pid, name, labels, sortIndex } of this.parts.draft.processes) {
      const localId = this.#registry.group(pid);
      if (!shown.has(localId)) continue;
      const kind: GroupKind = groupKindOf(name, withSlices.has(localId));
      groups.push({ group: { localId, pid, name, labels, kind }, sortIndex });
    }
    return groups.sort((a, b) => a.sortIndex - b.sortIndex).map(({ group }) => group);
  }

  #summary(
    reports: readonly SegmentReport[],
    shown: Pick<RankSummary, 'groups' | 'lanes'>,
    flowCategories: BuiltFlows['categories'],
    moreNotices: readonly Notice[],
  ): RankSummary {
    const { paired } = this.parts.draft;
    const eventCounts: Record<string, number> = {};
    const skipped = new SkipLog();
    for (const { countByPhase, skipped: own } of reports) {
      countByPhase.forEach((count, phase) => {
        const letter = phase === 0 ? '' : String.fromCharCode(phase);
        if (count > 0) eventCounts[letter] = (eventCounts[letter] ?? 0) + count;
      });
      for (const entry of own) skipped.add(entry);
    }
    for (const source of paired.unmatched) {
      const { path, byteOffset } = this.files.describe(source as EventSource);
      skipped.addEvent('unmatched-end', path, byteOffset);
    }
    const notices = [
      ...reports.flatMap((report) => report.notices),
      ...oddityNotices(reports, this.parts.draft),
      ...moreNotices,
    ];
    notices.push(...lanesFarApart(shown));
    if (paired.unfinishedCount > 0)
      notices.push(notice('unfinished-slices', 'info', { count: paired.unfinishedCount }));
    for (const { name, unpairedCount } of flowCategories)
      if (unpairedCount > 0)
        notices.push(
          name === CORRELATION_ARROWS
            ? notice('tasks-without-call', 'info', { count: unpairedCount })
            : notice('unpaired-flows', 'info', { count: unpairedCount, category: name || '""' }),
        );
    return { ...shown, eventCounts, flowCategories, skipped: skipped.entries(), notices };
  }
}

/** Plain data: what describes events can't be sent. */
function filesOf({ importer, paths, checks }: DescribedFiles): RankIndex['files'] {
  return { importer, paths, ...(checks ? { checks } : {}) };
}

function oddityNotices(reports: readonly SegmentReport[], draft: PlacedDraft): Notice[] {
  const sum = (of: (oddities: SegmentReport['oddities']) => number) =>
    reports.reduce((total, { oddities }) => total + of(oddities), 0);
  const said: Notice[] = [];
  const say = (code: Parameters<typeof notice>[0], severity: Notice['severity'], count: number) => {
    if (count > 0) said.push(notice(code, severity, { count }));
  };
  say(
    'bad-duration',
    'warning',
    sum(({ badDurations }) => badDurations),
  );
  say(
    'missing-duration',
    'info',
    sum(({ missingDurations }) => missingDurations),
  );
  say(
    'out-of-range-times',
    'warning',
    sum(({ farTimes }) => farTimes),
  );
  say('lost-categories', 'warning', draft.lostCategories + sum(({ lostCategories }) => lostCategories));
  if (reports.some(({ oddities }) => oddities.hasCutTexts))
    said.push(notice('texts-cut', 'warning', { limit: MAX_TEXT_BYTES }));
  return [
    ...said,
    ...countedNotices(
      'counter-odd-values',
      reports.map(({ oddities }) => oddities.oddValues),
    ),
    ...countedNotices(
      'events-inside',
      reports.map(({ oddities }) => oddities.listsInside),
    ),
  ];
}

/** One a file, whose segments come one after another. */
function countedNotices(code: NoticeCode, counted: readonly (CountedInFile | undefined)[]): Notice[] {
  const byPath = new Map<string, CountedInFile>();
  for (const own of counted) {
    if (!own) continue;
    const { path, byteOffset, count } = own;
    const known = byPath.get(path);
    byPath.set(path, known ? { ...known, count: known.count + count } : { path, byteOffset, count });
  }
  return [...byPath.values()].map(({ path, byteOffset, count }) =>
    notice(code, 'warning', { count }, { path, byteOffset }),
  );
}

/** What has no lane of its own: too many of a kind for anybody to look through. */
function foldedNotices({ draft: { folded }, counters }: IndexParts): Notice[] {
  const said: Notice[] = [];
  const say = (code: NoticeCode, count: number, limit: number) => {
    if (count > 0) said.push(notice(code, 'warning', { count, limit }));
  };
  say('processes-folded', folded.processes, MAX_PROCESSES);
  say('threads-folded', folded.threads, MAX_LANES);
  say('counters-folded', counters.foldedCounters, MAX_COUNTERS);
  say('series-folded', counters.foldedSeries, MAX_SERIES_PER_COUNTER);
  return said;
}

/** Rows of a lane from which on it is said how many there are: some sixty screens of them. */
const DEEP_LANE_ROWS = 5000;

function deepLaneNotices(groups: readonly IndexedGroup[], lanes: readonly LaneSummary[]): Notice[] {
  const names = new Map(groups.map(({ localId, name }) => [localId, name]));
  return lanes.flatMap(({ name, groupLocalId, content }) => {
    if (content.kind !== 'slices' || content.rowCount < DEEP_LANE_ROWS) return [];
    return [
      notice('deep-lane', 'warning', { lane: name, group: names.get(groupLocalId) ?? '', count: content.rowCount }),
    ];
  });
}

/** Says which names are not valid UTF-8, and where the first slice of such a name stands. */
function utf8Notices({ names, slices }: RankIndex, files: DescribedFiles): Notice[] {
  // The strings stand one after another: mostly all of them are valid at once.
  if (isUtf8(names.bytes.slice())) return [];
  const isBad = new Uint8Array(names.ends.length);
  let count = 0;
  for (let id = 0; id < isBad.length; id++) {
    if (isUtf8(packedBytes(names, id).slice())) continue;
    isBad[id] = 1;
    count++;
  }
  if (count === 0) return [];
  let first = Number.POSITIVE_INFINITY;
  for (let slice = 0; slice < slices.name.length; slice++)
    if (isBad[slices.name[slice]] === 1 && sourceOf(slices, slice) >= 0)
      first = Math.min(first, sourceOf(slices, slice));
  const place = Number.isFinite(first) ? files.describe(first as EventSource) : {};
  return [notice('invalid-utf8', 'warning', { count }, place)];
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

function pairSources({ begin, end }: PairColumns): RankIndex['pairs'] {
  const order = orderByKey(begin, 0, begin.length);
  const sorted = createColumns({ begin: Float64Array, end: Float64Array }, order.length);
  for (let i = 0; i < order.length; i++) {
    sorted.begin[i] = begin[order[i]];
    sorted.end[i] = end[order[i]];
  }
  return sorted;
}
