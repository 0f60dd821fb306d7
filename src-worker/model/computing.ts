import { Coverage } from '../index/intervals/coverage';
import { union } from '../index/intervals/intervals';
import { sliceRange } from '../query/laneSlices';
import { spansOfLanes } from '../query/laneSpans';
import type { RankView } from '../query/rankView';
import { lanesOfKind } from './timelineLanes';

/** When the device computes, by the rank's own index. Put together once for each view. */
export function computingOf(view: RankView): Coverage {
  return view.once(findComputing);
}

function findComputing(view: RankView): Coverage {
  const lanes = lanesOfKind(view, 'overlap').filter(({ name }) => name === 'Computing');
  const { startNs, endNs } = spansOfLanes(lanes.map(({ lane }) => sliceRange(view, lane)));
  return new Coverage(union(startNs, endNs));
}
