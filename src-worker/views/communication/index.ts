import type { CommunicationQuestions, CommunicationTables } from '../../../src-contract';
import { exposedCommunication } from '../../model/collectives/exposed';
import { packetSizes, unalignedOps } from '../../model/collectives/packets';
import { referenceBandwidths } from '../../model/collectives/referenceBandwidths';
import { hasCollectives } from '../../model/collectives/timelineCollectives';
import type { ViewWorker } from '../viewWorker';
import { arrivalsTable } from './arrivalsTable';
import { collectiveLanes, lateRanksInScope } from './lateness';
import { linksTable } from './linksTable';
import { matrix, slowLinksInScope } from './matrix';
import { opsTable, ranksTable } from './opTables';
import { namesInScope, overview } from './overview';
import { opsOfRanks } from './scopedOps';
import { collectiveOfSlice, sliceOfCollective } from './slices';

export const communicationWorker: ViewWorker<CommunicationTables, CommunicationQuestions> = {
  isAvailable: (dump) =>
    (['communication', 'communication-matrix', 'analysis-db', 'cluster-communication', 'cluster-db'] as const).some(
      (table) => dump.has(table),
    ) || dump.loadedTimelines().some((view) => dump.ofView('has collectives', view, hasCollectives)),
  tables: {
    'communication.ops': opsTable,
    'communication.ranks': ranksTable,
    'communication.links': linksTable,
    'communication.arrivals': arrivalsTable,
  },
  answers: {
    'communication.overview': overview,
    'communication.names': namesInScope,
    'communication.slice': sliceOfCollective,
    'communication.collective': collectiveOfSlice,
    'communication.matrix': matrix,
    'communication.references': () => referenceBandwidths,
    'communication.packets': async (dump, scope) => packetSizes(await opsOfRanks(dump, scope)),
    'communication.unaligned': async (dump, scope) => unalignedOps(await opsOfRanks(dump, scope)),
    'communication.lanes': collectiveLanes,
    'communication.late': lateRanksInScope,
    'communication.slowLinks': slowLinksInScope,
    'communication.exposed': (dump, { rank }) => exposedCommunication(dump, rank),
  },
};
