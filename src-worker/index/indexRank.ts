import type { Notice } from '../../src-contract';
import { notice } from '../formats/notices';
import type { CollectiveNames } from '../names/collectiveNames';
import type { Tokenizer } from '../tokenizer/batch';
import { arrangeLane, scatterSlices } from './arrange';
import { type BuiltIndex, draftCounters, finishIndex, layOutRows } from './buildIndex';
import { bindFlowEnds, buildFlows } from './flows';
import { gatherIds, scatterIds } from './gatherIds';
import { draftIndex, type IndexDraft, type SliceSource } from './indexDraft';
import { buildIntervalTree } from './intervalTree';
import type { LaneIds } from './laneRegistry';
import { matchFlows } from './matchFlows';
import type { IndexedFile } from './rankIndex';
import type { SegmentEvents } from './segmentEvents';
import { planSegments, readSegment, type SegmentPlan, type SegmentResult, type SegmentSizes } from './segments';

/** The segments of a rank that have been read and count, in order. */
export interface ReadSegments {
  /** Belongs to who gathered them, to be emptied as soon as they are used up. */
  readonly segments: SegmentEvents[];
  /** Top-level values of the files beside the events, as JSON texts. */
  readonly values: ReadonlyMap<string, string>;
  readonly notices: readonly Notice[];
  readonly status: 'ready' | 'cancelled' | 'failed';
}

/**
 * Of all segments those that count: what stands behind one that did not end at its boundary has been read twice. Says so
 * where a file is JSON but holds nothing of a trace. `results[i]` is of `plan.segments[i]`; undefined if it was
 * not read (yet), which makes the status `cancelled`.
 */
export function gatherSegments(plan: SegmentPlan, results: readonly (SegmentResult | undefined)[]): ReadSegments {
  const segments: SegmentEvents[] = [];
  const values = new Map<string, string>();
  const notices = [...plan.notices];
  let isCancelled = false;
  let readableFiles = 0;
  for (let i = 0; i < results.length; ) {
    const { file, path } = plan.segments[i];
    let end = i;
    while (end < plan.segments.length && plan.segments[end].file === file) end++;
    const own: SegmentResult[] = [];
    for (; i < end; i++) {
      const result = results[i];
      if (!result) {
        isCancelled = true;
        continue;
      }
      own.push(result);
      if (!result.endsAtBoundary) break;
    }
    i = end;
    segments.push(...own.map(({ events }) => events));
    for (const result of own) for (const [key, value] of result.values) values.set(key, value);
    isCancelled ||= own.some((result) => result.isCancelled);
    if (isTrace(own)) readableFiles++;
    else if (!hasError(own) && !isCancelled) notices.push(notice('no-trace', 'error', {}, { path, byteOffset: 0 }));
  }
  const status = isCancelled ? 'cancelled' : readableFiles > 0 ? 'ready' : 'failed';
  return { segments, values, notices, status };
}

function hasError(results: readonly SegmentResult[]): boolean {
  return results.some(({ events }) => events.notices.some(({ severity }) => severity === 'error'));
}

/** An event with a phase makes a trace, and so does an event list with nothing in it. */
function isTrace(results: readonly SegmentResult[]): boolean {
  if (hasError(results)) return false;
  if (results.some(({ events }) => events.countByPhase.subarray(1).some((count) => count > 0))) return true;
  return results.some(
    ({ hasEventList, events }) => hasEventList && events.eventCount === 0 && events.skipped.length === 0,
  );
}

/** Files of a rank as the index names them. */
export function indexedFiles(paths: readonly string[], plan: SegmentPlan | undefined): IndexedFile[] {
  return paths.map((path, file) => ({
    path,
    kind: plan?.segments.find((segment) => segment.file === file)?.kind ?? 'plain',
  }));
}

/** All stages after reading, in one thread. */
export function buildIndex(
  segments: readonly SegmentEvents[],
  files: readonly IndexedFile[],
  baseUs: number,
  laneIds: LaneIds = new Map(),
  collectives?: CollectiveNames,
): BuiltIndex {
  return buildFromDraft(draftIndex(segments, laneIds, true, collectives), segments, files, baseUs);
}

/** An index of what has been read so far, from the segments' excerpts: see `excerptOf`. It has no computed lanes. */
export function buildSnapshot(
  excerpts: readonly SegmentEvents[],
  files: readonly IndexedFile[],
  baseUs: number,
  laneIds: LaneIds,
  collectives?: CollectiveNames,
): BuiltIndex {
  return buildFromDraft(draftIndex(excerpts, laneIds, false, collectives), excerpts, files, baseUs);
}

function buildFromDraft(
  draft: IndexDraft,
  segments: readonly SegmentEvents[],
  files: readonly IndexedFile[],
  baseUs: number,
): BuiltIndex {
  scatterSources(draft.sources, draft);
  const arranged = draft.lanes.map((_, lane) => arrangeDraftLane(draft, lane));
  const counters = draftCounters(draft, segments);
  const flowSources = segments.map(({ flowEnds }, i) => ({ flowEnds, maps: draft.maps[i] }));
  const matched = matchFlows(flowSources, draft.lanes.length, draft.categories.length);
  const rows = layOutRows(draft.laneFirst, arranged);
  const ids = gatherIds(draft.idRefs, segments);
  const tree = buildIntervalTree(draft.slices.startNs, draft.slices.endNs, rows.rowFirstSlice);
  bindFlowEnds(matched, { ...draft.slices, ...rows }, [...draft.lanes.keys()]);
  const flows = buildFlows(matched, draft.categories);
  return finishIndex({ draft, arranged, rows, ids, tree, flows, counters }, segments, files, baseUs);
}

/** Copies the slices of these sources to their lanes, and the references to their ids. */
export function scatterSources(
  sources: readonly SliceSource[],
  { slices, idRefs }: Pick<IndexDraft, 'slices' | 'idRefs'>,
): void {
  for (const source of sources) {
    scatterSlices(source.slices, source.maps, source.first, slices);
    scatterIds(source, source.first, idRefs);
  }
}

export function arrangeDraftLane(
  { slices, idRefs, laneFirst }: Pick<IndexDraft, 'slices' | 'idRefs' | 'laneFirst'>,
  lane: number,
) {
  return arrangeLane(slices, idRefs, laneFirst[lane], laneFirst[lane + 1]);
}

export interface RankResult extends BuiltIndex, Pick<ReadSegments, 'values' | 'status'> {}

/**
 * Reads a rank's timeline files and builds its index, all in this thread: what the engine does in parallel, done plainly.
 * Tests hold the one against the other.
 */
export async function indexRank(
  paths: readonly string[],
  createTokenizer: (baseUs: number | undefined) => Tokenizer,
  sizes?: SegmentSizes,
): Promise<RankResult> {
  const plan = planSegments(paths, sizes);
  const results: SegmentResult[] = [];
  let baseUs = plan.baseUs;
  for (const segment of plan.segments) {
    const result = await readSegment(segment, createTokenizer(baseUs), () => true);
    results.push(result);
    baseUs ??= result.baseUs;
  }
  const read = gatherSegments(plan, results);
  const built = buildIndex(read.segments, indexedFiles(paths, plan), baseUs ?? 0);
  const notices = [...read.notices, ...built.summary.notices];
  return { ...built, summary: { ...built.summary, notices }, values: read.values, status: read.status };
}
