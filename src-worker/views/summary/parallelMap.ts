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
import { groupKeyOf, peersKeyOf, type RankPlace } from '../../model/job/layouts';
import { comparePeers, type PeerSet } from '../../model/job/peers';
import { rankPlaces } from '../../model/job/places';
import { jobSplits } from '../../model/splits/rankSplits';
import { chooseStep } from '../../model/splits/stepRows';
import { threshold } from '../../model/thresholds';

export const PARALLEL_DIMENSIONS: readonly ParallelDimension[] = ['tensor', 'context', 'expert', 'data', 'pipeline'];

export async function parallelMap(dump: DumpContext, question: ParallelQuestion): Promise<ParallelMap> {
  const job = await jobSplits(dump);
  const { places, ...known } = await rankPlaces(
    dump,
    job.ranks.map(({ rank }) => rank.rank),
    question,
  );
  const computing = Float64Array.from(
    job.ranks,
    ({ rows }) => chooseStep(rows, question.step)?.computing ?? Number.NaN,
  );
  const { relative, slow, sets } = comparePeers(computing, (position) => {
    const place = places[position];
    return place && peersKeyOf(place);
  });
  const stages = stageComputing(places, computing, sets);
  const medians = stages.map(({ computingNs }) => computingNs);
  return {
    ...known,
    coordinates: Object.fromEntries(
      PARALLEL_DIMENSIONS.map((dimension) => [dimension, Int32Array.from(places, (place) => place[dimension])]),
    ) as Record<ParallelDimension, Int32Array>,
    groups: PARALLEL_DIMENSIONS.flatMap((dimension) => groupsOf(dimension, known.sizes, places, relative, slow)),
    relativeComputing: relative,
    slowRanks: slow,
    slowLimits: {
      excess: threshold('peers.excess'),
      deviations: threshold('peers.deviations'),
      few: threshold('peers.few'),
    },
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

function stageComputing(
  places: readonly RankPlace[],
  computing: Float64Array,
  sets: readonly PeerSet[],
): StageComputing[] {
  const setOf = new Map(sets.flatMap((set) => set.members.map((position) => [position, set])));
  return byKey(places, ({ pipeline }) => String(pipeline))
    .map((ranks) => ({
      stage: places[ranks[0]].pipeline,
      ranks,
      computingNs: medianOf(ranks.map((position) => computing[position])),
      spread: spreadOf(ranks.map((position) => computing[position])),
      deviation: ranks.map((position) => setOf.get(position)).find((set) => set !== undefined)?.deviation ?? Number.NaN,
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
