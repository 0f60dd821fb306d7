import type { FindingPrediction, FindingPredictions, FindingsReport } from '../../../src-contract';
import { changesWithout } from '../../analysis/findingChanges';
import { jobGraph } from '../../model/dependencies/jobGraph';
import { whatIf } from '../../model/dependencies/predict';
import { totalsOf } from '../../model/dependencies/totals';
import type { DumpContext } from '../../model/dumpContext';

/** E4 on findings: the job's step by replay without the cause of each, most lost first. */
export async function predictions(
  dump: DumpContext,
  { stepNs, findings }: Pick<FindingsReport, 'stepNs' | 'findings'>,
): Promise<FindingPredictions> {
  const graph = await jobGraph(dump);
  if (!graph || Number.isNaN(stepNs)) return { stepNs, findings: [] };
  const totals = await totalsOf(dump, graph);
  const found: FindingPrediction[] = [];
  for (const own of findings) {
    const changes = changesWithout(own, totals);
    const without = changes && (await whatIf(dump, changes));
    if (!without || without.changedCount === 0) continue;
    // What the gain promises at most is worked out by itself: the replay does not promise more.
    const gainNs = Math.min(without.stepNs - without.predictedNs, own.gain.nsPerStep);
    found.push({ finding: own.id, predictedNs: stepNs - Math.max(0, gainNs), bound: without.bound });
  }
  return { stepNs, findings: found };
}
