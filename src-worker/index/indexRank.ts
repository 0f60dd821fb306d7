import { builtInCollectives, type CollectiveNames } from '../names/collectiveNames';
import { type ArrangedLane, scatterSlices } from './arranging/arrange';
import { bindFlowEnds } from './arrows/bindFlows';
import { buildFlows } from './arrows/flows';
import { matchFlows, withRoomToBind } from './arrows/matchFlows';
import { type BuiltIndex, draftCounters, finishIndex, layOutRows } from './buildIndex';
import { computeLanes } from './computed/computedPart';
import { bindableLanes, draftIndex, type IndexDraft, type SliceSource } from './draft/indexDraft';
import type { LaneFilter } from './draft/laneChoice';
import { TaskMarker } from './draft/taskKinds';
import type { DescribedFiles } from './eventSource';
import { gatherIds, IdPlacer } from './ids/gatherIds';
import type { LaneIds } from './laneRegistry';
import { plainLoops, type SliceLoops } from './loops/sliceLoops';
import type { SegmentEvents } from './segmentEvents';

/** All stages after reading, in one thread. */
export function buildIndex(
  segments: readonly SegmentEvents[],
  files: DescribedFiles,
  baseUs: number,
  laneIds: LaneIds = new Map(),
  collectives: CollectiveNames = builtInCollectives,
  filter?: LaneFilter,
  loops: SliceLoops = plainLoops,
): BuiltIndex {
  const draft = draftIndex(segments, laneIds, filter, loops);
  return buildFromDraft(draft, segments, files, baseUs, true, collectives, loops, filter);
}

/** An index of what has been read so far, from the segments' excerpts: see `excerptOf`. It has no computed lanes. */
export function buildSnapshot(
  excerpts: readonly SegmentEvents[],
  files: DescribedFiles,
  baseUs: number,
  laneIds: LaneIds,
  collectives: CollectiveNames = builtInCollectives,
  loops: SliceLoops = plainLoops,
): BuiltIndex {
  return buildFromDraft(
    draftIndex(excerpts, laneIds, undefined, loops),
    excerpts,
    files,
    baseUs,
    false,
    collectives,
    loops,
  );
}

function buildFromDraft(
  draft: IndexDraft,
  segments: readonly SegmentEvents[],
  files: DescribedFiles,
  baseUs: number,
  isWhole: boolean,
  collectives: CollectiveNames,
  loops: SliceLoops,
  filter?: LaneFilter,
): BuiltIndex {
  scatterSources(draft.sources, draft);
  const arranged = arrangeDraftLanes(draft, [...draft.lanes.keys()], collectives, loops);
  const counters = draftCounters(draft, segments, filter);
  const flowSources = segments.map(({ flowEnds }, i) => ({ flowEnds, maps: draft.maps[i] }));
  const matched = withRoomToBind(
    matchFlows(flowSources, draft.lanes.length, draft.categories.length, loops.flowLoops()),
  );
  const rows = layOutRows(draft.laneFirst, arranged);
  const ids = gatherIds(draft.idRefs, segments);
  const tree = loops.buildIntervalTree(draft.slices, rows.rowFirstSlice);
  const slices = { ...draft.slices, ...rows, ids };
  bindFlowEnds(matched, slices, draft.categories, bindableLanes(draft.lanes), (...of) => loops.sweepLane(...of));
  const flows = buildFlows(matched, slices, draft.categories);
  // Of a part of the slices it can't be told when the device did nothing.
  const computed = isWhole ? computeLanes(draft) : [];
  return finishIndex({ draft, arranged, rows, ids, tree, flows, counters, computed }, segments, files, baseUs);
}

/** Copies the slices of these sources to their lanes, and the references to their ids. */
export function scatterSources(
  sources: readonly SliceSource[],
  { slices, idRefs }: Pick<IndexDraft, 'slices' | 'idRefs'>,
): void {
  for (const source of sources) {
    const ids = new IdPlacer(source, idRefs);
    scatterSlices(source, slices, (places, count) => ids.place(places, count));
  }
}

/** What arranging lanes takes of a draft. */
export type LaneDraft = Pick<IndexDraft, 'slices' | 'idRefs' | 'laneFirst' | 'tasks' | 'names'>;

/** Says what the slices of these lanes are, and puts them into their final order. */
export function arrangeDraftLanes(
  { slices, idRefs, laneFirst, tasks, names }: LaneDraft,
  lanes: readonly number[],
  collectives: CollectiveNames,
  loops: SliceLoops,
): ArrangedLane[] {
  const marker = new TaskMarker(tasks, slices, names, collectives);
  return lanes.map((lane) => {
    const [first, end] = [laneFirst[lane], laneFirst[lane + 1]];
    marker.markLane(lane, first, end);
    return loops.arrangeLane(slices, idRefs, first, end);
  });
}
