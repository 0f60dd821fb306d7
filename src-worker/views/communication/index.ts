import type { CommunicationQuestions, CommunicationTables, OfJob } from '../../../src-contract';
import { exposedCommunication } from '../../model/collectives/exposed';
import { packetSizes, unalignedOps } from '../../model/collectives/packets';
import { referenceBandwidths } from '../../model/collectives/referenceBandwidths';
import { hasCollectives } from '../../model/collectives/timelineCollectives';
import type { DumpContext } from '../../model/dumpContext';
import { tableOfJobs } from '../tableOfJobs';
import type { ViewWorker } from '../viewWorker';
import { arrivalsTable } from './arrivalsTable';
import { groupLanes } from './groupLanes';
import { collectiveLanes, lateRanksInScope } from './lateness';
import { linksTable } from './linksTable';
import { matrix, slowLinksInScope, transportsInScope } from './matrix';
import { opsTable } from './opTables';
import { namesInScope, overview } from './overview';
import { groupsTable, ranksTable, typesTable } from './partTables';
import { opsOfRanks } from './scopedOps';
import { collectiveOfSlice, sliceOfCollective } from './slices';

export const communicationWorker: ViewWorker<CommunicationTables, CommunicationQuestions> = {
  isAvailable: (dump) =>
    (
      [
        'communication',
        'communication-matrix',
        'analysis-db',
        'cluster-communication',
        'cluster-db',
        'job-summary',
      ] as const
    ).some((table) => dump.has(table)) ||
    dump.loadedTimelines().some((view) => dump.ofView('has collectives', view, hasCollectives)),
  tables: {
    'communication.ops': tableOfJobs(opsTable),
    'communication.ranks': tableOfJobs(ranksTable),
    'communication.groups': tableOfJobs(groupsTable),
    'communication.types': tableOfJobs(typesTable),
    'communication.links': tableOfJobs(linksTable),
    'communication.arrivals': tableOfJobs(arrivalsTable),
  },
  answers: {
    'communication.overview': ofJob((dump) => overview(dump)),
    'communication.names': ofJob(namesInScope),
    'communication.slice': sliceOfCollective,
    'communication.collective': collectiveOfSlice,
    'communication.matrix': ofJob(matrix),
    'communication.transports': ofJob(transportsInScope),
    'communication.groupLanes': ofJob(groupLanes),
    'communication.references': () => referenceBandwidths,
    'communication.packets': ofJob(async (dump, scope) => packetSizes(await opsOfRanks(dump, scope))),
    'communication.unaligned': ofJob(async (dump, scope) => unalignedOps(await opsOfRanks(dump, scope))),
    'communication.lanes': ofJob(collectiveLanes),
    'communication.late': ofJob(lateRanksInScope),
    'communication.slowLinks': ofJob(slowLinksInScope),
    'communication.exposed': (dump, { rank }) => exposedCommunication(dump, rank),
  },
};

/** What is asked of one of several jobs is answered by what is known of that one. */
function ofJob<Q extends OfJob, A>(answer: (dump: DumpContext, question: Q) => A): typeof answer {
  return (dump, question) => answer(dump.ofJob(question.job), question);
}
