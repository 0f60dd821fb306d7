import type { CommunicationQuestions, CommunicationTables } from '../../../src-contract';
import { exposedCommunication } from '../../model/collectives/exposed';
import { hasCollectives } from '../../model/collectives/timelineCollectives';
import type { ViewWorker } from '../viewWorker';
import { collectiveLanes, lateRanks } from './lateness';
import { matrix, slowLinks } from './matrix';
import { namesInScope, overview } from './overview';
import { packetSizes, unalignedOps } from './packets';
import { arrivalsTable, linksTable, opsTable, ranksTable } from './tables';

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
    'communication.matrix': matrix,
    'communication.packets': packetSizes,
    'communication.unaligned': unalignedOps,
    'communication.lanes': collectiveLanes,
    'communication.late': lateRanks,
    'communication.slowLinks': slowLinks,
    'communication.exposed': (dump, { rank }) => exposedCommunication(dump, rank),
  },
};
