import type { CollectiveName, CollectiveOfRank, RankIndex, SliceRef, SliceSummary } from '../../../src-contract';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSessionState } from '../../session/answers/useSession';
import type { DumpSession } from '../../session/session';
import { useShownJob } from '../../session/shownJob';
import type { TableRow } from '../../ui/table/tableLoader';

/** Columns that a row of collectives has to have for `sliceOfRow`. */
export const sliceColumns = ['rankIndex', 'step', 'groupKey', 'op', 'slice', 'generation'] as const;

/** The slice that a row of `communication.ops` stands for; undefined where its rank has no timeline, or no such slice. */
export async function sliceOfRow(session: DumpSession, row: TableRow): Promise<SliceSummary | undefined> {
  const rank = row.number('rankIndex') as RankIndex;
  if (Number.isNaN(rank)) return undefined;
  const slice = row.number('slice') as SliceRef['slice'];
  const ref = Number.isNaN(slice) ? undefined : { rank, slice, generation: row.number('generation') };
  // An index that has been replaced meanwhile has other slices.
  const found = ref && (await sliceByRef(session, ref));
  return found ?? sliceOf(session, { rank, step: row.text('step'), group: row.text('groupKey'), op: row.text('op') });
}

/** The slice of a collective on one rank, whose timeline is brought into memory for it. */
export async function sliceOf(session: DumpSession, collective: CollectiveOfRank): Promise<SliceSummary | undefined> {
  const ref = await session.engine.ask(session.dumpId, 'communication.slice', collective);
  return ref && sliceByRef(session, ref);
}

/** A slice by its reference, as tables of waits hold it. */
export async function sliceByRef(session: DumpSession, ref: SliceRef): Promise<SliceSummary | undefined> {
  return session.engine.slice(session.dumpId, ref);
}

/** The collective that the selected slice is; of several dumps, in the one that is shown. */
export function useSelectedCollective(): CollectiveName | undefined {
  const ref = useSessionState(({ selectedSlice }) => selectedSlice);
  const { shown } = useShownJob();
  const isShown = useSessionState(({ dump }) => ref && dump.ranks[ref.rank]?.job?.key === shown?.key);
  const answer = useAnswer('communication.collective', ref && isShown ? { ref } : undefined);
  return ref && isShown ? answer.value : undefined;
}
