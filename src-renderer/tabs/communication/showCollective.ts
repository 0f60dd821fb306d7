import type { RankIndex, SliceRef, SliceSummary } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

/** The files' starts are rounded to about a tenth of a µs. */
const START_TOLERANCE_NS = 2_000;

/** The slice of a collective that a table speaks of; undefined where the rank has no timeline, or no such slice. */
export function findCollective(
  session: DumpSession,
  rank: RankIndex,
  startNs: number,
  name: string,
): Promise<SliceSummary | undefined> {
  const dump = session.dumpId;
  const groups = ['communication', 'hardware'] as const;
  return session.engine.findSlice({ dump, rank, startNs, toleranceNs: START_TOLERANCE_NS, name, groups });
}

/** A slice by its reference, as tables of waits hold it. */
export async function sliceByRef(session: DumpSession, ref: SliceRef): Promise<SliceSummary | undefined> {
  return session.engine.slice(session.dumpId, ref);
}
