/** Kernels that no step has, since nothing tells which step launched them. */
import { durationNsOf } from '../../index/columns/indexSlices';
import { gpuTasksOf, TASK_KINDS } from '../../names/taskKind';
import type { RankView } from '../../query/rankView';
import { deviceTasks } from '../deviceTasks';
import { launches } from '../launches';
import { stepPositionAt, timelineSteps } from './timelineSteps';

export interface OutsideSteps {
  readonly count: number;
  /** Sum of their durations. */
  readonly ns: number;
}

const COMPUTE = TASK_KINDS.indexOf('compute');

/**
 * Kernels in front of, between and behind the steps whose launches were not recorded: a step begins on the device with the first task
 * that was launched in it, and these may be of it, too. Undefined: there are none, or no steps are marked.
 */
export function kernelsOutsideSteps(view: RankView): OutsideSteps | undefined {
  const steps = timelineSteps(view);
  if (steps.from === 'none') return undefined;
  const { index } = view;
  const { startNs, category } = index.slices;
  const tasks = deviceTasks(view);
  const launched = launches(view);
  const ofGpu = gpuTasksOf(index.categories);
  let [count, ns] = [0, 0];
  for (let row = 0; row < tasks.slice.length; row++) {
    const slice = tasks.slice[row];
    // Ascend's communication is drawn on lanes that no launch leads to.
    if (tasks.kind[row] !== COMPUTE && ofGpu[category[slice]] !== 'kernel') continue;
    if (stepPositionAt(steps, startNs[slice]) >= 0 || launched.callOf(slice) !== undefined) continue;
    count++;
    ns += durationNsOf(index.slices, slice);
  }
  return count === 0 ? undefined : { count, ns };
}
