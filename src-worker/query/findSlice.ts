import type { FindSliceQuery, SliceSummary } from '../../src-contract';
import type { RankView } from './rankView';
import { rowsOfLane, slicesStarting } from './touching';

/**
 * The slice that starts nearest to `startNs`, at most `toleranceNs` away; among those as near, one of the name wanted.
 */
export function findSlice(rank: RankView, query: FindSliceQuery): SliceSummary | undefined {
  const { index } = rank;
  const wantedNs = query.startNs - rank.offsetNs;
  const kindOfGroup = new Map(index.groups.map(({ localId, kind }) => [localId, kind]));
  let best: { readonly slice: number; readonly isNamed: boolean; readonly distanceNs: number } | undefined;
  for (let position = 0; position < index.lanes.length; position++) {
    const kind = kindOfGroup.get(index.lanes[position].groupLocalId);
    if (query.groups && (kind === undefined || !query.groups.includes(kind))) continue;
    const rows = rowsOfLane(index, position);
    for (let row = rows.first; row < rows.end; row++) {
      const { first, end } = slicesStarting(index, row, wantedNs - query.toleranceNs, wantedNs + query.toleranceNs);
      for (let slice = first; slice < end; slice++) {
        const distanceNs = Math.abs(index.slices.startNs[slice] - wantedNs);
        const isNamed = query.name !== undefined && rank.nameText(index.slices.name[slice]) === query.name;
        const isBetter = !best || (isNamed !== best.isNamed ? isNamed : distanceNs < best.distanceNs);
        if (isBetter) best = { slice, isNamed, distanceNs };
      }
    }
  }
  return best && rank.summary(best.slice);
}
