import { Coverage } from '../index/coverage';
import { endNsOf } from '../index/indexSlices';
import { unionOf } from '../index/intervals';
import { eachSlice } from '../query/laneSlices';
import type { RankView } from '../query/rankView';
import { lanesOfKind } from './timelineLanes';

/** When the device computes, by the rank's own index. */
export function computingOf(view: RankView): Coverage {
  const spans: { startNs: number; endNs: number }[] = [];
  for (const { lane, name } of lanesOfKind(view, 'overlap')) {
    if (name !== 'Computing') continue;
    eachSlice(view, lane, (slice, { index }) => {
      spans.push({ startNs: index.slices.startNs[slice], endNs: endNsOf(index.slices, slice) });
    });
  }
  return new Coverage(unionOf(spans));
}
