import type { GroupKind, SliceRef } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import { rowsOfLane } from '../../query/touching';

/** A slice that was asked about, and where it is. */
export interface AskedSlice {
  readonly view: RankView;
  readonly part: PartView;
  /** As numbered in the part. */
  readonly slice: number;
  readonly row: number;
  /** The part's lane. */
  readonly lane: number;
  readonly kind: GroupKind;
}

/** Undefined when the reference is of an older index, or of none. */
export async function askedSlice(dump: DumpContext, ref: SliceRef): Promise<AskedSlice | undefined> {
  const view = await dump.timeline(ref.rank);
  if (view?.generation !== ref.generation || ref.slice >= view.sliceCount) return undefined;
  const { part, slice } = view.sliceAt(ref.slice);
  const row = part.rowOf(slice);
  const lane = part.laneOfRow(row);
  return { view, part, slice, row, lane, kind: view.groupKind(part.index.lanes[lane].groupLocalId) ?? 'other' };
}

/** The slices of a part whose name is this one, on lanes of groups of this kind; lane by lane. */
export function slicesOfName(view: RankView, part: PartView, kind: GroupKind, name: number): number[] {
  const { index } = part;
  const found: number[] = [];
  const { name: nameOf } = index.slices;
  for (let lane = 0; lane < index.lanes.length; lane++) {
    if ((view.groupKind(index.lanes[lane].groupLocalId) ?? 'other') !== kind) continue;
    const rows = rowsOfLane(index, lane);
    const end = index.rowFirstSlice[rows.end];
    for (let slice = index.rowFirstSlice[rows.first]; slice < end; slice++)
      if (nameOf[slice] === name) found.push(slice);
  }
  return found;
}
