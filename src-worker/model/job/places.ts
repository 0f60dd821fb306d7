import type { ParallelMap, ParallelQuestion, RankIndex } from '../../../src-contract';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { clusterStages } from '../splits/rankSplits';
import { groupSizes, metadataLayout, metadataSizes, worldSizes } from './jobMetadata';
import { expertSpan, placeOfRank, type RankPlace, worldSizeOf } from './layouts';

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
  const layout = question.layout ?? (await metadataLayout(dump, sizes));
  const of = { layout, sizes, sizesFrom, places: [] };
  if (sizesFrom !== 'typed' && (await worldSizes(dump)).size > 1) return { ...of, problem: 'several-jobs' };
  if (numbers.some((rank) => rank >= worldSizeOf(sizes))) return { ...of, problem: 'too-few-ranks' };
  if (expertSpan(sizes, layout) % sizes.expert !== 0) return { ...of, problem: 'experts-do-not-divide' };
  return { ...of, places: numbers.map((rank) => placeOfRank(rank, sizes, layout)) };
}

async function knownSizes(
  dump: DumpContext,
  numbers: readonly number[],
): Promise<Pick<ParallelMap, 'sizes' | 'sizesFrom'>> {
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

/** The pipeline stage of each rank that is open, by its place in the dump; undefined where the sizes can't be true. */
export function stagesOfRanks(dump: DumpContext): Promise<(index: RankIndex) => number | undefined> {
  const numbers = dump.ranks.map(rankNumber);
  const make = async () => {
    const { places } = await rankPlaces(dump, numbers, {});
    return (index: RankIndex) => places[index]?.pipeline;
  };
  return dump.memo('stages of ranks', make, numbers.join());
}
