import type { PipelineChart, PipelineLanes, PipelineQuestion, PipelineStage, SummaryStep } from '../../../src-contract';
import { maxOf, meanOf, minOf } from '../../base/aggregates';
import { firstOwnNs, toJobNs } from '../../base/clockShift';
import type { DumpContext } from '../../model/dumpContext';
import { groupKeyOf } from '../../model/job/layouts';
import { rankPlaces } from '../../model/job/places';
import { type JobSplits, jobSplits } from '../../model/splits/rankSplits';
import { chooseStep, type SplitParts } from '../../model/splits/stepRows';
import { timelineSteps } from '../../model/steps/timelineSteps';
import { byKey } from './parallelMap';
import { bucketShares } from './pipelineLanes';
import { type StageTalk, stageTalk } from './stageTimes';

/** The stages of the pipeline and what each does with the step; undefined where there is one stage only. */
export async function pipelineChart(dump: DumpContext, question: PipelineQuestion): Promise<PipelineChart | undefined> {
  const job = await jobSplits(dump);
  const { places } = await rankPlaces(
    dump,
    job.ranks.map(({ rank }) => rank.rank),
    question,
  );
  const sets = byKey(places, ({ pipeline }) => String(pipeline)).sort(
    (a, b) => places[a[0]].pipeline - places[b[0]].pipeline,
  );
  if (sets.length < 2) return undefined;
  const talks = await dump.overRanks(placesInDump(job), (rank) => talkOf(dump, rank, question.step));
  const stages = sets.map((ranks): PipelineStage => {
    const splits = ranks.map((position) => chooseStep(job.ranks[position].rows, question.step));
    return {
      stage: places[ranks[0]].pipeline,
      ranks,
      ...stageMeans(
        splits,
        ranks.map((position) => talks[position]),
      ),
    };
  });
  const microBatches = maxOf(sets[0].map((position) => talks[position]?.receiveCount ?? Number.NaN));
  const member = question.member ?? sets[0][0];
  const key = places[member] && groupKeyOf(places[member], 'pipeline');
  const line = places
    .map((place, position) => ({ place, position }))
    .filter(({ place }) => groupKeyOf(place, 'pipeline') === key)
    .sort((a, b) => a.place.pipeline - b.place.pipeline)
    .map(({ place, position }) => ({ stage: place.pipeline, position }));
  const lanes = await pipelineLanes(dump, job, line, question);
  return { stages, ...(microBatches > 0 && { microBatches }), ...(lanes && { lanes }) };
}

/** In the place of a rank that only the job's summary knows. */
const NOT_OPEN = -1;

function placesInDump({ ranks }: JobSplits): number[] {
  return ranks.map(({ rank }) => rank.index ?? NOT_OPEN);
}

function talkOf(dump: DumpContext, index: number, step: SummaryStep): Promise<StageTalk | undefined> {
  const rank = dump.rankAt(index);
  return rank ? stageTalk(dump, rank, step) : Promise.resolve(undefined);
}

function stageMeans(splits: readonly (SplitParts | undefined)[], talks: readonly (StageTalk | undefined)[]) {
  const mean = (of: (parts: SplitParts) => number) => meanOf(splits.map((parts) => (parts ? of(parts) : Number.NaN)));
  const exposed = splits.map((parts) => parts?.notOverlapped ?? Number.NaN);
  // What overlaps computing is no bubble. Where nothing else tells, the profiler's own count of receives does.
  const bubbles = splits.map((parts, at) => {
    const waitNs = talks[at]?.waitNs ?? ((parts?.bubble ?? 0) > 0 ? (parts?.bubble ?? Number.NaN) : Number.NaN);
    return Math.min(waitNs, exposed[at]);
  });
  const bubbleNs = meanOf(bubbles);
  return {
    computingNs: mean(({ computing }) => computing),
    communicationNs: meanOf(exposed) - (Number.isNaN(bubbleNs) ? 0 : bubbleNs),
    bubbleNs,
    freeNs: mean(({ free }) => free),
  };
}

async function pipelineLanes(
  dump: DumpContext,
  job: JobSplits,
  line: readonly { readonly stage: number; readonly position: number }[],
  { step, bucketCount }: PipelineQuestion,
): Promise<PipelineLanes | undefined> {
  const places = placesInDump(job);
  const ranks = line.map(({ position }) => places[position]);
  const spans = await dump.overRanks(ranks, (rank) => stepSpan(dump, rank, step));
  const startNs = minOf(spans.map((span) => span?.startNs ?? Number.NaN));
  const endNs = maxOf(spans.map((span) => span?.endNs ?? Number.NaN));
  if (!(endNs > startNs) || bucketCount < 1) return undefined;
  const bucketNs = (endNs - startNs) / bucketCount;
  const shares = await dump.overRanks(ranks, (rank) => {
    const fromNs = firstOwnNs(dump.shiftOf(rank), startNs);
    return dump.ofTimeline(`pipeline lane ${fromNs} ${bucketNs}`, rank, (view) =>
      bucketShares(view, fromNs - view.offsetNs, bucketNs, bucketCount),
    );
  });
  const lanes = line.flatMap(({ stage, position }, at) => {
    const own = shares[at];
    return own ? [{ stage, rank: position, ...own }] : [];
  });
  return { startNs, bucketNs, lanes };
}

/** Of the step on the device, or of all steps; the job's time. */
async function stepSpan(dump: DumpContext, index: number, step: SummaryStep) {
  const own = await dump.ofTimeline(`span of step ${step}`, index, (view) => {
    const all = timelineSteps(view).steps;
    const own = typeof step === 'number' ? all.filter((one) => one.number === step) : all;
    if (own.length === 0) return undefined;
    return {
      startNs: minOf(own.map(({ startNs }) => startNs)) + view.offsetNs,
      endNs: Math.min(maxOf(own.map(({ endNs }) => endNs)), view.index.endNs) + view.offsetNs,
    };
  });
  const shift = dump.shiftOf(index);
  return own && { startNs: toJobNs(shift, own.startNs), endNs: toJobNs(shift, own.endNs) };
}
