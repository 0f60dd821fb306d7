import { lowerBound, type RankView } from '../../query/rankView';
import { eachLaunch, hostSteps } from './timelineLanes';

/** A step, on the host and on the device. Times are the index's own. */
export interface DeviceStep {
  /** NaN: the profiler marked no steps, this is the whole recording. */
  readonly step: number;
  readonly hostStartNs: number;
  /** What begins on the device from here … */
  readonly deviceStartNs: number;
  /** … to here (not included) belongs to the step. */
  readonly deviceEndNs: number;
}

/**
 * The steps as the Ascend profiler cuts them (torch_npu's `FwkCANNRelationParser.get_step_range`): on the device a step
 * begins with the first task that was launched in it, and ends with the last one or with the host's step, whichever is
 * later — here never behind the next step's begin. Without arrows from host to device, the host's steps are taken.
 */
export function deviceSteps(view: RankView): readonly DeviceStep[] {
  const { slices, startNs, endNs } = view.index;
  const steps = hostSteps(view);
  if (steps.length === 0)
    return [{ step: Number.NaN, hostStartNs: startNs, deviceStartNs: startNs, deviceEndNs: endNs + 1 }];
  const hostStarts = Float64Array.from(steps, (step) => step.startNs);
  const first = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(steps.length).fill(Number.NEGATIVE_INFINITY);
  eachLaunch(view, (_, fromNs, toSlice) => {
    const position = lowerBound(hostStarts, fromNs + 1) - 1;
    if (position < 0 || fromNs > steps[position].endNs) return;
    first[position] = Math.min(first[position], slices.startNs[toSlice]);
    last[position] = Math.max(last[position], slices.endNs[toSlice]);
  });
  const starts = steps.map((step, i) => (Number.isFinite(first[i]) ? first[i] : step.startNs));
  return steps.map(({ step, startNs: hostStartNs, endNs: hostEndNs }, i) => ({
    step,
    hostStartNs,
    deviceStartNs: starts[i],
    deviceEndNs: Math.min(Math.max(last[i], hostEndNs), starts[i + 1] ?? Number.POSITIVE_INFINITY),
  }));
}
