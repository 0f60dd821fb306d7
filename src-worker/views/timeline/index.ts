import type { TimelineQuestions, TimelineTables } from '../../../src-contract';
import type { RowTable } from '../rowTable';
import type { ViewWorker } from '../viewWorker';
import { slicesAlike } from './alike';
import { sliceAround } from './around';
import { arrowTable } from './arrows';
import { sliceChain } from './chain';
import { sliceRun, slicesBySource } from './chosen';
import { eventTable } from './events';
import { rankOverview } from './overview';
import { sameCalls } from './sameCalls';
import { stacks } from './stacks';

/** The panels below the timeline: it has no tab of its own, and is there with the first timeline. */
export const timelineWorker: ViewWorker<TimelineTables, TimelineQuestions, RowTable> = {
  isAvailable: () => true,
  tables: {
    'timeline.events': eventTable,
    'timeline.arrows': arrowTable,
  },
  answers: {
    'timeline.around': sliceAround,
    'timeline.alike': slicesAlike,
    'timeline.sameCall': sameCalls,
    'timeline.chain': sliceChain,
    'timeline.stacks': stacks,
    'timeline.run': sliceRun,
    'timeline.bySource': slicesBySource,
    'timeline.overview': rankOverview,
  },
};
