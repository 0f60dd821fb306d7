/** Phases between two kernels of the user's choice, in any timeline that has kernels. */

import type { PhaseOps } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import { TASK_KINDS } from '../../names/taskKind';
import type { RankView } from '../../query/rankView';
import { deviceTasks } from '../deviceTasks';
import { stepPositionAt, type TimelineSteps } from '../steps/timelineSteps';
import type { CollectiveSpan, TracedStep } from './tracedStep';

/** More names than these are no choice any more. */
const MAX_NAMES = 5000;

/** The kernels' names of the first whole step, in their order, each once. */
export function opNames(view: RankView, steps: TimelineSteps): readonly string[] {
  const tasks = deviceTasks(view);
  const names = new Set<string>();
  // The first of several is often cut off.
  const wanted = Math.min(1, steps.steps.length - 1);
  for (let row = 0; row < tasks.slice.length && names.size < MAX_NAMES; row++) {
    if (TASK_KINDS[tasks.kind[row]] !== 'compute') continue;
    const { startNs, name } = view.index.slices;
    if (stepPositionAt(steps, startNs[tasks.slice[row]]) === wanted) names.add(view.nameText(name[tasks.slice[row]]));
  }
  return [...names];
}

/** In the index's times. A step that lacks one of the two has no phases. */
export function stepsBetween(
  view: RankView,
  steps: TimelineSteps,
  { forwardStart, backwardEnd }: PhaseOps,
): readonly TracedStep[] {
  const { slices, lanes } = view.index;
  const found = steps.steps.map(() => ({
    forwardNs: Number.NaN,
    backwardNs: Number.NaN,
    endNs: Number.NEGATIVE_INFINITY,
    collectives: [] as CollectiveSpan[],
  }));
  const tasks = deviceTasks(view);
  for (let row = 0; row < tasks.slice.length; row++) {
    const slice = tasks.slice[row];
    const [startNs, endNs] = [slices.startNs[slice], endNsOf(slices, slice)];
    const own = found[stepPositionAt(steps, startNs)];
    const kind = TASK_KINDS[tasks.kind[row]];
    if (!own || kind === 'wait') continue;
    own.endNs = Math.max(own.endNs, endNs);
    if (kind === 'communication') own.collectives.push({ lane: lanes[tasks.lane[row]].name, startNs, endNs });
    if (kind !== 'compute') continue;
    const name = view.nameText(slices.name[slice]);
    if (name === forwardStart && Number.isNaN(own.forwardNs)) own.forwardNs = startNs;
    if (name === backwardEnd) own.backwardNs = Math.max(endNs, Number.isNaN(own.backwardNs) ? endNs : own.backwardNs);
  }
  return steps.steps.flatMap((step, at): TracedStep[] => {
    const { endNs, ...own } = found[at];
    if (endNs < step.startNs) return [];
    // MindSpore's iterations end with the device's last entry; other steps with their last task.
    const stepEndNs = steps.from === 'device' ? Math.max(endNs, step.endNs - 1) : endNs;
    return [{ number: Number.isNaN(step.number) ? at : step.number, startNs: step.startNs, endNs: stepEndNs, ...own }];
  });
}
