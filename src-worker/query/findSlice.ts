import type { FindSliceQuery, SliceSummary } from '../../src-contract';
import type { RankView } from './rankView';
import { lowerBound } from './rankView';

/**
 * The slice that starts nearest to `startNs`, at most `toleranceNs` away; among those as near, one of the name wanted. Each
 * row is sorted by start, so a row costs one binary search.
 */
export function findSlice(rank: RankView, query: FindSliceQuery): SliceSummary | undefined {
  const { index } = rank;
  const wantedNs = query.startNs - rank.offsetNs;
  const kindOfGroup = new Map(index.groups.map(({ localId, kind }) => [localId, kind]));
  let best: { readonly slice: number; readonly isNamed: boolean; readonly distanceNs: number } | undefined;
  for (let position = 0; position < index.lanes.length; position++) {
    const kind = kindOfGroup.get(index.lanes[position].groupLocalId);
    if (query.groups && (kind === undefined || !query.groups.includes(kind))) continue;
    for (let row = index.laneFirstRow[position]; row < index.laneFirstRow[position + 1]; row++) {
      const end = index.rowFirstSlice[row + 1];
      let slice = lowerBound(index.slices.startNs, wantedNs - query.toleranceNs, index.rowFirstSlice[row], end);
      for (; slice < end && index.slices.startNs[slice] <= wantedNs + query.toleranceNs; slice++) {
        const distanceNs = Math.abs(index.slices.startNs[slice] - wantedNs);
        const isNamed = query.name !== undefined && rank.nameText(index.slices.name[slice]) === query.name;
        const isBetter = !best || (isNamed !== best.isNamed ? isNamed : distanceNs < best.distanceNs);
        if (isBetter) best = { slice, isNamed, distanceNs };
      }
    }
  }
  return best && rank.summary(best.slice);
}
