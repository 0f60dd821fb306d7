import type { ParallelMap, ParallelQuestion } from '../../../src-contract';
import type { DumpContext } from '../dumpContext';
import type { JobSplits } from '../splits/rankSplits';
import { metadataLayout, metadataSizes } from './jobMetadata';
import { expertSpan, placeOfRank, type RankPlace, worldSizeOf } from './layouts';

/** The places of all ranks, or why there are none. */
export type RankPlaces = Pick<ParallelMap, 'layout' | 'sizes' | 'sizesFrom' | 'problem'> & {
  /** By position in `SummaryOverview.ranks`; empty with a `problem`. */
  readonly places: readonly RankPlace[];
};

export async function rankPlaces(
  dump: DumpContext,
  job: JobSplits,
  question: Pick<ParallelQuestion, 'layout' | 'sizes'>,
): Promise<RankPlaces> {
  const numbers = job.ranks.map(({ rank }) => rank.rank);
  const known = await knownSizes(dump, job);
  const { sizes, sizesFrom } = question.sizes ? { sizes: question.sizes, sizesFrom: 'typed' as const } : known;
  const layout = question.layout ?? (await metadataLayout(dump, sizes));
  const of = { layout, sizes, sizesFrom, places: [] };
  if (numbers.some((rank) => rank >= worldSizeOf(sizes))) return { ...of, problem: 'too-few-ranks' };
  if (expertSpan(sizes, layout) % sizes.expert !== 0) return { ...of, problem: 'experts-do-not-divide' };
  return { ...of, places: numbers.map((rank) => placeOfRank(rank, sizes, layout)) };
}

async function knownSizes(
  dump: DumpContext,
  { ranks, stages }: JobSplits,
): Promise<Pick<ParallelMap, 'sizes' | 'sizesFrom'>> {
  const sizes = await metadataSizes(dump);
  if (sizes) return { sizes, sizesFrom: 'metadata' };
  const rankCount = Math.max(1, ...ranks.map(({ rank }) => rank.rank + 1));
  const alone = { tensor: 1, context: 1, expert: 1 };
  const isEven = stages.length > 1 && stages.every((stage) => stage.length === stages[0].length);
  if (isEven && stages.length * stages[0].length >= rankCount)
    return { sizes: { ...alone, data: stages[0].length, pipeline: stages.length }, sizesFrom: 'stages' };
  return { sizes: { ...alone, data: rankCount, pipeline: 1 }, sizesFrom: 'none' };
}
