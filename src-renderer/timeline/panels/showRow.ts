import type { RankIndex, SliceIndex, SliceRef } from '../../../src-contract';
import type { DumpSession } from '../../session/session';
import type { PanelId, Shell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';

/** Goes to the slice that a row of a panel names; the panel stays in front. Answers whether there was one. */
export async function showRow(
  session: DumpSession,
  shell: Shell,
  panel: PanelId,
  rank: number,
  slice: number,
): Promise<boolean> {
  const generation = session.store.getState().dump.ranks[rank]?.generation;
  if (generation === undefined || Number.isNaN(slice)) return false;
  const ref: SliceRef = { rank: rank as RankIndex, slice: slice as SliceIndex, generation };
  return showSlice(session, shell, session.engine.slice(session.dumpId, ref), panel);
}
