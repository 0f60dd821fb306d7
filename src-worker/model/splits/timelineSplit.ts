import { durationNsOf, endNsOf } from '../../index/columns/indexSlices';
import type { OverlapLane } from '../../index/computed/overlapLanes';
import { OVERLAP_LANES } from '../../index/computed/overlapLanes';
import { isGroupLane } from '../../names/taskKind';
import { eachSlice } from '../../query/laneSlices';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import { freePositionAt, type Step, stepPositionAt, timelineSteps } from '../steps/timelineSteps';
import { lanesOfKind } from '../timelineLanes';
import { type StepRow, splitParts } from './stepRows';

/** What is summed up of one step. */
interface StepSums {
  readonly lanes: Record<OverlapLane, number>;
  receiveNs: number;
  firstNs: number;
  lastNs: number;
  firstTaskNs: number;
}

/**
 * The step split from the timeline's overlap lanes, step by step, by the rules of step_trace_time.csv (torch_npu's
 * `TraceStepTimeParser`): a slice counts whole in the step that it begins in; `stage` is from the first begin to the last
 * end without `bubble`, which is the time in `hcom_receive`. No rows where the device did nothing.
 */
export function timelineSplit(view: RankView): readonly StepRow[] {
  const overlap = lanesOfKind(view, 'overlap');
  if (overlap.length === 0) return [];
  const marked = timelineSteps(view);
  const { steps } = marked;
  const sums = steps.map(emptySums);
  const add = (
    slice: number,
    { index }: PartView,
    count: (own: StepSums, durationNs: number) => void,
    positionAt = stepPositionAt,
  ): void => {
    const { slices } = index;
    const at = positionAt(marked, slices.startNs[slice]);
    if (at < 0) return;
    const own = sums[at];
    own.firstNs = Math.min(own.firstNs, slices.startNs[slice]);
    own.lastNs = Math.max(own.lastNs, endNsOf(slices, slice));
    count(own, durationNsOf(slices, slice));
  };
  for (const laneName of OVERLAP_LANES) {
    const found = overlap.find((candidate) => candidate.name === laneName);
    if (!found) continue;
    const isTask = laneName === 'Computing' || laneName === 'Communication';
    const count = (slice: number, part: PartView) => (own: StepSums, durationNs: number) => {
      own.lanes[laneName] += durationNs;
      if (isTask) own.firstTaskNs = Math.min(own.firstTaskNs, part.index.slices.startNs[slice]);
    };
    const positionAt = laneName === 'Free' ? freePositionAt : stepPositionAt;
    eachSlice(view, found.lane, (slice, part) => add(slice, part, count(slice, part), positionAt));
  }
  for (const { lane } of lanesOfKind(view, 'communication').filter((own) => isGroupLane(own.name)))
    eachSlice(view, lane, (slice, part) => {
      if (!part.nameText(part.index.slices.name[slice]).startsWith('hcom_receive')) return;
      add(slice, part, (own, durationNs) => {
        own.receiveNs += durationNs;
      });
    });
  return steps.flatMap((step, i) => (sums[i].lastNs > sums[i].firstNs ? [stepRow(step, sums[i])] : []));
}

/**
 * Of each step: Free of it that passed while the host was in the next step already, preparing that. It is in the Free of
 * the one and in the Preparing of the other.
 */
export function freeInNextSteps(view: RankView): readonly { readonly step: number; readonly ns: number }[] {
  const lane = lanesOfKind(view, 'overlap').find(({ name }) => name === 'Free')?.lane;
  if (lane === undefined) return [];
  const marked = timelineSteps(view);
  const found = marked.steps.map(({ number }) => ({ step: number, ns: 0 }));
  eachSlice(view, lane, (slice, { index }) => {
    const startNs = index.slices.startNs[slice];
    const at = freePositionAt(marked, startNs);
    const nextNs = marked.steps[at + 1]?.hostStartNs;
    if (at < 0 || nextNs === undefined) return;
    found[at].ns += Math.max(0, endNsOf(index.slices, slice) - Math.max(startNs, nextNs));
  });
  return found;
}

function emptySums(): StepSums {
  return {
    lanes: { Computing: 0, Communication: 0, 'Communication(Not Overlapped)': 0, Free: 0 },
    receiveNs: 0,
    firstNs: Number.POSITIVE_INFINITY,
    lastNs: Number.NEGATIVE_INFINITY,
    firstTaskNs: Number.POSITIVE_INFINITY,
  };
}

function stepRow({ number, hostStartNs }: Step, { lanes, receiveNs, firstNs, lastNs, firstTaskNs }: StepSums): StepRow {
  const notOverlapped = lanes['Communication(Not Overlapped)'];
  const values = {
    computing: lanes.Computing,
    notOverlapped,
    overlapped: lanes.Communication - notOverlapped,
    communication: lanes.Communication,
    free: lanes.Free,
    stage: lastNs - firstNs - receiveNs,
    bubble: receiveNs,
    notOverlappedExceptReceive: notOverlapped - receiveNs,
    preparing: Number.isFinite(firstTaskNs) ? firstTaskNs - hostStartNs : Number.NaN,
  };
  return { step: number, parts: splitParts((part) => values[part]) };
}
