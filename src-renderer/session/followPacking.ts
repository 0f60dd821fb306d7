/** Packs near-empty streams of each rank once, when it is read; what the user does with them afterwards is kept. */
import { isConnectionClosed } from '../base/useLatestAnswer';
import { stoodFor } from './lanes/mergedLanes';
import { mayBePacked, packOf } from './lanes/packing';
import type { DumpSession } from './session';

export interface Packed {
  /** Of all ranks. */
  readonly lanes: number;
}

/** `onPacked`: lanes stand for others now that the user has not put together. Returns the function that ends it. */
export function followPacking(
  session: DumpSession,
  onPacked: (packed: Packed) => void,
  onError: (error: unknown) => void,
): () => void {
  const { engine, dumpId, store, remembered, actions } = session;
  // Who has arranged the lanes, or follows a link to such, finds them so.
  const isArranged = (remembered.lanes !== undefined && remembered.lanes.packed.length === 0) || remembered.merges;
  if (isArranged) return () => {};
  const seen = new Set<string>();
  let isBusy = false;
  const look = async () => {
    const { dump, packedRanks, merged } = store.getState();
    if (isBusy || dump.status !== 'ready' || dump.clock?.mode === 'measuring') return;
    const ranks = dump.ranks.filter(
      (rank) => !seen.has(rank.place) && !packedRanks.has(rank.place) && mayBePacked(rank),
    );
    if (ranks.length === 0) return;
    for (const { place } of ranks) seen.add(place);
    isBusy = true;
    try {
      const limits = await engine.ask(dumpId, 'job.thresholds', {});
      const others = stoodFor(dump.ranks, merged);
      const wishes = ranks.flatMap((rank) => packOf(rank, others, limits) ?? []);
      if (wishes.length === 0) return;
      await actions.packLanes(wishes);
      onPacked({ lanes: wishes.reduce((sum, { lanes }) => sum + lanes.length, 0) });
    } finally {
      isBusy = false;
    }
  };
  const lookAgain = () => void look().catch((error: unknown) => !isConnectionClosed(error) && onError(error));
  lookAgain();
  return session.calmStore.subscribe((now, before) => {
    if (now.dump !== before.dump) lookAgain();
  });
}
