/** Lines between ranks and groups, and the part of a rank that has not been read yet. */
import { hairline, xOf, yOf } from '../../ui/lanes/frame';
import type { OverlayFrame } from './frame';

export function drawRowLines(frame: OverlayFrame): void {
  const { context, model, visible, width, theme } = frame;
  for (let index = visible.first; index < visible.end; index++) {
    const row = model.rows[index];
    if (row.kind !== 'rank' && row.kind !== 'group') continue;
    context.fillStyle = row.kind === 'rank' ? theme.timeline.rulerTick : theme.timeline.gridLine;
    context.fillRect(0, yOf(frame, row.top), width, hairline(frame));
  }
}

/** Shades what lies behind the last event of ranks that are still being read. */
export function drawPartial(frame: OverlayFrame): void {
  const { context, model, visible, width, theme } = frame;
  context.fillStyle = theme.timeline.partialFill;
  for (let index = visible.first; index < visible.end; index++) {
    const row = model.rows[index];
    if (row.rank.status !== 'indexing' && row.rank.status !== 'waiting') continue;
    const left = row.rank.endNs > row.rank.startNs ? Math.max(0, xOf(frame, row.rank.endNs)) : 0;
    if (left < width) context.fillRect(left, yOf(frame, row.top), width - left, row.height);
  }
}
