import { groupKindOf, laneHue } from '../names/hues';
import { TASK_KINDS } from '../names/taskKind';
import type { LaneSummary } from './buildIndex';
import { type ImporterName, NO_SOURCE } from './eventSource';
import { countLong, createIndexSlices, endNsOf, type IndexSlices, putTimes, type SliceTimes } from './indexSlices';
import { buildIntervalTree } from './intervalTree';
import type { LaneRegistry } from './laneRegistry';
import { OVERLAP_LANES, overlapIntervals, type Spans } from './overlapLanes';
import type { IndexedGroup, IntervalTree, RankIndex } from './rankIndex';
import { TASK_KIND_SHIFT } from './segmentEvents';
import { NO_IDS } from './sliceIds';
import { packTexts } from './strings';

/** The four overlap lanes, one row each, of slices that are in no file. */
export interface ComputedLanes {
  readonly slices: IndexSlices;
  readonly laneFirstRow: Uint32Array;
  readonly rowFirstSlice: Uint32Array;
  readonly tree: IntervalTree;
}

/** What the lanes are made of: all slices of the files, in any order, with the kinds of device tasks in their flags. */
export interface ComputedFrom {
  readonly slices: SliceTimes & Pick<IndexSlices, 'flags'>;
  /** See `IndexDraft`. */
  readonly hasOverlapLanes: boolean;
}

/** Undefined where the files have such lanes themselves, and where the device did nothing. */
export function computeLanes({ slices, hasOverlapLanes }: ComputedFrom): ComputedLanes | undefined {
  if (hasOverlapLanes) return undefined;
  const intervals = overlapIntervals(spansOf(slices, 'compute'), spansOf(slices, 'communication'));
  if (!intervals) return undefined;
  const laneCount = OVERLAP_LANES.length;
  const counts = OVERLAP_LANES.map((name) => intervals[name].startNs.length);
  const longCounts = OVERLAP_LANES.map((name) => {
    const { startNs, endNs } = intervals[name];
    return countLong(startNs, endNs, startNs.length);
  });
  const sum = (all: readonly number[]) => all.reduce((total, count) => total + count, 0);
  const columns = createIndexSlices(sum(counts), sum(longCounts), laneCount);
  columns.source.fill(NO_SOURCE);
  const laneFirstRow = new Uint32Array(new SharedArrayBuffer(4 * (laneCount + 1)));
  const rowFirstSlice: number[] = [0];
  let at = 0;
  let long = 0;
  OVERLAP_LANES.forEach((name, lane) => {
    long = putTimes(intervals[name].startNs, intervals[name].endNs, columns, at, long);
    columns.name.fill(lane, at, at + counts[lane]);
    at += counts[lane];
    if (counts[lane] > 0) rowFirstSlice.push(at);
    laneFirstRow[lane + 1] = rowFirstSlice.length - 1;
  });
  const rows = new Uint32Array(new SharedArrayBuffer(4 * rowFirstSlice.length));
  rows.set(rowFirstSlice);
  const tree = buildIntervalTree(columns, rows);
  return { slices: columns, laneFirstRow, rowFirstSlice: rows, tree };
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

/** No process of a file can have it: JSON has no such number and no such text. */
const COMPUTED_PID = '\u0000computed';
const GROUP_NAME = 'Overlap Analysis';

export interface ComputedPart {
  readonly index: RankIndex;
  readonly group: IndexedGroup;
  /** Those with slices. */
  readonly lanes: readonly LaneSummary[];
}

/** The lanes as a part of their rank, which goes on giving out ids where the files' part has ended. */
export function computedPart(
  { slices, laneFirstRow, rowFirstSlice, tree }: ComputedLanes,
  registry: LaneRegistry,
  baseUs: number,
  importer: ImporterName,
): ComputedPart {
  const groupLocalId = registry.group(COMPUTED_PID);
  const kind = groupKindOf(GROUP_NAME, true);
  const group: IndexedGroup = { localId: groupLocalId, pid: '', name: GROUP_NAME, labels: '', kind };
  const laneIds = OVERLAP_LANES.map((name) => registry.computed(name));
  const lanes = OVERLAP_LANES.flatMap((name, lane): LaneSummary[] => {
    const [first, end] = [rowFirstSlice[laneFirstRow[lane]], rowFirstSlice[laneFirstRow[lane + 1]]];
    if (first === end) return [];
    const [startNs, endNs] = [slices.startNs[first], endNsOf(slices, end - 1)];
    const content = { kind: 'slices', rowCount: 1, sliceCount: end - first, overlapCount: 0 } as const;
    return [{ localId: laneIds[lane], groupLocalId, name, tid: '', startNs, endNs, isComputed: true, content }];
  });
  const index: RankIndex = {
    baseUs,
    startNs: Math.min(...lanes.map(({ startNs }) => startNs)),
    endNs: Math.max(...lanes.map(({ endNs }) => endNs)),
    slices,
    groups: [group],
    lanes: OVERLAP_LANES.map((name, lane) => {
      return { localId: laneIds[lane], groupLocalId, name, sortIndex: lane, hue: laneHue(kind, name), overlapCount: 0 };
    }),
    laneFirstRow,
    rowFirstSlice,
    tree,
    ids: NO_IDS,
    names: packTexts(OVERLAP_LANES),
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
      blockEndNs: new Float64Array(0),
    },
    pairs: { begin: new Float64Array(0), end: new Float64Array(0) },
    files: { importer, paths: [] },
  };
  return { index, group, lanes };
}
