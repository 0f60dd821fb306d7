import type { GroupKind, HueClass } from '../../../src-contract';
import { groupKindOf, laneHue } from '../../names/hues';
import { TASK_KINDS } from '../../names/taskKind';
import { countLong, createIndexSlices, endNsOf, type IndexSlices, putTimes } from '../columns/indexSlices';
import { SliceFlag, TASK_KIND_SHIFT } from '../columns/segmentColumns';
import { type IndexedFiles, NO_SOURCE } from '../eventSource';
import { NO_IDS } from '../ids/sliceIds';
import type { LaneRegistry } from '../laneRegistry';
import type { IndexedGroup, IntervalTree, PathNames, RankIndex, StandIns } from '../rankIndex';
import type { LaneSummary } from '../rankSummary';
import { packEncoded } from '../strings';
import { buildIntervalTree } from '../tree/intervalTree';
import type { LaneRows } from './laneRows';
import { OVERLAP_LANES, overlapIntervals, type Spans } from './overlapLanes';
import { type ScopedSlices, scopeLanes } from './scopeLanes';

/** The first two are made with the index and kept with it; the others where one asks for them. */
type ComputedGroup = 'Overlap Analysis' | 'Scope Layer' | 'Critical Path' | 'Copy' | 'Own Lanes' | 'Merged lanes';

/** Lanes of slices that are in no file, all of one group. */
export interface ComputedLanes {
  readonly group: ComputedGroup;
  readonly lanes: readonly string[];
  /** Of the slices. */
  readonly names: readonly string[];
  readonly slices: IndexSlices;
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
  readonly tree: IntervalTree;
  /** By lane; else after its name. */
  readonly laneHues?: readonly HueClass[];
  readonly standIns?: StandIns;
  readonly path?: PathNames;
}

/** What the lanes are made of: all slices of the files, with the kinds of device tasks in their flags. */
export interface ComputedFrom extends ScopedSlices {
  /** See `IndexDraft`. */
  readonly hasOverlapLanes: boolean;
}

/** Overlap lanes unless the files have them themselves, or the device did nothing; scopes where ops are named by them. */
export function computeLanes(from: ComputedFrom): readonly ComputedLanes[] {
  const overlap = from.hasOverlapLanes ? [] : overlapLanes(from.slices);
  const scopes = scopeLanes(from);
  return [
    ...(overlap.length > 0 ? [columnsOf('Overlap Analysis', overlap)] : []),
    ...(scopes.length > 0 ? [columnsOf('Scope Layer', scopes)] : []),
  ];
}

function overlapLanes(slices: ComputedFrom['slices']): readonly LaneRows[] {
  const intervals = overlapIntervals(spansOf(slices, 'compute'), spansOf(slices, 'communication'));
  if (!intervals) return [];
  return OVERLAP_LANES.map((name) => {
    const { startNs, endNs } = intervals[name];
    return { name, rows: startNs.length > 0 ? [{ startNs, endNs, text: name }] : [] };
  });
}

/** `listed`: the names that rows of numbers mean; one may stand there several times. */
export function columnsOf(group: ComputedGroup, lanes: readonly LaneRows[], listed?: readonly string[]): ComputedLanes {
  const rows = lanes.flatMap((lane) => lane.rows);
  const names = listed ?? [
    ...new Set([...lanes.map(({ name }) => name), ...rows.flatMap(({ text }) => text as string | readonly string[])]),
  ];
  const nameIds = new Map(names.map((name, id) => [name, id]));
  const longCount = rows.reduce((sum, { startNs, endNs }) => sum + countLong(startNs, endNs, startNs.length), 0);
  const columns = createIndexSlices(
    rows.reduce((sum, { startNs }) => sum + startNs.length, 0),
    longCount,
    names.length,
  );
  columns.source.fill(NO_SOURCE);
  const rowFirstSlice = new Uint32Array(new SharedArrayBuffer(4 * (rows.length + 1)));
  let long = 0;
  for (const [row, { startNs, endNs, text, source }] of rows.entries()) {
    const first = rowFirstSlice[row];
    long = putTimes(startNs, endNs, columns, first, long);
    rowFirstSlice[row + 1] = first + startNs.length;
    if (typeof text === 'string') columns.name.fill(nameIds.get(text) ?? 0, first, first + startNs.length);
    else
      for (let i = 0; i < text.length; i++) {
        const own = text[i];
        columns.name[first + i] = typeof own === 'number' ? own : (nameIds.get(own) ?? 0);
      }
    if (source) putSources(columns, first, source);
  }
  const laneFirstRow = new Uint32Array(new SharedArrayBuffer(4 * (lanes.length + 1)));
  for (const [lane, own] of lanes.entries()) laneFirstRow[lane + 1] = laneFirstRow[lane] + own.rows.length;
  const tree = buildIntervalTree(columns, rowFirstSlice);
  return { group, lanes: lanes.map(({ name }) => name), names, slices: columns, laneFirstRow, rowFirstSlice, tree };
}

/** Of slices of a file, where they stand in it; one without length is an instant. */
function putSources({ source, flags, durationNs }: IndexSlices, first: number, sources: ArrayLike<number>): void {
  for (let i = 0; i < sources.length; i++) {
    source[first + i] = sources[i];
    if (durationNs[first + i] === 0) flags[first + i] |= SliceFlag.instant;
  }
}

