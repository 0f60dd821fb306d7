/** What of a rank's recording is measured, and when its device computed. */

import { type AnySpans, overlapIntervals } from '../../index/computed/overlapLanes';
import { Coverage } from '../../index/intervals/coverage';
import { type Intervals, intersection, union } from '../../index/intervals/intervals';
import { sliceRange } from '../../query/laneSlices';
import { spansOfLanes } from '../../query/laneSpans';
import type { RankView } from '../../query/rankView';
import { timelineSteps } from '../steps/timelineSteps';
import { lanesOfKind } from '../timelineLanes';
import type { Window } from './functionTimes';

/** With what classes of functions are told apart by. */
export interface PatternWindow extends Window {
  readonly computingNs: number;
  readonly freeIntervals: Intervals;
}

/**
 * From the first step’s begin, on the host or on the device, to the last one’s end; without steps the whole recording.
 * Undefined where the device did nothing.
 */
export function timelineWindow(view: RankView): PatternWindow | undefined {
  const { from, steps } = timelineSteps(view);
  const [first, last] = [steps[0], steps[steps.length - 1]];
  const startNs = Math.min(first.startNs, first.hostStartNs);
  const endNs = from === 'none' ? view.index.endNs : Math.max(last.endNs, last.hostEndNs);
  const lanes = lanesOfKind(view, 'overlap');
  if (lanes.length === 0 || endNs <= startNs) return undefined;
  const spansOf = (wanted: string, fromNs = startNs) => {
    const own = lanes.filter(({ name }) => name === wanted).map(({ lane }) => sliceRange(view, lane));
    const spans = spansOfLanes(own);
    return clipped(union(spans.startNs, spans.endNs), fromNs, endNs);
  };
  // What lies before the device’s first work of a step is Preparing, no Free.
  return windowOf(startNs, endNs, spansOf('Computing'), spansOf('Free', first.startNs));
}

function clipped(own: Intervals, fromNs: number, toNs: number): Intervals {
  return intersection(own, { startNs: Float64Array.of(fromNs), endNs: Float64Array.of(toNs) });
}

/** Without a timeline: from the first kernel or collective to the last one’s end. Undefined where there is none. */
export function tableWindow(kernels: AnySpans, collectives: AnySpans): PatternWindow | undefined {
  const lanes = overlapIntervals(kernels, collectives);
  if (!lanes) return undefined;
  const busy = [lanes.Computing, lanes.Communication].filter(({ startNs }) => startNs.length > 0);
  const startNs = Math.min(...busy.map((own) => own.startNs[0]));
  const endNs = Math.max(...busy.map((own) => own.endNs[own.endNs.length - 1]));
  return windowOf(startNs, endNs, lanes.Computing, lanes.Free);
}

function windowOf(startNs: number, endNs: number, computing: Intervals, free: Intervals): PatternWindow {
  const computingCovers = new Coverage(computing);
  return {
    startNs,
    endNs,
    computing: computingCovers,
    free: new Coverage(free),
    computingNs: computingCovers.coveredNs(startNs, endNs),
    freeIntervals: free,
  };
}
