/** Lanes that stand for others, by what is the same when the dump is opened again: places and names instead of ids. Pure. */
import type { LaneGroup, LaneId, LaneMergeKind, RankState } from '../../src-contract';
import { groupKey, laneKey } from './folds';
import type { LaneMergeWish } from './lanes/mergedLanes';
import { nearEmptyOf } from './lanes/packing';

/** Plain data, to be kept as JSON, or in an address. */
export interface RememberedMerge {
  readonly into: LaneMergeKind;
  readonly byNs: number;
  /** `RankState.place`. */
  readonly place: string;
  /** Of whole groups their keys, else those of lanes, without the place: see `folds.ts`. */
  readonly lanes: readonly string[];
  /** Besides them the near-empty streams of the rank: hundreds of lanes in one word. */
  readonly packed?: PackedStreams;
}

export interface PackedStreams {
  /** Streams with at most so many slices … */
  readonly mostSlices: number;
  /** … but for these: keys as those of lanes. */
  readonly without: readonly string[];
}

/** Fewer lanes than these are named one by one. */
const FEWEST_PACKED = 8;

/** More than anybody puts together by hand. */
export const MOST_MERGES = 500;

/** `wholeOf`: of groups that were made of those of their lanes that were there, all of them. */
export function rememberedMerges(
  ranks: readonly RankState[],
  merged: ReadonlySet<LaneId>,
  wholeOf?: (group: LaneId) => RememberedMerge | undefined,
): readonly RememberedMerge[] {
  if (merged.size === 0) return [];
  return ranks.flatMap((rank) =>
    rank.groups.flatMap(({ id, merge }) =>
      merge && merged.has(id) ? [wholeOf?.(id) ?? rememberedMerge(rank, merge)] : [],
    ),
  );
}

export function rememberedMerge(rank: RankState, { into, byNs, of }: NonNullable<LaneGroup['merge']>): RememberedMerge {
  return { into, byNs, place: rank.place, ...inFewWords(rank, new Set(of), into) };
}

/** Of lanes by kind of work it is tried whether they are the near-empty streams: the fullest of them tells how many slices these have. */
function inFewWords(
  rank: RankState,
  lanes: ReadonlySet<LaneId>,
  into: LaneMergeKind,
): Pick<RememberedMerge, 'lanes' | 'packed'> {
  const oneByOne = keysOf(rank, lanes);
  if (into !== 'work' || oneByOne.length < FEWEST_PACKED) return { lanes: oneByOne };
  const own = ofFiles(rank).flatMap((group) => slicesOf(group).filter(({ id }) => lanes.has(id)));
  const mostSlices = own.reduce((most, { sliceCount }) => Math.max(most, sliceCount), 0);
  const streams = new Set(nearEmptyOf(rank, mostSlices).map(({ id }) => id));
  const others = keysOf(rank, new Set([...lanes].filter((id) => !streams.has(id))));
  const without = keysOf(rank, new Set([...streams].filter((id) => !lanes.has(id))));
  if (others.length + without.length >= oneByOne.length) return { lanes: oneByOne };
  return { lanes: others, packed: { mostSlices, without } };
}

export interface WantedMerge {
  readonly merge: RememberedMerge;
  /** Of those of its lanes that are there. */
  readonly wish: LaneMergeWish;
}

/**
 * Those whose ranks are read, as wishes; what of their lanes is not there is left out. And those that have to wait: also for
 * lanes that a filter leaves out.
 */
export function mergesThere(
  merges: readonly RememberedMerge[],
  ranks: readonly RankState[],
): { readonly wanted: readonly WantedMerge[]; readonly waiting: readonly RememberedMerge[] } {
  const wanted: WantedMerge[] = [];
  const waiting: RememberedMerge[] = [];
  for (const merge of merges) {
    const wish = wishThere(merge, ranks);
    if (wish) wanted.push({ merge, wish });
    else waiting.push(merge);
  }
  return { wanted, waiting };
}

/** Of what is there of its lanes; undefined where nothing is, or one lane that would stand for itself. */
export function wishThere(merge: RememberedMerge, ranks: readonly RankState[]): LaneMergeWish | undefined {
  const { place, into, byNs } = merge;
  const rank = ranks.find((own) => own.place === place && own.status === 'ready');
  const lanes = rank ? lanesOfMerge(rank, merge) : [];
  const isPlain = lanes.length === 1 && into === 'one' && byNs === 0;
  return rank && lanes.length > 0 && !isPlain ? { rank, lanes, into, byNs } : undefined;
}

/** What is there of them. */
function lanesOfMerge(rank: RankState, { lanes, packed }: RememberedMerge): readonly LaneId[] {
  const named = lanesOf(rank, new Set(lanes));
  if (!packed) return named;
  const without = new Set(lanesOf(rank, new Set(packed.without)));
  const streams = nearEmptyOf(rank, packed.mostSlices).flatMap(({ id }) => (without.has(id) ? [] : [id]));
  return [...new Set([...named, ...streams])];
}

const slicesOf = ({ lanes }: LaneGroup) => lanes.flatMap((lane) => (lane.kind === 'slices' ? [lane] : []));
/** Made lanes are put together anew, not found again. */
const ofFiles = ({ groups }: RankState) => groups.filter(({ merge, copy, path }) => !merge && !copy && !path);

function keysOf(rank: RankState, wanted: ReadonlySet<LaneId>): readonly string[] {
  return ofFiles(rank).flatMap((group) => {
    const own = slicesOf(group).filter(({ id }) => wanted.has(id));
    if (own.length > 1 && own.length === slicesOf(group).length) return [groupKey('', group)];
    return own.map((lane) => laneKey('', group, lane));
  });
}

function lanesOf(rank: RankState, keys: ReadonlySet<string>): readonly LaneId[] {
  return ofFiles(rank).flatMap((group) => {
    const isWhole = keys.has(groupKey('', group));
    return slicesOf(group)
      .filter((lane) => isWhole || keys.has(laneKey('', group, lane)))
      .map(({ id }) => id);
  });
}

/** What was kept, whoever wrote it; what is none of ours is left out. */
export function readMerges(kept: unknown): readonly RememberedMerge[] {
  return Array.isArray(kept) ? kept.slice(0, MOST_MERGES).flatMap((own: unknown) => readMerge(own) ?? []) : [];
}

/** Undefined where it is none of ours. */
export function readMerge(kept: unknown): RememberedMerge | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { into, byNs, place, lanes, packed } = kept as Readonly<Record<string, unknown>>;
  if ((into !== 'one' && into !== 'work') || typeof byNs !== 'number' || !Number.isFinite(byNs)) return undefined;
  if (typeof place !== 'string' || !Array.isArray(lanes)) return undefined;
  const streams = readPacked(packed);
  return { into, byNs, place, lanes: textsOf(lanes), ...(streams && { packed: streams }) };
}

function readPacked(kept: unknown): PackedStreams | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { mostSlices, without } = kept as Readonly<Record<string, unknown>>;
  if (typeof mostSlices !== 'number' || !(mostSlices > 0)) return undefined;
  return { mostSlices, without: Array.isArray(without) ? textsOf(without) : [] };
}

const textsOf = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string');
