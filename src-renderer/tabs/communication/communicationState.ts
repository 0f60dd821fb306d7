/** What the user has chosen in the Communication tab. Lives with the session: the tab is taken away when another is in front. */

import { createStore, type StoreApi } from 'zustand';
import type { CommunicationScope } from '../../../src-contract';
import type { TimeRange } from '../../base/timeRange';
import type { DumpSession } from '../../session/session';

export const communicationPages = [
  'ranks',
  'groups',
  'matrix',
  'lanes',
  'collectives',
  'arrivals',
  'difference',
] as const;
export type CommunicationPage = (typeof communicationPages)[number];

/** What the cells of the matrix show. */
export const matrixMetrics = ['bandwidth', 'reference', 'size', 'time', 'transport'] as const;
export type MatrixMetric = (typeof matrixMetrics)[number];

export interface CommunicationState {
  readonly page: CommunicationPage;
  /** `job`: as all views have it (`session/shownJob`). */
  readonly scope: CommunicationScope;
  /** Number of the rank that is looked at; undefined: all. */
  readonly rank: number | undefined;
  readonly metric: MatrixMetric;
  /** Only links of this transport; undefined: all. */
  readonly transport: string | undefined;
  /** The pair of ranks whose links are listed. */
  readonly pair: { readonly source: number; readonly target: number } | undefined;
  /** What the lanes show of time; undefined: everything. */
  readonly laneView: TimeRange | undefined;
  /** What the bars of packet sizes are as high as. */
  readonly packetsBy: 'count' | 'time';
}

export type CommunicationStore = StoreApi<CommunicationState>;

export function communicationStore(session: DumpSession): CommunicationStore {
  return session.viewState('communication', () =>
    createStore<CommunicationState>()(() => ({
      page: 'ranks',
      scope: {},
      rank: undefined,
      metric: 'bandwidth',
      transport: undefined,
      pair: undefined,
      laneView: undefined,
      packetsBy: 'time',
    })),
  );
}

/** All of the dump that it is about. */
export function wholeScope({ job }: CommunicationScope): CommunicationScope {
  return job === undefined ? {} : { job };
}

/** To some groups or types. */
export function isNarrowed({ group, type }: CommunicationScope): boolean {
  return group !== undefined || type !== undefined;
}

/** The scope with one part changed; undefined takes it away. What lies below it (the type, the one collective) goes too. */
export function narrowed(
  scope: CommunicationScope,
  part: 'step' | 'group' | 'type' | 'op',
  value: string | undefined,
): CommunicationScope {
  const below = { step: [], group: ['op'], type: ['op'], op: [] }[part] as readonly string[];
  const kept = Object.entries(scope).filter(([key]) => key !== part && !below.includes(key));
  return Object.fromEntries(value === undefined ? kept : [...kept, [part, value]]);
}
