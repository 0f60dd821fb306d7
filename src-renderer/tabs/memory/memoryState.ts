import { createStore, type StoreApi, useStore } from 'zustand';
import type { LiveGrouping, MemoryMetric, RankIndex } from '../../../src-contract';
import type { TimeRange } from '../../base/timeRange';
import { useSession } from '../../session/answers/useSession';
import { movedBy } from '../../session/moving';
import type { DumpSession } from '../../session/session';
import { shownLaterNs } from '../../session/viewRange';

/** What the lines of the chart are: the measures of one component, or one measure over components, streams or ranks. */
export type CurveMode = 'metrics' | 'components' | 'streams' | 'ranks';

export type MemoryPage = 'allocations' | 'live' | 'steps' | 'modules' | 'graph' | 'execution' | 'difference';

/** Which allocations are listed. */
export type AllocationChoice =
  | { readonly kind: 'all' }
  /** At `MemoryState.instantNs`. */
  | { readonly kind: 'alive' }
  /** Allocated or released in the timeline's selected stretch. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'never-freed' }
  /** Made while a slice ran. */
  | { readonly kind: 'made'; readonly name: string; readonly range: TimeRange };

/** When a measure of a component (`MemoryComponent.id`) is highest, as far as was known then. */
export interface ChosenPeak {
  readonly component: string;
  readonly metric: MemoryMetric;
  readonly ns: number;
}

export interface MemoryState {
  /** Undefined: the first rank that has something. */
  readonly rank: RankIndex | undefined;
  /** Compared in the mode `ranks`. Undefined: the first few. */
  readonly comparedRanks: readonly RankIndex[] | undefined;
  /** `MemoryComponent.id`. Undefined, or none of the rank's: the one that says most. */
  readonly component: string | undefined;
  readonly mode: CurveMode;
  readonly metric: MemoryMetric;
  /** What the chart shows of the time axis; undefined: everything. */
  readonly view: { readonly start: number; readonly end: number } | undefined;
  /** What is alive is told for it; undefined: at the peak of what is allocated. */
  readonly instantNs: number | undefined;
  /** The instant was chosen as this peak, if it is still that instant. */
  readonly peak: ChosenPeak | undefined;
  readonly page: MemoryPage;
  readonly allocations: AllocationChoice;
  /** Only allocations of this op. */
  readonly op: string | undefined;
  readonly grouping: LiveGrouping;
}

export type MemoryStore = StoreApi<MemoryState>;

export function memoryStore(session: DumpSession): MemoryStore {
  return session.viewState('memory', () => {
    const store = createStore<MemoryState>()(() => ({
      rank: undefined,
      comparedRanks: undefined,
      component: undefined,
      mode: 'metrics',
      metric: 'allocated',
      view: undefined,
      instantNs: undefined,
      peak: undefined,
      page: 'allocations',
      allocations: { kind: 'all' },
      op: undefined,
      grouping: 'op',
    }));
    session.store.subscribe((now, before) => {
      if (now.dump === before.dump) return;
      const laterNs = shownLaterNs(before.dump, now.dump, store.getState().rank);
      if (laterNs !== 0) store.setState((state) => laterBy(state, laterNs));
    });
    return store;
  });
}

/** The state's times, where the dump shows the same instants so much later. */
export function laterBy(
  { instantNs, peak, view, allocations }: MemoryState,
  laterNs: number,
): Pick<MemoryState, 'instantNs' | 'peak' | 'view' | 'allocations'> {
  return {
    instantNs: instantNs === undefined ? undefined : instantNs + laterNs,
    peak: peak && { ...peak, ns: peak.ns + laterNs },
    view: view && { start: view.start + laterNs, end: view.end + laterNs },
    allocations:
      allocations.kind === 'made' ? { ...allocations, range: movedBy(allocations.range, laterNs) } : allocations,
  };
}

export function useMemoryState(): MemoryState {
  const session = useSession();
  return useStore(memoryStore(session));
}
