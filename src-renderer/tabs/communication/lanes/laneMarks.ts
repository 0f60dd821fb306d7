/** What only these lanes mark: who was the last to arrive, and when each rank came to the collective that stands out. */
import type { CollectiveLanes } from '../../../../src-contract';
import { windowColours } from '../../../base/theme/tokens';
import { type LaneFrame, xOf, yOf } from '../../../ui/lanes/frame';
import type { PlotLayout } from '../../../ui/lanes/plotLayout';
import type { BarPlaces } from './laneModel';

/** Width of the mark at the last to arrive. */
const MARK_PIXELS = 3;

export function drawMarks(
  frame: LaneFrame,
  layout: PlotLayout,
  lanes: CollectiveLanes,
  places: BarPlaces,
  marked: number | undefined,
): void {
  const { context, theme, width, view, height } = frame;
  const { surface, text, accent } = windowColours[theme.name];
  const topOf = (bar: number) => yOf(frame, layout.laneTops[lanes.rank[bar]!]! + places.rowOf[bar]! * layout.rowHeight);
  for (let bar = 0; bar < lanes.rank.length; bar++) {
    if (lanes.isLast[bar] !== 1 || !(lanes.lateNs[bar]! > 0)) continue;
    const y = topOf(bar);
    const x = xOf(frame, lanes.startNs[bar]!);
    if (x < -MARK_PIXELS || x > width || y > height || y + layout.rowHeight < 0) continue;
    context.globalAlpha = marked === undefined || lanes.op[bar] === marked ? 1 : 0.3;
    // Told from slices of any colour by its edges.
    context.fillStyle = surface;
    context.fillRect(x - 2, y, MARK_PIXELS + 2, layout.rowHeight - 1);
    context.fillStyle = text;
    context.fillRect(x - 1, y, MARK_PIXELS, layout.rowHeight - 1);
  }
  context.globalAlpha = 1;
  if (marked === undefined) return;
  context.strokeStyle = accent;
  context.lineWidth = 1;
  context.beginPath();
  let isFirst = true;
  for (let bar = 0; bar < lanes.rank.length; bar++) {
    if (lanes.op[bar] !== marked) continue;
    const startNs = Math.min(Math.max(lanes.startNs[bar]!, view.startNs - 1e15), view.endNs + 1e15);
    const [x, y] = [xOf(frame, startNs), topOf(bar) + layout.rowHeight / 2];
    if (isFirst) context.moveTo(x, y);
    else context.lineTo(x, y);
    isFirst = false;
  }
  context.stroke();
}
