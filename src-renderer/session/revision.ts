import type { DumpState } from '../../src-contract';

/** Another text when the same question may have another answer: an index is fuller, times are told by another clock. */
export function revisionOf({ status, originNs, clock, clusterFiles, ranks }: DumpState): string {
  const generations = ranks.map(({ generation }) => generation).join();
  return `${status} ${originNs} ${clock?.revision} ${clusterFiles.length} ${generations}`;
}
