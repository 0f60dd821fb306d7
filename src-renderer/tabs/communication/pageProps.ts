import type { CommunicationOverview } from '../../../src-contract';
import type { CommunicationStore } from './communicationState';

/** What each page gets. */
export interface PageProps {
  readonly store: CommunicationStore;
  readonly overview: CommunicationOverview;
}
