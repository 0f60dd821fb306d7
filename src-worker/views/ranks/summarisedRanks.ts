/** What views of jobs ask the model about ranks, told by the file of a job of summaries. */
import type { JobRank } from '../../analysis/summary/jobRanks';
import type { DumpContext } from '../../model/dumpContext';
import { splitParts } from '../../model/splits/stepRows';
import { giveSummarisedJob, type SummarisedJob, type SummarisedRank } from '../../model/summarisedJob';
import { jobSummaryOf } from './jobSummaryOf';

/** Before anything is asked; the file is read with the first question that needs it. */
export function giveRanksOfSummaries(dump: DumpContext): void {
  if (!dump.has('job-summary')) return;
  const none: SummarisedJob = { ranks: [], worldSize: 0 };
  giveSummarisedJob(dump, async () => {
    const job = await jobSummaryOf(dump);
    return job ? { ranks: job.ofRanks.map(summarised), worldSize: job.ranks.length + job.missing.length } : none;
  });
}

function summarised(own: JobRank): SummarisedRank {
  const { rank, label, host, place } = own;
  const parts = partsOf(own);
  return {
    rank,
    label,
    ...(host !== '' && { hostName: host }),
    parts: Object.values(parts).every(Number.isNaN) ? undefined : parts,
    place,
  };
}

function partsOf({ computingNs, exposedNs, freeNs, preparingNs, bubbleNs }: JobRank) {
  const known: Partial<Record<string, number>> = {
    computing: computingNs,
    notOverlapped: exposedNs,
    free: freeNs,
    preparing: preparingNs,
    bubble: bubbleNs,
  };
  return splitParts((part) => known[part] ?? Number.NaN);
}
