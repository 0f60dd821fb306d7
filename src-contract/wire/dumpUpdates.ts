/** A dump's state from what `Engine.watch` answers. */
import type { DumpId, DumpState, DumpUpdate, Engine, RankState } from '..';

/**
 * The next whole state of a dump after `before` (undefined: the state it has now), however many answers it comes in. Rejects
 * as `Engine.watch` does; ask again with the same `before` then.
 *
 * Ranks that did not change stay the same objects, and `ranks` the same list if none did, so that whoever keeps what it
 * made of them can tell by identity.
 */
export async function nextDumpState(
  engine: Pick<Engine, 'watch'>,
  dump: DumpId,
  before?: DumpState,
): Promise<DumpState> {
  const changedRanks: RankState[] = [];
  let update: DumpUpdate;
  let seenRevision = before?.revision ?? 0;
  do {
    update = await engine.watch(dump, seenRevision);
    // Of a rank that changed again meanwhile, the later state counts: it comes later.
    changedRanks.push(...update.changedRanks);
    seenRevision = update.revision;
  } while (update.isPart);
  return merged(before, update, changedRanks);
}

function merged(before: DumpState | undefined, update: DumpUpdate, changedRanks: readonly RankState[]): DumpState {
  const { changedRanks: _ranks, isPart: _isPart, ...fields } = update;
  if (before && changedRanks.length === 0) return { ...fields, ranks: before.ranks };
  const ranks = [...(before?.ranks ?? [])];
  for (const rank of changedRanks) ranks[rank.index] = rank;
  return { ...fields, ranks };
}
