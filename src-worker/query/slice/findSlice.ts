import type { FindSliceQuery, SliceSummary } from '../../../src-contract';
import type { PartSlice, RankView } from '../rankView';
import { rowsOfLane, slicesStarting } from '../touching';

interface Candidate extends PartSlice {
  readonly isNamed: boolean;
  readonly distanceNs: number;
}

/**
 * The slice that starts nearest to `startNs`, at most `toleranceNs` away; among those as near, one of the name wanted.
 */
export function findSlice(rank: RankView, query: FindSliceQuery): SliceSummary | undefined {
  const wantedNs = rank.time.first(query.startNs);
  let best: Candidate | undefined;
  for (const part of rank.parts) {
    const { index } = part;
    for (let lane = 0; lane < index.lanes.length; lane++) {
      const kind = rank.groupKind(index.lanes[lane].groupLocalId);
      if (query.groups && (kind === undefined || !query.groups.includes(kind))) continue;
      const rows = rowsOfLane(index, lane);
      for (let row = rows.first; row < rows.end; row++) {
        const { first, end } = slicesStarting(index, row, wantedNs - query.toleranceNs, wantedNs + query.toleranceNs);
        for (let slice = first; slice < end; slice++) {
          const distanceNs = Math.abs(index.slices.startNs[slice] - wantedNs);
          const isNamed = query.name !== undefined && part.nameText(index.slices.name[slice]) === query.name;
          const isBetter = !best || (isNamed !== best.isNamed ? isNamed : distanceNs < best.distanceNs);
          if (isBetter) best = { part, slice, isNamed, distanceNs };
        }
      }
    }
  }
  return best?.part.summary(best.slice);
}
