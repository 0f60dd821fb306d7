import type { ParallelLayout, ParallelSizes } from '../../../src-contract';
import { jsonOf } from '../../tables/jsonText';
import type { DumpContext } from '../dumpContext';
import { distributedInfo } from '../rankEdges';
import { at, rankJson, unlessBroken } from '../rankJson';
import type { TableRank } from '../tableRanks';
import { readClusterJob } from './jobDatabases';
import { expertSpan, groupKeyOf, PARALLEL_LAYOUTS, placeOfRank, worldSizeOf } from './layouts';

/** A communication group as the framework has named it. */
interface NamedGroup {
  readonly name: string;
  readonly ranks: readonly number[];
}

/** Parallel sizes of profiler_metadata.json, or of the job's database; undefined where neither tells them. */
export async function metadataSizes(dump: DumpContext): Promise<ParallelSizes | undefined> {
  for (const rank of dump.ranks) {
    const sizes = sizesIn(at(await rankJson(dump, rank, 'metadata'), 'distributed_args'));
    if (sizes) return sizes;
  }
  for (const path of dump.clusterPaths('cluster-db')) {
    const job = await unlessBroken(dump, path, (own) => readClusterJob(dump, own));
    const sizes = sizesIn(jsonOf(job?.facts.get('distributed_args')));
    if (sizes) return sizes;
  }
  return undefined;
}

/** How many ranks the rank's job has: profiler_metadata.json tells, else a trace's `distributedInfo`. */
export function toldWorldSize(dump: DumpContext, rank: TableRank): Promise<number | undefined> {
  return dump.memo(sizeKey(rank), () => readWorldSize(dump, rank));
}

/** The same of a rank whose files are not here. To be given before it is asked for. */
export function giveWorldSize(dump: DumpContext, rank: TableRank, size: number | undefined): void {
  dump.memo(sizeKey(rank), () => Promise.resolve(size));
}

function sizeKey({ index }: TableRank): string {
  return `ranks of the job of rank ${index}`;
}

async function readWorldSize(dump: DumpContext, rank: TableRank): Promise<number | undefined> {
  const inMetadata = at(await rankJson(dump, rank, 'metadata'), 'distributed_args', 'world_size');
  const size = inMetadata ?? at(await distributedInfo(dump, rank), 'world_size');
  return typeof size === 'number' ? size : undefined;
}

/** What the recordings tell of that. Several values: recordings of several jobs. Of many ranks some are looked at, from all over the dump. */
export async function worldSizes(dump: DumpContext): Promise<ReadonlySet<number>> {
  const sizes = new Set<number>();
  const stride = Math.ceil(dump.ranks.length / SIZES_LOOKED_AT);
  for (const rank of dump.ranks.filter((_, at) => at % stride === 0)) {
    const size = await toldWorldSize(dump, rank);
    if (size !== undefined) sizes.add(size);
  }
  return sizes;
}

function sizesIn(args: unknown): ParallelSizes | undefined {
  const size = (name: string) => {
    const value = at(args, name);
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const tensor = size('tensor_model_parallel_size');
  const pipeline = size('pipeline_model_parallel_size');
  if (tensor === undefined && pipeline === undefined) return undefined;
  const rest = { tensor: tensor ?? 1, pipeline: pipeline ?? 1, context: size('context_parallel_size') ?? 1 };
  const worldSize = size('world_size');
  const others = rest.tensor * rest.pipeline * rest.context;
  const data =
    size('data_parallel_size') ?? (worldSize === undefined ? 1 : Math.max(1, Math.floor(worldSize / others)));
  return { ...rest, data, expert: size('expert_model_parallel_size') ?? 1 };
}

/**
 * Sizes from the groups that the frameworks have named, where nothing tells the sizes themselves: a dimension has as many
 * ranks as its groups. Undefined where none is named, or where they are more ranks than the job has.
 */
export async function groupSizes(dump: DumpContext, rankCount: number): Promise<ParallelSizes | undefined> {
  const largest = { tensor: 1, pipeline: 1, context: 1, data: 1, expert: 1 };
  const known = new Set<string>();
  for (const rank of dump.ranks.slice(0, RANKS_LOOKED_AT)) {
    for (const { name, ranks } of namedGroups(await rankJson(dump, rank, 'metadata'))) {
      if (!Object.hasOwn(dimensionOfGroup, name)) continue;
      const dimension = dimensionOfGroup[name as keyof typeof dimensionOfGroup];
      largest[dimension] = Math.max(largest[dimension], ranks.length);
      known.add(dimension);
    }
  }
  if (known.size === 0) return undefined;
  const others = largest.tensor * largest.pipeline * largest.context;
  const data = known.has('data') ? largest.data : Math.ceil(rankCount / others);
  return others * data < rankCount ? undefined : { ...largest, data };
}

const SIZES_LOOKED_AT = 64;
/** Enough to tell the layouts apart. */
const RANKS_LOOKED_AT = 16;
const dimensionOfGroup = {
  tp: 'tensor',
  pp: 'pipeline',
  cp: 'context',
  dp: 'data',
  ep: 'expert',
  exp: 'expert',
} as const;

/** The layout that agrees with most of the groups that the ranks' metadata names; Megatron's where nothing speaks against it. */
export async function metadataLayout(dump: DumpContext, sizes: ParallelSizes): Promise<ParallelLayout> {
  const groups: NamedGroup[] = [];
  for (const rank of dump.ranks.slice(0, RANKS_LOOKED_AT))
    groups.push(...namedGroups(await rankJson(dump, rank, 'metadata')));
  const scores = PARALLEL_LAYOUTS.map((layout) => {
    if (expertSpan(sizes, layout) % sizes.expert !== 0) return -1;
    return groups.filter((group) => agrees(group, sizes, layout)).length;
  });
  return PARALLEL_LAYOUTS[scores.indexOf(Math.max(...scores))];
}

function namedGroups(metadata: unknown): NamedGroup[] {
  const info = at(metadata, 'parallel_group_info');
  if (typeof info !== 'object' || info === null) return [];
  return Object.values(info).flatMap((group) => {
    const [name, ranks] = [at(group, 'group_name'), at(group, 'global_ranks')];
    const isWhole = typeof name === 'string' && Array.isArray(ranks) && ranks.every(Number.isInteger);
    return isWhole && ranks.length > 1 ? [{ name, ranks: ranks as number[] }] : [];
  });
}

/** Its ranks are exactly those of one group of that dimension. */
function agrees({ name, ranks }: NamedGroup, sizes: ParallelSizes, layout: ParallelLayout): boolean {
  if (!Object.hasOwn(dimensionOfGroup, name)) return false;
  const dimension = dimensionOfGroup[name as keyof typeof dimensionOfGroup];
  if (ranks.length !== sizes[dimension] || ranks.some((rank) => rank >= worldSizeOf(sizes))) return false;
  const keys = new Set(ranks.map((rank) => groupKeyOf(placeOfRank(rank, sizes, layout), dimension)));
  return keys.size === 1;
}
