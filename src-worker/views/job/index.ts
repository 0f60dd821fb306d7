import type { JobQuestions, TraceSurroundings } from '../../../src-contract';
import { edgeValue } from '../../files/traceEdges';
import { knownChips, recognisedChip } from '../../model/chips/chips';
import { clockOf } from '../../model/clock/jobClock';
import type { DumpContext } from '../../model/dumpContext';
import { rankEdges } from '../../model/rankEdges';
import { allThresholds } from '../../model/thresholds';
import type { RankView } from '../../query/rankView';
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
      if (!view) return undefined;
      const [page, around] = await Promise.all([tracePage(view, selection, stretch), surroundings(dump, view)]);
      return { ...page, around };
    },
    'job.thresholds': () => allThresholds(),
  },
};

/** Nothing of a timeline that is no trace-event JSON. */
async function surroundings(dump: DumpContext, view: RankView): Promise<TraceSurroundings> {
  const rank = dump.rankAt(view.rank);
  if (!rank || view.index.files.importer !== 'traceEvents') return {};
  const [edges, baseNs] = [await rankEdges(dump, rank), await view.timeBaseNs];
  const [job, devices] = ['distributedInfo', 'deviceProperties'].map((name) => edgeValue(edges, name));
  return {
    ...(baseNs !== 0n && { baseTimeNs: String(baseNs) }),
    ...(isObject(job) && { distributedInfo: job }),
    ...(isObject(devices) && { deviceProperties: devices }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
