import type { CommunicationOverview } from '../../../src-contract';
import type { DumpSession } from '../../session/session';
import type { CommunicationStore } from './communicationState';

/** What each page gets. */
export interface PageProps {
  readonly session: DumpSession;
  readonly store: CommunicationStore;
  readonly overview: CommunicationOverview;
}
