import type { CommunicationOverview } from '../../../src-contract';
import type { CommunicationStore } from './communicationState';

/** What each page gets. */
export interface PageProps {
  readonly store: CommunicationStore;
  readonly overview: CommunicationOverview;
}

/** Timelines, and the profiler's own database, tell of no links and packets: only files of traffic do. */
export function hasTraffic({ sources }: CommunicationOverview): boolean {
  return sources.some((source) => source !== 'timeline' && source !== 'profiler.db');
}
