import type {
  ParallelDimension,
  ParallelGroup,
  ParallelMap,
  ParallelQuestion,
  ParallelSizes,
  StageComputing,
} from '../../../src-contract';
import { maxOf, medianOf, minOf, spreadOf } from '../../base/aggregates';
import type { DumpContext } from '../../model/dumpContext';
import { metadataLayout, metadataSizes } from './jobMetadata';
import { expertSpan, groupKeyOf, peersKeyOf, placeOfRank, type RankPlace, worldSizeOf } from './layouts';
import { type JobSplits, jobSplits } from './rankSplits';
import { findSlow, SLOW_EXCESS } from './slowRanks';
import { chooseStep } from './stepRows';

export const PARALLEL_DIMENSIONS: readonly ParallelDimension[] = ['tensor', 'context', 'expert', 'data', 'pipeline'];

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

export async function parallelMap(dump: DumpContext, question: ParallelQuestion): Promise<ParallelMap> {
  const job = await jobSplits(dump);
  const { places, ...known } = await rankPlaces(dump, job, question);
  const computing = Float64Array.from(
    job.ranks,
    ({ rows }) => chooseStep(rows, question.step)?.computing ?? Number.NaN,
  );
  const { relative, deviation, slow } = findSlow(computing, (position) => {
    const place = places[position];
    return place && peersKeyOf(place);
  });
  const stages = stageComputing(places, computing);
  const medians = stages.map(({ computingNs }) => computingNs);
  return {
    ...known,
    coordinates: Object.fromEntries(
      PARALLEL_DIMENSIONS.map((dimension) => [dimension, Int32Array.from(places, (place) => place[dimension])]),
    ) as Record<ParallelDimension, Int32Array>,
    groups: PARALLEL_DIMENSIONS.flatMap((dimension) => groupsOf(dimension, known.sizes, places, relative, slow)),
    relativeComputing: relative,
    slowRanks: slow,
    slowExcess: SLOW_EXCESS,
    deviation,
    stages,
    stageImbalance: stages.length < 2 ? Number.NaN : maxOf(medians) / minOf(medians),
    spread: spreadOf(computing),
  };
}

function groupsOf(
  dimension: ParallelDimension,
  sizes: ParallelSizes,
  places: readonly RankPlace[],
  relative: Float64Array,
  slow: readonly number[],
): ParallelGroup[] {
  if (sizes[dimension] < 2) return [];
  const isSlow = new Set(slow);
  return byKey(places, (place) => groupKeyOf(place, dimension)).map((ranks) => ({
    dimension,
    ranks: ranks.sort((a, b) => places[a][dimension] - places[b][dimension]),
    relativeComputing: medianOf(ranks.map((position) => relative[position])),
    isSlow: 2 * ranks.filter((position) => isSlow.has(position)).length > ranks.length,
  }));
}

function stageComputing(places: readonly RankPlace[], computing: Float64Array): StageComputing[] {
  return byKey(places, ({ pipeline }) => String(pipeline))
    .map((ranks) => ({
      stage: places[ranks[0]].pipeline,
      ranks,
      computingNs: medianOf(ranks.map((position) => computing[position])),
      spread: spreadOf(ranks.map((position) => computing[position])),
    }))
    .sort((a, b) => a.stage - b.stage);
}

/** Positions of places with the same key, in the order of their first. */
export function byKey(places: readonly RankPlace[], keyOf: (place: RankPlace) => string): number[][] {
  const sets = new Map<string, number[]>();
  places.forEach((place, position) => {
    const key = keyOf(place);
    const known = sets.get(key);
    if (known) known.push(position);
    else sets.set(key, [position]);
  });
  return [...sets.values()];
}
