/** What both threads that make a rank's record need of its timeline: the one that needs it first makes it, the other is given it. */
import type { RankIndex } from '../../../src-contract';
import { type DeviceTasks, deviceTasks, giveDeviceTasks } from '../../model/deviceTasks';
import type { DumpContext } from '../../model/dumpContext';
import { giveTimelineSteps, type TimelineSteps, timelineSteps } from '../../model/steps/timelineSteps';

export interface ViewFacts {
  /** Of the index that they are of. */
  readonly generation: number;
  readonly tasks: DeviceTasks;
  readonly steps: TimelineSteps;
}

/** Undefined without a timeline. */
export function viewFacts(dump: DumpContext, index: RankIndex): Promise<ViewFacts | undefined> {
  return dump.ofTimeline('view facts', index, (view) => {
    return { generation: view.generation, tasks: deviceTasks(view), steps: timelineSteps(view) };
  });
}

/** What has been made of the index as it is in this thread is its from now on. */
export async function takeViewFacts(
  dump: DumpContext,
  index: RankIndex,
  facts: () => Promise<ViewFacts | undefined>,
): Promise<void> {
  const made = await facts();
  const view = await dump.timeline(index);
  if (!made || view?.generation !== made.generation) return;
  giveDeviceTasks(view, made.tasks);
  giveTimelineSteps(view, made.steps);
}
