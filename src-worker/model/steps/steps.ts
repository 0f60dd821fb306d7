/** The steps of a rank, from the best of what it has. */
import type { RankIndex } from '../../../src-contract';
import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import { type TimelineSteps, timelineSteps } from './timelineSteps';

/** Undefined: the rank has no timeline (yet). Times are the index's own. */
export function timelineStepsOf(dump: DumpContext, rank: RankIndex): Promise<TimelineSteps | undefined> {
  return dump.ofTimeline('steps', rank, timelineSteps);
}

/** The same, of a timeline at hand. */
export function stepsOfView(dump: DumpContext, view: RankView): TimelineSteps {
  return dump.ofView('steps', view, timelineSteps);
}
