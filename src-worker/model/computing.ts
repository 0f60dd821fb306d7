import { Coverage } from '../index/coverage';
import { endNsOf } from '../index/indexSlices';
import { union } from '../index/intervals';
import { sliceRange } from '../query/laneSlices';
import type { RankView } from '../query/rankView';
import { lanesOfKind } from './timelineLanes';

/** When the device computes, by the rank's own index. Put together once for each view. */
export function computingOf(view: RankView): Coverage {
  return view.once(findComputing);
}

function findComputing(view: RankView): Coverage {
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const { lane, name } of lanesOfKind(view, 'overlap')) {
    if (name !== 'Computing') continue;
    const { part, first, end } = sliceRange(view, lane);
    const { slices } = part.index;
    for (let slice = first; slice < end; slice++) {
      starts.push(slices.startNs[slice]);
      ends.push(endNsOf(slices, slice));
    }
  }
  return new Coverage(union(starts, ends));
}
