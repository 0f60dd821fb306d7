import type { CounterSeries, FlowCategory, Notice, SkippedEvents } from '../../src-contract';
import type { IndexedGroup } from './rankIndex';

/** What the window is told about a lane, beside its place in the index. */
export interface LaneSummary {
  readonly localId: number;
  readonly groupLocalId: number;
  readonly name: string;
  readonly tid: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly isComputed: boolean;
  /** See `DraftLane`. */
  readonly isFolded?: true;
  readonly content:
    | { readonly kind: 'slices'; readonly rowCount: number; readonly sliceCount: number; readonly overlapCount: number }
    | { readonly kind: 'counter'; readonly series: readonly CounterSeries[] };
}

export interface RankSummary {
  readonly groups: readonly IndexedGroup[];
  /** In display order within their groups. */
  readonly lanes: readonly LaneSummary[];
  readonly eventCounts: Readonly<Record<string, number>>;
  readonly flowCategories: readonly FlowCategory[];
  readonly skipped: readonly SkippedEvents[];
  readonly notices: readonly Notice[];
}
