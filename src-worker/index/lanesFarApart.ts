import type { Notice } from '../../src-contract';
import { bulkOfLanes } from '../../src-contract/bulkOfLanes';
import { notice } from '../files/notices';
import type { RankSummary } from './rankSummary';

const HOUR_NS = 3_600e9;

/** Says which processes have lanes so far from the others that the window does not begin with them. */
export function lanesFarApart({ groups, lanes }: Pick<RankSummary, 'groups' | 'lanes'>): Notice[] {
  const extents = lanes.map(({ startNs, endNs, groupLocalId, content }) => {
    const isSlices = content.kind === 'slices';
    const count = isSlices ? content.sliceCount : content.series.reduce((sum, { sampleCount }) => sum + sampleCount, 0);
    return { startNs, endNs, groupLocalId, count };
  });
  const bulk = bulkOfLanes(extents);
  if (!bulk) return [];
  const away = extents.filter(({ startNs, endNs, count }) => {
    return count > 0 && (endNs < bulk.startNs || startNs > bulk.endNs);
  });
  const distances = away.map(({ startNs, endNs }) => Math.max(bulk.startNs - endNs, startNs - bulk.endNs));
  const hours = Math.floor(Math.min(...distances) / HOUR_NS);
  const names = groups.filter(({ localId }) => away.some(({ groupLocalId }) => groupLocalId === localId));
  const count = away.reduce((sum, own) => sum + own.count, 0);
  return [notice('lanes-far-apart', 'warning', { count, hours, names: names.map(({ name }) => name).join(', ') })];
}
