import type { CommunicationOverview } from '../../../src-contract';
import type { CommunicationStore } from './communicationState';

/** What each page gets. */
export interface PageProps {
  readonly store: CommunicationStore;
  readonly overview: CommunicationOverview;
}

/** Timelines, and the profiler's own database, tell of no links and packets: only files of traffic do. */
export function hasTraffic({ sources, ofSummaries }: CommunicationOverview): boolean {
  if (ofSummaries) return ofSummaries.pairCount > 0;
  return sources.some((source) => source !== 'timeline' && source !== 'profiler.db');
}

/** Whether single collectives are told: the file of a job of summaries has none, dumps of its ranks that are open beside it do. */
export function hasCollectives({ ofSummaries, ranks }: CommunicationOverview): boolean {
  return ofSummaries === undefined || ranks.some(({ index }) => index !== undefined);
}

/** The file of a large job of summaries has the slowest alone: they make no matrix. */
export function hasAllLinks({ ofSummaries }: CommunicationOverview): boolean {
  return ofSummaries === undefined || ofSummaries.keptPairCount === ofSummaries.pairCount;
}
