import type { FindingEvidence } from '../../../src-contract';
import type { RankView } from '../../query/rankView';

/** By the rank's own clock: the summary of a slice is by the job's, which may be another one later. */
export function sliceEvidence(view: RankView, slice: number): FindingEvidence {
  const { ref, lane, name, durationNs } = view.summary(slice);
  const { part, slice: own } = view.sliceAt(slice);
  const startNs = part.index.slices.startNs[own] + view.offsetNs;
  return { kind: 'slice', ref, lane, name, startNs, durationNs };
}
