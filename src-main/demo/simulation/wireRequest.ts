import type { CollectiveTemplate } from '../model/collectiveTemplates';

/** One communication op whose data is to travel. */
export interface WireRequest {
  readonly template: CollectiveTemplate;
  /** Global ranks of the members. */
  readonly globalRanks: readonly number[];
  /** Scale of all transfers of this op. */
  readonly slowness: number;
  /** Share of each member in an exchange that is not even; sums to 1. */
  readonly shares: readonly number[] | undefined;
  /** Number among the ops of its group. */
  readonly index: number;
}
