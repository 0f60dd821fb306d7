import type { FindingPrediction, FindingPredictions, FindingsReport } from '../../../src-contract';
import { changesWithout } from '../../analysis/findingChanges';
import type { JobRecord } from '../../analysis/record/jobRecord';
import { jobGraph } from '../../model/dependencies/jobGraph';
import { whatIf } from '../../model/dependencies/predict';
import { totalsOf } from '../../model/dependencies/totals';
import type { DumpContext } from '../../model/dumpContext';

/** E4 on findings: the job's step by replay without the cause of each, most lost first; of several jobs each by itself. */
export async function predictions(
  dump: DumpContext,
  { jobs }: Pick<JobRecord, 'jobs'>,
  report: Pick<FindingsReport, 'stepNs' | 'findings'>,
): Promise<FindingPredictions> {
  if (!jobs) return ofJob(dump, report);
  const found: FindingPrediction[] = [];
  // What ranks of several have lost is told of the job that takes longest.
  const longest = jobs.reduce((most, own) => (own.stepNs > most.stepNs || Number.isNaN(most.stepNs) ? own : most));
  for (const { job, stepNs } of jobs) {
    const findings = report.findings.filter((own) => (own.job ?? longest.job?.key) === job?.key);
    const own = await ofJob(dump.ofJob(job?.key), { stepNs, findings });
    for (const one of own.findings) found.push({ ...one, stepNs });
  }
  const places = new Map(report.findings.map(({ id }, at) => [id, at]));
  const placeOf = ({ finding }: FindingPrediction) => places.get(finding) ?? 0;
  return { stepNs: report.stepNs, findings: found.sort((a, b) => placeOf(a) - placeOf(b)) };
}

async function ofJob(
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
