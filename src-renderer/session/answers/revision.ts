import type { DumpState } from '../../../src-contract';

/** Another text when the same question may have another answer: an index is fuller, files have come, times are told by another clock. */
export function revisionOf({ status, originNs, clock, clusterFiles, ranks }: DumpState): string {
  const generations = ranks.map(({ generation, files }) => `${generation}/${files.length}`).join();
  return `${status} ${originNs} ${clock?.revision} ${clusterFiles.length} ${generations}`;
}
