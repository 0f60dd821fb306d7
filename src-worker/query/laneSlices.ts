import type { GroupKind } from '../../src-contract';
import type { RankView } from './rankView';

export interface PlacedLane {
  /** Position among the index's lanes. */
  readonly position: number;
  readonly name: string;
  readonly kind: GroupKind;
}

/** The slice lanes of a rank with the kind of their group, in their order. */
export function lanesOf({ index }: RankView): PlacedLane[] {
  const kinds = new Map(index.groups.map(({ localId, kind }) => [localId, kind]));
  return index.lanes.map(({ name, groupLocalId }, position) => {
    return { position, name, kind: kinds.get(groupLocalId) ?? 'other' };
  });
}

/** All slices of a lane, row after row; by start within a row. */
export function* slicesOfLane({ index }: RankView, position: number): Generator<number> {
  const first = index.rowFirstSlice[index.laneFirstRow[position]];
  const end = index.rowFirstSlice[index.laneFirstRow[position + 1]];
  for (let slice = first; slice < end; slice++) yield slice;
}
