/** The rows of single lanes and ranks, with their heights. Pure. */
import type { CounterLane, LaneGroup, LaneInfo, RankState, SliceLane } from '../../../src-contract';
import { FIXED_ROWS, type LaneHeights } from '../../session/lanes/laneArrangement';
import { shownKind } from '../../session/lanes/lanePresets';
import { metrics } from './metrics';
import { busyGroups, type CounterRow, type SliceRow, stripLanes, type TimelineRow } from './rows';

export function laneRow(
  rank: RankState,
  group: LaneGroup,
  lane: LaneInfo,
  top: number,
  isFolded: boolean,
  heights: LaneHeights = 'auto',
): TimelineRow {
  if (heights === 'fixed') return fixedRow(rank, group, lane, top);
  return lane.kind === 'slices'
    ? sliceRow(rank, group, lane, top, isFolded)
    : counterRow(rank, group, lane, top, isFolded);
}

/** As high as all others: the first rows of its slices, or its counters squeezed into that. */
function fixedRow(rank: RankState, group: LaneGroup, lane: LaneInfo, top: number): TimelineRow {
  const content = FIXED_ROWS * metrics.sliceRow;
  const common = {
    ...{ key: `lane-${lane.id}`, rank, group, top },
    ...{ height: content + 2 * metrics.rowPadding, isFoldable: false, isFolded: false },
  };
  return lane.kind === 'slices'
    ? {
        ...{ ...common, kind: 'slices', lane, rowHeight: metrics.sliceRow },
        shownRows: Math.max(1, Math.min(FIXED_ROWS, lane.rowCount)),
      }
    : { ...common, kind: 'counter', lane, stripHeight: content / Math.max(1, lane.series.length) };
}

export function foldedRankHeight(rank: RankState): number {
  if (stripLanes(rank).length > 0) return metrics.rankHeight;
  const strips = busyGroups(rank).length * metrics.foldedRankStrip + 2 * metrics.rowPadding;
  return Math.min(metrics.foldedRankMaxHeight, Math.max(metrics.rankHeight, strips));
}

function sliceRow(rank: RankState, group: LaneGroup, lane: SliceLane, top: number, isFolded: boolean): SliceRow {
  const rowHeight = lane.rowCount > metrics.denseFrom ? metrics.denseSliceRow : metrics.sliceRow;
  // Of a stack of Python calls the outermost say most.
  const foldedRows = shownKind(group) === 'python' ? Math.min(lane.rowCount, metrics.foldedStackRows) : 0;
  const isFoldable = lane.rowCount > Math.max(1, foldedRows);
  const shownRows = isFoldable && isFolded ? foldedRows : lane.rowCount;
  const content = shownRows === 0 ? metrics.foldedLane : rowHeight * shownRows;
  return {
    kind: 'slices',
    key: `lane-${lane.id}`,
    rank,
    group,
    lane,
    top,
    rowHeight,
    shownRows,
    height: content + 2 * metrics.rowPadding,
    isFoldable,
    isFolded: isFoldable && isFolded,
  };
}

function counterRow(rank: RankState, group: LaneGroup, lane: CounterLane, top: number, isFolded: boolean): CounterRow {
  const seriesCount = Math.max(1, lane.series.length);
  const fullStrip = seriesCount === 1 ? metrics.counterSingleStrip : metrics.counterStrip;
  // A folded counter still shows its curves, squeezed into one lane.
  const stripHeight = isFolded ? metrics.foldedLane / seriesCount : fullStrip;
  return {
    kind: 'counter',
    key: `lane-${lane.id}`,
    rank,
    group,
    lane,
    top,
    stripHeight,
    height: stripHeight * seriesCount + 2 * metrics.rowPadding,
    isFoldable: true,
    isFolded,
  };
}
