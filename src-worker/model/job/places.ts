import type {
  ParallelLayout,
  ParallelMap,
  ParallelQuestion,
  ParallelSizes,
  RankIndex,
  SummaryRank,
} from '../../../src-contract';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { clusterStages } from '../splits/rankSplits';
import { type SummarisedJob, summarisedJob } from '../summarisedJob';
import { groupSizes, metadataLayout, metadataSizes, worldSizes } from './jobMetadata';
import { expertSpan, PARALLEL_LAYOUTS, placeOfRank, type RankPlace, worldSizeOf } from './layouts';

/** Where ranks stand in the parallel dimensions, or why that is not known. */
export type RankPlaces = Pick<ParallelMap, 'layout' | 'sizes' | 'sizesFrom' | 'problem'> & {
  /** In the order of the ranks' numbers asked for; empty with a `problem`. */
  readonly places: readonly RankPlace[];
};

export async function rankPlaces(
  dump: DumpContext,
  numbers: readonly number[],
  question: Pick<ParallelQuestion, 'layout' | 'sizes'>,
): Promise<RankPlaces> {
  const known = await knownSizes(dump, numbers);
  const { sizes, sizesFrom } = question.sizes ? { sizes: question.sizes, sizesFrom: 'typed' as const } : known;
  const layout = question.layout ?? known.layout ?? (await metadataLayout(dump, sizes));
  const of = { layout, sizes, sizesFrom, places: [] };
  if (sizesFrom !== 'typed' && (await worldSizes(dump)).size > 1) return { ...of, problem: 'several-jobs' };
  if (numbers.some((rank) => rank >= worldSizeOf(sizes))) return { ...of, problem: 'too-few-ranks' };
  if (expertSpan(sizes, layout) % sizes.expert !== 0) return { ...of, problem: 'experts-do-not-divide' };
  return { ...of, places: numbers.map((rank) => placeOfRank(rank, sizes, layout)) };
}

async function knownSizes(
  dump: DumpContext,
  numbers: readonly number[],
): Promise<Pick<ParallelMap, 'sizes' | 'sizesFrom'> & { readonly layout?: ParallelLayout }> {
  const summarised = await summarisedJob(dump);
  const ofSummaries = summarised && placedAs(summarised);
  if (ofSummaries) return { ...ofSummaries, sizesFrom: 'summaries' };
  const sizes = await metadataSizes(dump);
  if (sizes) return { sizes, sizesFrom: 'metadata' };
  const rankCount = numbers.reduce((count, rank) => Math.max(count, rank + 1), 1);
  const stages = await clusterStages(dump);
  const alone = { tensor: 1, context: 1, expert: 1 };
  const isEven = stages.length > 1 && stages.every((stage) => stage.length === stages[0].length);
  if (isEven && stages.length * stages[0].length >= rankCount)
    return { sizes: { ...alone, data: stages[0].length, pipeline: stages.length }, sizesFrom: 'stages' };
  const ofGroups = await groupSizes(dump, rankCount);
  if (ofGroups) return { sizes: ofGroups, sizesFrom: 'groups' };
  return { sizes: { ...alone, data: rankCount, pipeline: 1 }, sizesFrom: 'none' };
}

const DIMENSIONS = ['tensor', 'context', 'expert', 'data', 'pipeline'] as const;

/** Sizes and layout by which the ranks stand where the summaries have them; undefined where these say nothing that agrees. */
function placedAs({
  ranks,
  worldSize,
}: SummarisedJob): { readonly sizes: ParallelSizes; readonly layout: ParallelLayout } | undefined {
  const most = { tensor: 1, context: 1, expert: 1, data: 1, pipeline: 1 };
  const placed = ranks.flatMap(({ rank, place }) => (place ? [{ rank, place }] : []));
  if (placed.length === 0) return undefined;
  for (const { place } of placed)
    for (const dimension of DIMENSIONS) most[dimension] = Math.max(most[dimension], place[dimension] + 1);
  // The last of a dimension may be missing: the rest is known by how many ranks the job has.
  const sizes = { ...most, data: Math.max(most.data, worldSize / (most.tensor * most.context * most.pipeline)) };
  if (!Number.isInteger(sizes.data)) return undefined;
  const layout = PARALLEL_LAYOUTS.find(
    (own) =>
      expertSpan(sizes, own) % sizes.expert === 0 &&
      placed.every(({ rank, place }) => {
        const there = placeOfRank(rank, sizes, own);
        return DIMENSIONS.every((dimension) => there[dimension] === place[dimension]);
      }),
  );
  return layout && { sizes, layout };
}

/** The same of ranks of several jobs, each by its own job; with a `problem` of one of them that one's ranks have none. */
export async function placesOfJobs(
  dump: DumpContext,
  ranks: readonly Pick<SummaryRank, 'rank' | 'job'>[],
): Promise<readonly (RankPlace | undefined)[]> {
  const places = new Array<RankPlace | undefined>(ranks.length);
  for (const job of dump.eachJob()) {
    const own = ranks.flatMap((rank, at) => (rank.job === job.job?.key ? [at] : []));
    const found = await rankPlaces(
      job,
      own.map((at) => ranks[at].rank),
      {},
    );
    for (const [position, at] of own.entries()) places[at] = found.places[position];
  }
  return places;
}

/** The pipeline stage of each rank that is open, by its place in the dump; undefined where the sizes can't be true. */
export async function stagesOfRanks(dump: DumpContext): Promise<(index: RankIndex) => number | undefined> {
  const stages = new Map<RankIndex, number>();
  for (const job of dump.eachJob()) for (const [index, stage] of await stagesOfJob(job)) stages.set(index, stage);
  return (index) => stages.get(index);
}

function stagesOfJob(dump: DumpContext): Promise<readonly (readonly [RankIndex, number])[]> {
  const numbers = dump.ranks.map(rankNumber);
  const make = async () => {
    const { places } = await rankPlaces(dump, numbers, {});
    return places.map(({ pipeline }, at) => [dump.ranks[at].index, pipeline] as const);
  };
  return dump.memoOfJob('stages of ranks', make, numbers.join());
}
