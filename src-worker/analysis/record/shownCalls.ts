/** Where the timeline shows what a rank's exposed communication consists of. */
import type { FindingEvidence } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import { Coverage } from '../../index/intervals/coverage';
import { difference, intersection, union } from '../../index/intervals/intervals';
import { collectiveSlicesIn } from '../../model/collectives/collectives';
import { planeTasksIn } from '../../model/collectives/planeTasks';
import type { DumpContext } from '../../model/dumpContext';
import type { TableRank } from '../../model/tableRanks';
import type { RankView } from '../../query/rankView';
import { sliceEvidence } from './sliceEvidence';

/** The call that has most of each; absent: none has any. */
export interface ShownCalls {
  /** Of all calls: data moves, no plane waits, and nothing is computed. */
  readonly moving?: FindingEvidence;
  /** Of collectives: exposed otherwise, which without planes is all that is exposed. */
  readonly waiting?: FindingEvidence;
  /** Of sends and receives, the same. */
  readonly passing?: FindingEvidence;
}

/** Undefined where no lane tells what is exposed. */
export async function shownCalls(dump: DumpContext, rank: TableRank, view: RankView): Promise<ShownCalls | undefined> {
  const { exposed, moving, waits } = planeTasksIn(dump, view);
  if (!exposed) return undefined;
  const whole = union(exposed.startNs, exposed.endNs);
  const data = intersection(union(moving.startNs, moving.endNs), whole);
  const covers = {
    whole: new Coverage(whole),
    data: new Coverage(difference(data, union(waits.startNs, waits.endNs))),
  };
  const most: Partial<Record<keyof ShownCalls, { readonly slice: number; readonly ns: number }>> = {};
  const note = (what: keyof ShownCalls, slice: number, ns: number) => {
    if (ns > (most[what]?.ns ?? 0)) most[what] = { slice, ns };
  };
  const { slices } = view.index;
  for (const [{ kind }, slice] of (await collectiveSlicesIn(dump, rank, view)).sliceOf) {
    const startNs = slices.startNs[slice] + view.offsetNs;
    const endNs = endNsOf(slices, slice) + view.offsetNs;
    const dataNs = covers.data.coveredNs(startNs, endNs);
    note('moving', slice, dataNs);
    note(kind === 'p2p' ? 'passing' : 'waiting', slice, covers.whole.coveredNs(startNs, endNs) - dataNs);
  }
  return Object.fromEntries(Object.entries(most).map(([what, { slice }]) => [what, sliceEvidence(view, slice)]));
}
