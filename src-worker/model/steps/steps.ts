/** The steps of a rank, from the best of what it has. */
import type { RankIndex } from '../../../src-contract';
import type { DumpContext } from '../dumpContext';
import { type TimelineSteps, timelineSteps } from './timelineSteps';

/** Undefined: the rank has no timeline (yet). Times are the index's own. */
export function timelineStepsOf(dump: DumpContext, rank: RankIndex): TimelineSteps | undefined {
  return dump.timelineMemo('steps', rank, timelineSteps);
}
