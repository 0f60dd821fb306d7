import type { CollectiveLanes } from '../../../../src-contract';
import { formatTime } from '../../../base/format';
import type { TimeRange } from '../../../session/session';
import { axisScale } from '../../../ui/chart/axisTicks';
import type { ChartColours } from '../../../ui/chart/chartColours';
import { type BoardLayout, xOf, yOf } from './laneModel';

export interface BoardPicture {
  readonly lanes: CollectiveLanes;
  readonly first: Uint32Array;
  readonly layout: BoardLayout;
  readonly view: TimeRange;
  readonly colours: ChartColours;
  readonly fontFamily: string;
  /** Colour of each collective (of its group), and of the text in it. */
  readonly fills: readonly string[];
  readonly texts: readonly string[];
  /** Collective (position in `ops`) that stands out; the others are dimmed. */
  readonly marked: number | undefined;
  readonly selectedBar: number | undefined;
}

const LABEL_MIN_ROW = 11;
const NAME_OVERHANG = 5;
/** Bars at least this large tell what they are. */
const TEXT_MIN_WIDTH = 34;
const TEXT_MIN_ROW = 14;
const CHARACTER = 6.2;
/** Width of the mark at the last to arrive. */
const MARK_PIXELS = 3;
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
  // Names are higher than narrow lanes: half a letter more.
  context.rect(0, layout.top - NAME_OVERHANG, layout.left + layout.width, layout.height + NAME_OVERHANG);
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
  const { lanes, first, layout, view, colours, fills, marked, selectedBar } = picture;
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
      context.fillStyle = fills[lanes.op[bar]!]!;
      context.fillRect(left, y, width, layout.rowHeight - gap);
      // Told apart from the one before it.
      if (width > 4) {
        context.fillStyle = colours.surface;
        context.fillRect(left, y, 1, layout.rowHeight - gap);
      }
      if (lanes.isLast[bar] === 1 && lanes.lateNs[bar]! > 0) {
        // Told from bars of any colour by its edges.
        context.fillStyle = colours.surface;
        context.fillRect(left - 2, y, MARK_PIXELS + 2, layout.rowHeight - gap);
        context.fillStyle = colours.text;
        context.fillRect(left - 1, y, MARK_PIXELS, layout.rowHeight - gap);
      }
      if (width >= TEXT_MIN_WIDTH && layout.rowHeight >= TEXT_MIN_ROW) drawText(context, picture, bar, left, width);
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

/** Name of the collective, or as much of it as there is room for. */
function drawText(
  context: CanvasRenderingContext2D,
  picture: BoardPicture,
  bar: number,
  x: number,
  full: number,
): void {
  const { lanes, layout, texts } = picture;
  // Of a bar that begins left of what is shown the rest is what can be read.
  const left = Math.max(x, layout.left) + 6;
  const room = Math.min(x + full, layout.left + layout.width) - left - 4;
  const { name, type } = lanes.ops[lanes.op[bar]!]!;
  const text = name.length * CHARACTER <= room ? name : type;
  if (text.length * CHARACTER > room) return;
  context.fillStyle = texts[lanes.op[bar]!]!;
  context.textAlign = 'left';
  context.fillText(text, left, yOf(layout, lanes.rank[bar]!) + layout.rowHeight / 2, room);
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