/** Starts and ends of all device tasks of the kind. */
function spansOf(slices: ComputedFrom['slices'], kind: 'compute' | 'communication'): Spans {
  const { startNs, flags } = slices;
  const code = TASK_KINDS.indexOf(kind);
  const spans = { startNs: [] as number[], endNs: [] as number[] };
  for (let slice = 0; slice < flags.length; slice++) {
    if (flags[slice] >> TASK_KIND_SHIFT !== code) continue;
    spans.startNs.push(startNs[slice]);
    spans.endNs.push(endNsOf(slices, slice));
  }
  return spans;
}

/** No process of a file can have them: JSON has no such number and no such text. */
const COMPUTED_PIDS: Readonly<Record<ComputedGroup, string>> = {
  'Overlap Analysis': '\u0000computed',
  'Scope Layer': '\u0000scopes',
  'Critical Path': '\u0000path',
  Copy: '\u0000copy',
  'Own Lanes': '\u0000own',
  'Merged lanes': '\u0000merged',
};

/** Where the name does not tell it. */
const GROUP_KINDS: Partial<Readonly<Record<ComputedGroup, GroupKind>>> = {
  // What the device is at, whatever profiler has a process of the same name for the host.
  'Scope Layer': 'hardware',
  'Critical Path': 'overlap',
  Copy: 'other',
  'Own Lanes': 'other',
  'Merged lanes': 'other',
};

export interface ComputedPart {
  readonly index: RankIndex;
  readonly group: IndexedGroup;
  /** Those with slices. */
  readonly lanes: readonly LaneSummary[];
}

/** The lanes as a part of their rank, which goes on giving out ids where the files' part has ended. */
export function computedPart(
  { group: name, lanes: laneNames, laneHues, names, slices, ...lanesOwn }: ComputedLanes,
  registry: Pick<LaneRegistry, 'group' | 'computed'>,
  baseUs: number,
  { importer, paths }: Pick<IndexedFiles, 'importer'> & Partial<IndexedFiles>,
): ComputedPart {
  const { laneFirstRow, rowFirstSlice, tree, standIns, path } = lanesOwn;
  const groupLocalId = registry.group(COMPUTED_PIDS[name]);
  const kind = GROUP_KINDS[name] ?? groupKindOf(name, true);
  const group: IndexedGroup = { localId: groupLocalId, pid: '', name, labels: '', kind };
  const laneIds = laneNames.map((own) => registry.computed(own));
  const lanes = laneNames.flatMap((own, lane): LaneSummary[] => {
    const rowCount = laneFirstRow[lane + 1] - laneFirstRow[lane];
    if (rowCount === 0) return [];
    const sliceCount = rowFirstSlice[laneFirstRow[lane + 1]] - rowFirstSlice[laneFirstRow[lane]];
    const times = extentOf(slices, rowFirstSlice, laneFirstRow[lane], laneFirstRow[lane + 1]);
    const content = { kind: 'slices', rowCount, sliceCount, overlapCount: 0 } as const;
    return [{ localId: laneIds[lane], groupLocalId, name: own, tid: '', ...times, isComputed: true, content }];
  });
  const index: RankIndex = {
    baseUs,
    startNs: Math.min(...lanes.map(({ startNs }) => startNs)),
    endNs: Math.max(...lanes.map(({ endNs }) => endNs)),
    slices,
    groups: [group],
    lanes: laneNames.map((own, lane) => {
      return {
        localId: laneIds[lane],
        groupLocalId,
        name: own,
        sortIndex: lane,
        hue: laneHues?.[lane] ?? laneHue(kind, own),
        overlapCount: 0,
      };
    }),
    laneFirstRow,
    rowFirstSlice,
    tree,
    ids: NO_IDS,
    names: packEncoded(names.map((own) => new TextEncoder().encode(JSON.stringify(own).slice(1, -1)))),
    categories: [''],
    counters: [],
    flows: {
      categories: [],
      categoryFirst: new Uint32Array(1),
      fromSlice: new Uint32Array(0),
      toSlice: new Uint32Array(0),
      fromNs: new Float64Array(0),
      toNs: new Float64Array(0),
      source: new Float64Array(0),
      sourceBases: new Float64Array(0),
      blockEndNs: new Float64Array(0),
    },
    pairs: { begin: new Float64Array(0), end: new Float64Array(0) },
    files: { importer, paths: paths ?? [] },
    ...(standIns && { standIns }),
    ...(path && { path }),
  };
  return { index, group, lanes };
}

/** First start and last end of rows; within a row slices are in order and do not overlap. */
function extentOf(
  slices: IndexSlices,
  rowFirstSlice: Uint32Array,
  firstRow: number,
  endRow: number,
): { startNs: number; endNs: number } {
  let [startNs, endNs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = firstRow; row < endRow; row++) {
    if (rowFirstSlice[row] === rowFirstSlice[row + 1]) continue;
    startNs = Math.min(startNs, slices.startNs[rowFirstSlice[row]]);
    endNs = Math.max(endNs, endNsOf(slices, rowFirstSlice[row + 1] - 1));
  }
  return { startNs, endNs };
}
