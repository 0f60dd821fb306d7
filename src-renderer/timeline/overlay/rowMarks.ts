/** Lines between ranks and groups, and the part of a rank that has not been read yet. */
import type { LaneId } from '../../../src-contract';
import type { TimeRange } from '../../base/timeRange';
import { hairline, xOf, yOf } from '../../ui/lanes/frame';
import { eachRow, lanesOfRow } from '../rows/rows';
import type { OverlayFrame } from './frame';

export function drawRowLines(frame: OverlayFrame): void {
  const { context, model, visible, width, theme, fixedHeight } = frame;
  eachRow(model, visible, (row) => {
    if (row.kind === 'slices' || row.kind === 'counter') return;
    context.fillStyle = row.kind !== 'group' ? theme.timeline.rulerTick : theme.timeline.gridLine;
    context.fillRect(0, yOf(frame, row.top), width, hairline(frame));
  });
  if (fixedHeight === 0) return;
  // Below the lanes that are not scrolled.
  context.fillStyle = theme.timeline.rulerTick;
  context.fillRect(0, frame.rulerHeight + fixedHeight - hairline(frame), width, hairline(frame));
}

/** Shades a stretch of some lanes, and what is folded of them. */
export function drawRegion(frame: OverlayFrame, range: TimeRange, lanes: ReadonlySet<LaneId>): void {
  const { context, model, visible, width, theme } = frame;
  const left = Math.max(-2, xOf(frame, range.startNs));
  const right = Math.min(width + 2, Math.max(left + hairline(frame), xOf(frame, range.endNs)));
  if (right < 0 || left > width) return;
  context.fillStyle = theme.timeline.rangeFill;
  eachRow(model, visible, (row, index) => {
    if (!lanesOfRow(model, index, false).some((lane) => lanes.has(lane))) return;
    context.fillRect(left, yOf(frame, row.top), right - left, row.height);
  });
}

/** Shades what lies behind the last event of ranks that are still being read. */
export function drawPartial(frame: OverlayFrame): void {
  const { context, model, visible, width, theme } = frame;
  context.fillStyle = theme.timeline.partialFill;
  eachRow(model, visible, (row) => {
    if (row.kind === 'kind') return;
    if (row.rank.status !== 'indexing' && row.rank.status !== 'waiting') return;
    const left = row.rank.endNs > row.rank.startNs ? Math.max(0, xOf(frame, row.rank.endNs)) : 0;
    if (left < width) context.fillRect(left, yOf(frame, row.top), width - left, row.height);
  });
}
