/** Where the timeline shows the calls and the kernels that a finding is about. */
import type { Finding, FindingEvidence, FindingsReport } from '../../../src-contract';
import { sliceEvidence } from '../../analysis/record/sliceEvidence';
import type { FoundReport } from '../../analysis/report';
import type { ShownKernels } from '../../analysis/rule';
import type { Collective } from '../../model/collectives/collective';
import { collectiveSlices } from '../../model/collectives/collectives';
import { rankNumber } from '../../model/collectives/rankFiles';
import type { DumpContext } from '../../model/dumpContext';
import { taskAt } from '../../model/kernels/kernelSlices';

/** Each finding that has calls or kernels shows their slices, where their rank's timeline has them, before what its effects have to show. */
export async function withFoundEvidence(dump: DumpContext, report: FoundReport): Promise<FindingsReport> {
  const findings: Finding[] = [];
  for (const { calls = [], kernels, ...own } of report.findings) {
    const shown = [...(await callEvidence(dump.ofJob(own.job), calls)), ...(await kernelEvidence(dump, kernels))];
    const isShown = (one: FindingEvidence) => shown.some((call) => isSameSlice(call, one));
    findings.push({ ...own, evidence: [...shown, ...own.evidence.filter((one) => !isShown(one))] });
  }
  return { ...report, findings };
}

function isSameSlice(a: FindingEvidence, b: FindingEvidence): boolean {
  if (a.kind !== 'slice' || b.kind !== 'slice') return false;
  return a.ref.rank === b.ref.rank && a.ref.slice === b.ref.slice && a.ref.generation === b.ref.generation;
}

async function callEvidence(job: DumpContext, calls: readonly Collective[]): Promise<readonly FindingEvidence[]> {
  const shown: FindingEvidence[] = [];
  for (const call of calls) {
    const rank = job.ranks.find((own) => rankNumber(own) === call.rank);
    const found = rank && (await collectiveSlices(job, rank));
    const slice = found?.sliceOf.get(call);
    if (rank === undefined || slice === undefined) continue;
    const view = await job.timeline(rank.index);
    // Another index has come meanwhile: the report is asked for again.
    if (view && view.generation === found?.generation) shown.push(sliceEvidence(view, slice));
  }
  return shown;
}

async function kernelEvidence(
  dump: DumpContext,
  kernels: ShownKernels | undefined,
): Promise<readonly FindingEvidence[]> {
  const view = kernels && (await dump.timeline(kernels.index));
  if (!view) return [];
  return kernels.starts.flatMap(({ name, startNs }) => {
    const slice = taskAt(view, name, dump.toOwnNs(startNs) - view.offsetNs);
    return slice === undefined ? [] : [sliceEvidence(view, slice)];
  });
}
