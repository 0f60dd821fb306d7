import type { JobQuestions } from '../../../src-contract';
import { knownChips, recognisedChip } from '../../model/chips/chips';
import { clockOf } from '../../model/clock/jobClock';
import { allThresholds } from '../../model/thresholds';
import { selectTrace, tracePage } from '../../query/tracePage';
import type { ViewWorker } from '../viewWorker';

/** What is asked of the job itself, by the command line or by any view: it has no tab of its own. */
export const jobWorker: ViewWorker<Record<never, never>, JobQuestions> = {
  isAvailable: () => true,
  tables: {},
  answers: {
    'job.clock': (dump, wish) => clockOf(dump, wish),
    'job.chips': (_, { device }) => ({ chips: knownChips(), recognised: recognisedChip(device) }),
    'job.trace': async (dump, stretch) => {
      const { first: _first, count: _count, ...chosen } = stretch;
      const selection = await dump.ofTimeline(
        `trace ${JSON.stringify(chosen)} ${dump.clockRevision}`,
        stretch.rank,
        (view) => selectTrace(view, stretch),
      );
      const view = selection && (await dump.timeline(stretch.rank));
      return view && tracePage(view, selection, stretch);
    },
    'job.thresholds': () => allThresholds(),
  },
};
