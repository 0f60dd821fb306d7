import { Coverage } from '../index/coverage';
import { endNsOf } from '../index/indexSlices';
import { union } from '../index/intervals';
import { eachSlice } from '../query/laneSlices';
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
    eachSlice(view, lane, (slice, { index }) => {
      starts.push(index.slices.startNs[slice]);
      ends.push(endNsOf(index.slices, slice));
    });
  }
  return new Coverage(union(starts, ends));
}
