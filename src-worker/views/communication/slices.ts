import type { CollectiveName, CollectiveOfRank, SliceRef } from '../../../src-contract';
import { type Collective, collectiveKey } from '../../model/collectives/collective';
import { collectiveSlices, collectiveSlicesIn, collectivesOf } from '../../model/collectives/collectives';
import type { DumpContext } from '../../model/dumpContext';

/** The slice of the rank's timeline that is this collective; brings the timeline where it is not in memory. */
export async function sliceOfCollective(dump: DumpContext, asked: CollectiveOfRank): Promise<SliceRef | undefined> {
  const rank = dump.rankAt(asked.rank);
  const slices = rank && (await collectiveSlices(dump, rank));
  if (!slices) return undefined;
  const key = collectiveKey({ ...asked, name: asked.op });
  for (const [collective, slice] of slices.sliceOf) {
    if (collectiveKey(collective) === key) return refOf(asked.rank, slice, slices.generation);
  }
  return undefined;
}

export async function collectiveOfSlice(
  dump: DumpContext,
  { ref }: { readonly ref: SliceRef },
): Promise<CollectiveName | undefined> {
  const rank = dump.rankAt(ref.rank);
  const slices = rank && (await collectiveSlices(dump, rank));
  const own = slices?.generation === ref.generation ? slices.collectiveOf.get(ref.slice) : undefined;
  if (!rank || !own) return undefined;
  const key = collectiveKey(own);
  const { ops } = await collectivesOf(dump.ofRank(rank));
  const ranks = new Set(ops.filter((op) => collectiveKey(op) === key).map((op) => op.rank));
  return { name: own.name, group: own.group, step: own.step, type: own.type, rankCount: ranks.size };
}

/** The slices of the collectives of all ranks whose timelines are in memory right now. */
export async function slicesInMemory(dump: DumpContext): Promise<ReadonlyMap<Collective, SliceRef>> {
  const refs = new Map<Collective, SliceRef>();
  for (const view of dump.loadedTimelines()) {
    const rank = dump.rankAt(view.rank);
    if (!rank) continue;
    const { sliceOf, generation } = await collectiveSlicesIn(dump, rank, view);
    for (const [collective, slice] of sliceOf) refs.set(collective, refOf(rank.index, slice, generation));
  }
  return refs;
}

function refOf(rank: SliceRef['rank'], slice: number, generation: number): SliceRef {
  return { rank, slice: slice as SliceRef['slice'], generation };
}
