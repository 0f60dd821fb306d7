import type { Notice } from '../../src-contract';
import { notice } from '../files/notices';
import { createColumns } from '../index/columns/chunks';
import type { FileCheck } from '../index/eventSource';
import type { SegmentEvents } from '../index/segmentEvents';
import type { FoundTables, Segment, SegmentPlan, SegmentResult } from './importer';

/** The segments of a rank that have been read and count, in order. */
export interface ReadSegments {
  /** Belongs to who gathered them, to be emptied as soon as they are used up. */
  readonly segments: SegmentEvents[];
  /** Top-level values of the files beside the events, as JSON texts. */
  readonly values: ReadonlyMap<string, string>;
  readonly notices: readonly Notice[];
  readonly status: 'ready' | 'cancelled' | 'failed';
  /** Of each file; empty of those that could not be read. */
  readonly checks: readonly FileCheck[];
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
  const checks: FileCheck[] = [];
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
    while (checks.length < file) checks.push(joinedCheck([]));
    checks.push(joinedCheck(own.map(({ check }) => check)));
    for (const result of own) for (const [key, value] of result.values) values.set(key, value);
    isCancelled ||= own.some((result) => result.isCancelled);
    const isBroken = hasError(own);
    if (!isBroken && own.some(({ isTrace }) => isTrace)) readableFiles++;
    else if (!isBroken && !isCancelled) notices.push(notice('no-trace', 'error', {}, { path, byteOffset: 0 }));
  }
  const status = isCancelled ? 'cancelled' : readableFiles > 0 ? 'ready' : 'failed';
  return { segments, values, notices, status, checks };
}

/** What the segment's file has given in earlier stages for this one. */
export function foundBefore(
  segments: readonly Segment[],
  results: readonly (SegmentResult | undefined)[],
  { file, stage = 0, needsAll }: Segment,
): FoundTables[] {
  return segments.flatMap((segment, i) => {
    const result = segment.file === file && (segment.stage ?? 0) < stage ? results[i] : undefined;
    if (!result?.found) return [];
    return [{ ...result.found, ...result.foundForNext, ...(needsAll ? result.foundForLast : {}) }];
  });
}

/** Once a stage has been read: nobody asks any more for what the stage before has found for it alone. */
export function forgetFound(
  segments: readonly Segment[],
  results: readonly (SegmentResult | undefined)[],
  stageRead: number,
): (SegmentResult | undefined)[] {
  return results.map((result, i) => {
    if (!result?.foundForNext || (segments[i].stage ?? 0) >= stageRead) return result;
    const { foundForNext: _, ...rest } = result;
    return rest;
  });
}

/** Of a file, of those of its segments in their order. */
function joinedCheck(parts: readonly FileCheck[]): FileCheck {
  const blockCount = parts.reduce((sum, { blockEnds }) => sum + blockEnds.length, 0);
  const columns = createColumns({ blockEnds: Float64Array, blockSums: Uint32Array }, blockCount);
  let at = 0;
  for (const { blockEnds, blockSums } of parts) {
    columns.blockEnds.set(blockEnds, at);
    columns.blockSums.set(blockSums, at);
    at += blockEnds.length;
  }
  return { sizeBytes: parts[0]?.sizeBytes ?? 0, modifiedMs: parts[0]?.modifiedMs ?? 0, ...columns };
}

function hasError(results: readonly SegmentResult[]): boolean {
  return results.some(({ events }) => events.notices.some(({ severity }) => severity === 'error'));
}

/**
 * The excerpts that may be shown while others are still to come: that a segment begins where an event does is proved only
 * by the one in front of it. One that begins inside an event's args, say, would find the end of that list in its midst;
 * so those count that end at their boundary, as far as all that have been read in front of them in their file do, too.
 * Of each segment of the plan: what reading it gave, undefined where that is not done yet, and its excerpts, of which
 * there can be several before it is.
 */
export function gatherExcerpts(
  { segments }: SegmentPlan,
  results: readonly (Pick<SegmentResult, 'endsAtBoundary'> | undefined)[],
  excerpts: readonly (readonly SegmentEvents[])[],
): SegmentEvents[] {
  const gathered: SegmentEvents[] = [];
  let brokenFile = -1;
  segments.forEach(({ file }, i) => {
    const result = results[i];
    if (file === brokenFile) return;
    const isFirst = segments[i - 1]?.file !== file;
    if (!result) {
      if (isFirst) gathered.push(...excerpts[i]);
      return;
    }
    const isLast = segments[i + 1]?.file !== file;
    // The last one has no boundary to end at.
    const isSound = isLast ? results[i - 1]?.endsAtBoundary === true : result.endsAtBoundary;
    if (isFirst || isSound) gathered.push(...excerpts[i]);
    if (!isLast && !result.endsAtBoundary) brokenFile = file;
  });
  return gathered;
}
