/** What of a rank's program calls op by op although there is one operator for it, with where it is seen. */
import type { FindingEvidence, RankIndex } from '../../../src-contract';
import { type UnfusedOps, unfusedOps } from '../../model/affinity';
import type { DumpContext } from '../../model/dumpContext';
import { sliceEvidence } from './sliceEvidence';

export interface UnfusedRecord extends Omit<UnfusedOps, 'slice'> {
  readonly evidence: readonly FindingEvidence[];
}

/** Undefined without a timeline. */
export function unfusedOfRank(dump: DumpContext, index: RankIndex): Promise<readonly UnfusedRecord[] | undefined> {
  return dump.ofTimeline('unfused ops', index, (view) =>
    unfusedOps(view).map(({ slice, ...own }) => ({ ...own, evidence: [sliceEvidence(view, slice)] })),
  );
}
