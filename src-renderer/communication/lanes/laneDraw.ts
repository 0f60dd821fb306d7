import type { CollectiveLanes } from '../../../src-worker/api';
import { formatTime } from '../../app/format';
import type { TimeRange } from '../../app/session';
import { axisScale } from '../../ui/chart/axisTicks';
import type { ChartColours } from '../../ui/chart/chartColours';
import { type BoardLayout, xOf, yOf } from './laneModel';

export interface BoardPicture {
  readonly lanes: CollectiveLanes;
  readonly first: Uint32Array;
  readonly layout: BoardLayout;
  readonly view: TimeRange;
  readonly colours: ChartColours;
  readonly fontFamily: string;
  /** Number of each collective's group, for its colour. */
  readonly groupOf: Uint32Array;
  /** Collective (position in `ops`) that stands out; the others are dimmed. */
  readonly marked: number | undefined;
  readonly selectedBar: number | undefined;
}

const LABEL_MIN_ROW = 11;
const TICK_PIXELS = 110;

/** Draws everything; a few ten thousand bars take some ms. */
export function drawBoard(context: CanvasRenderingContext2D, picture: BoardPicture, pixelRatio: number): void {
  const { layout, colours, fontFamily } = picture;
  const { canvas } = context;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.font = `11px ${fontFamily}`;
  context.textBaseline = 'middle';
  drawAxis(context, picture);
  context.save();
  context.beginPath();
  context.rect(0, layout.top, layout.left + layout.width, layout.height);
  context.clip();
  drawNames(context, picture);
  context.beginPath();
  context.rect(layout.left, layout.top, layout.width, layout.height);
  context.clip();
  drawBars(context, picture);
  drawArrivals(context, picture, colours);
  context.restore();
}

function drawAxis(context: CanvasRenderingContext2D, { layout, view, colours }: BoardPicture): void {
  const { step } = axisScale(0, view.endNs - view.startNs, 'time', Math.max(2, layout.width / TICK_PIXELS));
  context.strokeStyle = colours.gridLine;
  context.fillStyle = colours.muted;
  context.textAlign = 'left';
  for (let ns = Math.ceil(view.startNs / step) * step; ns <= view.endNs; ns += step) {
    const x = Math.round(xOf(layout, view, ns)) + 0.5;
    context.beginPath();
    context.moveTo(x, layout.top - 6);
    context.lineTo(x, layout.top + layout.height);
    context.stroke();
    if (x < layout.left + layout.width - 60) context.fillText(formatTime(ns, step), x + 4, layout.top / 2);
  }
}

function drawNames(context: CanvasRenderingContext2D, { lanes, layout, colours }: BoardPicture): void {
  context.fillStyle = colours.text;
  context.textAlign = 'right';
  // Where rows are lower than letters, every so many ranks have their name.
  const every = Math.ceil(LABEL_MIN_ROW / layout.rowHeight);
  for (let rank = 0; rank < lanes.ranks.length; rank += every) {
    const y = yOf(layout, rank);
    if (y + layout.rowHeight < layout.top || y > layout.top + layout.height) continue;
    context.fillText(lanes.ranks[rank]!.label, layout.left - 8, y + layout.rowHeight / 2, layout.left - 12);
  }
}

function drawBars(context: CanvasRenderingContext2D, picture: BoardPicture): void {
  const { lanes, first, layout, view, colours, groupOf, marked, selectedBar } = picture;
  const gap = layout.rowHeight > 8 ? 2 : 1;
  const firstRank = Math.max(0, Math.floor(layout.scroll / layout.rowHeight));
  const endRank = Math.min(lanes.ranks.length, Math.ceil((layout.scroll + layout.height) / layout.rowHeight));
  for (let rank = firstRank; rank < endRank; rank++) {
    const y = yOf(layout, rank) + gap / 2;
    for (let bar = first[rank]!; bar < first[rank + 1]!; bar++) {
      const startNs = lanes.startNs[bar]!;
      const endNs = startNs + lanes.elapseNs[bar]!;
      if (endNs < view.startNs || startNs > view.endNs) continue;
      const left = xOf(layout, view, startNs);
      const width = Math.max(1, xOf(layout, view, endNs) - left);
      context.globalAlpha = marked === undefined || lanes.op[bar] === marked ? 1 : 0.3;
      context.fillStyle = colours.fill(groupOf[lanes.op[bar]!]! + 1, 0);
      context.fillRect(left, y, width, layout.rowHeight - gap);
      // Told apart from the one before it.
      if (width > 4) {
        context.fillStyle = colours.surface;
        context.fillRect(left, y, 1, layout.rowHeight - gap);
      }
      if (lanes.isLast[bar] === 1 && lanes.lateNs[bar]! > 0) {
        context.fillStyle = colours.warning;
        context.fillRect(left - 1, y, 3, layout.rowHeight - gap);
      }
      if (bar === selectedBar) {
        context.strokeStyle = colours.accent;
        context.lineWidth = 2;
        context.strokeRect(left, y, width, layout.rowHeight - gap);
        context.lineWidth = 1;
      }
    }
  }
  context.globalAlpha = 1;
}

/** A line through the starts of one collective on all ranks: who came when. */
function drawArrivals(context: CanvasRenderingContext2D, picture: BoardPicture, colours: ChartColours): void {
  const { lanes, layout, view, marked } = picture;
  if (marked === undefined) return;
  context.strokeStyle = colours.accent;
  context.beginPath();
  let isFirst = true;
  for (let bar = 0; bar < lanes.rank.length; bar++) {
    if (lanes.op[bar] !== marked) continue;
    const x = xOf(layout, view, lanes.startNs[bar]!);
    const y = yOf(layout, lanes.rank[bar]!) + layout.rowHeight / 2;
    if (isFirst) context.moveTo(x, y);
    else context.lineTo(x, y);
    isFirst = false;
  }
  context.stroke();
}
