/** Draws lines, areas, bands and marks on a canvas. */
import type { Unit } from '../../../../src-contract';
import { type AxisScale, viewScale } from '../axisTicks';
import type { ChartColours } from '../chartColours';
import type { AxisBand, AxisMark, AxisRange, LineSeries } from '../chartProps';
import type { PlotSize } from '../usePlotSize';
import { drawAxis, drawInRow, LABEL_GAP, LABEL_ROW, type TextSpan } from './axisDraw';
import { type PlotRect, pixelOfX, pixelOfY } from './lineModel';
import { visiblePoints } from './linePoints';
import { dot, fillArea, type PlacedLine, strokeLine } from './lineStroke';

export interface LinePicture {
  readonly size: PlotSize;
  readonly rect: PlotRect;
  /** With their colours by position among all, also the hidden ones. Stacked: sums, each of those before it too. */
  readonly series: readonly (LineSeries & { readonly drawnColour: string })[];
  readonly isStacked: boolean;
  readonly view: AxisRange;
  readonly xUnit: Unit;
  readonly left: AxisScale;
  readonly leftUnit: Unit;
  readonly leftTitle: string | undefined;
  readonly right: AxisScale | undefined;
  readonly rightUnit: Unit;
  readonly rightTitle: string | undefined;
  readonly bands: readonly AxisBand[];
  readonly marks: readonly AxisMark[];
  readonly colours: ChartColours;
}

const LINE_WIDTH = 1.5;
const DOT_RADIUS = 2;
/** Of dots that are all there is. */
const MARK_RADIUS = 4;
const DASHES = [4, 3];
const AREA_OPACITY = 0.16;
const BAND_OPACITY = 0.16;
/** Where the points are at least this far apart, each is a dot. */
const DOT_PIXELS = 40;

export function drawLines(context: CanvasRenderingContext2D, picture: LinePicture): void {
  const { rect, size, left, right, colours, view, series, isStacked } = picture;
  drawBands(context, picture);
  const x = viewScale(view, rect.width, picture.xUnit);
  drawAxis(context, rect, size.width, { scale: x, unit: picture.xUnit, side: 'bottom', hasGrid: true }, colours);
  const { leftUnit, rightUnit } = picture;
  drawAxis(context, rect, size.width, { scale: left, unit: leftUnit, side: 'left', hasGrid: true }, colours);
  if (right)
    drawAxis(context, rect, size.width, { scale: right, unit: rightUnit, side: 'right', hasGrid: false }, colours);
  context.save();
  context.beginPath();
  context.rect(rect.left, rect.top - 1, rect.width, rect.height + 2);
  context.clip();
  // Each stacked area is drawn from the axis: the highest first, the lower ones over it.
  for (const one of isStacked ? series.toReversed() : series) drawSeries(context, picture, one);
  context.restore();
  context.fillStyle = colours.axisLine;
  context.fillRect(rect.left, rect.top + rect.height, rect.width, 1);
  drawTexts(context, picture);
}

function drawSeries(
  context: CanvasRenderingContext2D,
  { rect, view, left, right, isStacked }: LinePicture,
  one: LinePicture['series'][number],
): void {
  const scale = right && one.axis === 'right' ? right : left;
  const line: PlacedLine = {
    points: visiblePoints(one, view, Math.ceil(rect.width)),
    isStep: one.isStep ?? false,
    toX: (x) => pixelOfX(rect, view, x),
    toY: (y) => pixelOfY(rect, scale, y),
  };
  if (one.isArea) {
    context.fillStyle = one.drawnColour;
    context.globalAlpha = isStacked ? 1 : AREA_OPACITY;
    fillArea(context, line, rect.top + rect.height);
    context.globalAlpha = 1;
  }
  context.strokeStyle = one.drawnColour;
  context.fillStyle = one.drawnColour;
  if (!one.isDots) strokeLine(context, line, LINE_WIDTH, one.isDashed ? DASHES : undefined);
  const isSparse = view.end > view.start && one.x.length < rect.width / DOT_PIXELS;
  if (!one.isDots && !isSparse) return;
  for (let at = 0; at < line.points.length; at += 2) {
    const y = line.points[at + 1]!;
    if (!Number.isNaN(y)) dot(context, line.toX(line.points[at]!), line.toY(y), one.isDots ? MARK_RADIUS : DOT_RADIUS);
  }
}

/** Left and right end of a stretch within the plot, in CSS pixels; however short, it is seen. */
function bandEnds({ rect, view }: LinePicture, { start, end }: AxisRange): readonly [number, number] | undefined {
  if (end < view.start || start > view.end) return undefined;
  const from = Math.max(rect.left, pixelOfX(rect, view, start));
  return [from, Math.max(from + 1, Math.min(rect.left + rect.width, pixelOfX(rect, view, end)))];
}

function drawBands(context: CanvasRenderingContext2D, picture: LinePicture): void {
  const { rect, bands, colours } = picture;
  for (const band of bands) {
    const ends = bandEnds(picture, band);
    if (!ends) continue;
    const [from, to] = ends;
    const { tone = 'plain' } = band;
    context.globalAlpha = tone === 'warning' ? BAND_OPACITY : 1;
    context.fillStyle =
      tone === 'selection' ? colours.rangeFill : tone === 'warning' ? colours.warning : colours.gridLine;
    context.fillRect(from, rect.top, to - from, rect.height);
    context.globalAlpha = 1;
    if (tone !== 'selection') continue;
    context.fillStyle = colours.rangeEdge;
    context.fillRect(from, rect.top, 1, rect.height);
    context.fillRect(to - 1, rect.top, 1, rect.height);
  }
}

/** Titles and marks stand above the plot, the names of bands at its top, where they don't touch one another. */
function drawTexts(context: CanvasRenderingContext2D, picture: LinePicture): void {
  const { rect, size, view, colours, bands, marks } = picture;
  const taken: TextSpan[] = [];
  const title = (text: string | undefined, x: number) => {
    if (text !== undefined) drawInRow(context, text, x, rect.top - LABEL_ROW, size.width, taken);
  };
  context.fillStyle = colours.muted;
  const half = (text = '') => context.measureText(text).width / 2;
  title(picture.leftTitle, LABEL_GAP + half(picture.leftTitle));
  if (picture.right) title(picture.rightTitle, size.width - LABEL_GAP - half(picture.rightTitle));
  for (const { at, label } of marks) {
    if (at < view.start || at > view.end) continue;
    const x = pixelOfX(rect, view, at);
    context.strokeStyle = colours.rangeEdge;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.beginPath();
    context.moveTo(x, rect.top - 4);
    context.lineTo(x, rect.top + rect.height);
    context.stroke();
    context.setLineDash([]);
    drawInRow(context, label, x, rect.top - LABEL_ROW, size.width, taken);
  }
  const names: TextSpan[] = [];
  // Over whatever is drawn there, and still to be read.
  context.strokeStyle = colours.surface;
  context.lineWidth = 3;
  context.lineJoin = 'round';
  for (const band of bands) {
    const ends = band.label ? bandEnds(picture, band) : undefined;
    if (band.label && ends)
      drawInRow(context, band.label, (ends[0] + ends[1]) / 2, rect.top + LABEL_GAP + 2, size.width, names, true);
  }
}
