/** Draws a roofline on a canvas: roofs, points as large as their share, names where they fit. */
import { formatUnit } from '../../../base/formatUnit';
import { AXIS_LABEL_SIZE } from '../axisTicks';
import type { ChartColours } from '../chartColours';
import type { RooflineChartProps, RoofPoint, RoofSeries } from '../chartProps';
import { cutInMiddle } from '../cutInMiddle';
import { drawAxis } from '../lines/axisDraw';
import { type PlotRect, pixelOfX, pixelOfY } from '../lines/lineModel';
import type { PlotSize } from '../usePlotSize';
import { type RoofScales, radiusOf, roofLine, spotOf } from './roofModel';

export interface DrawnRoof extends RoofSeries {
  readonly drawnColour: string;
}

export interface RoofPicture {
  readonly size: PlotSize;
  readonly rect: PlotRect;
  readonly scales: RoofScales;
  readonly series: readonly DrawnRoof[];
  /** Those of shown series, largest share first. */
  readonly points: readonly RoofPoint[];
  readonly memoryBytesPerSecond: RooflineChartProps['memoryBytesPerSecond'];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly memoryName: string;
  readonly colours: ChartColours;
}

/** From the plot's edge to the middle of the axis's title below its labels. */
const TITLE_ROW = 30;
const TITLE_LEFT = 6;
const TITLE_ABOVE = 11;
const NAME_WIDTH = 170;

export function drawRoofline(context: CanvasRenderingContext2D, picture: RoofPicture): void {
  const { rect, size, scales, colours, xTitle, yTitle } = picture;
  drawAxis(
    context,
    rect,
    size.width,
    { scale: scales.y, unit: 'FLOP/s', side: 'left', hasGrid: true, isLog: true },
    colours,
  );
  drawAxis(
    context,
    rect,
    size.width,
    { scale: scales.x, unit: 'ratio', side: 'bottom', hasGrid: true, isLog: true },
    colours,
  );
  context.fillStyle = colours.muted;
  context.textAlign = 'left';
  context.fillText(yTitle, TITLE_LEFT, TITLE_ABOVE, size.width);
  context.textAlign = 'center';
  context.fillText(xTitle, rect.left + rect.width / 2, rect.top + rect.height + TITLE_ROW, rect.width);
  context.save();
  context.beginPath();
  context.rect(rect.left, rect.top, rect.width, rect.height);
  context.clip();
  drawRoofs(context, picture);
  drawPoints(context, picture);
  drawNames(context, picture);
  context.restore();
}

function drawRoofs(context: CanvasRenderingContext2D, picture: RoofPicture): void {
  const { rect, scales, series, memoryBytesPerSecond } = picture;
  context.lineWidth = 2;
  for (const own of series) {
    context.strokeStyle = own.drawnColour;
    context.beginPath();
    for (const { x, y } of roofLine(own, memoryBytesPerSecond, scales)) {
      context.lineTo(pixelOfX(rect, scales.x, x), pixelOfY(rect, scales.y, y));
    }
    context.stroke();
  }
  context.lineWidth = 1;
}

function drawPoints(context: CanvasRenderingContext2D, { rect, scales, series, points, colours }: RoofPicture): void {
  for (const own of points) {
    const { x, y } = spotOf(rect, scales, own.flopPerByte, own.flopPerSecond);
    const colour = series.find(({ id }) => id === own.series)?.drawnColour ?? colours.text;
    context.beginPath();
    context.arc(x, y, radiusOf(own.share), 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.globalAlpha = 0.45;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.stroke();
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Ceilings and the slope are named first, then points by their share, each where no name stands yet. */
function drawNames(context: CanvasRenderingContext2D, picture: RoofPicture): void {
  const { rect, scales, series, points, memoryBytesPerSecond, memoryName, colours } = picture;
  const taken: Box[] = [];
  const right = rect.left + rect.width - 6;
  const write = (text: string, left: number, y: number, colour: string) => {
    const width = context.measureText(text).width;
    const box = { left, top: y - AXIS_LABEL_SIZE / 2 - 1, right: left + width, bottom: y + AXIS_LABEL_SIZE / 2 + 1 };
    const isFree = taken.every(
      (own) => box.left >= own.right || box.right <= own.left || box.top >= own.bottom || box.bottom <= own.top,
    );
    if (
      !isFree ||
      box.left < rect.left ||
      box.right > right + 6 ||
      box.top < rect.top ||
      box.bottom > rect.top + rect.height
    )
      return false;
    taken.push(box);
    context.strokeStyle = colours.surface;
    context.lineWidth = 3;
    context.strokeText(text, left, y);
    context.lineWidth = 1;
    context.fillStyle = colour;
    context.fillText(text, left, y);
    return true;
  };
  context.textAlign = 'left';
  for (const { name, peakFlopPerSecond } of series) {
    if (peakFlopPerSecond === undefined) continue;
    const text = `${name} ${formatUnit(peakFlopPerSecond, 'FLOP/s')}`;
    const y = pixelOfY(rect, scales.y, Math.log10(peakFlopPerSecond)) - 9;
    write(text, right - context.measureText(text).width, y, colours.text);
  }
  if (memoryBytesPerSecond !== undefined) {
    const slope = roofLine(series[0] ?? {}, memoryBytesPerSecond, scales);
    const [from, to] = slope;
    if (from && to) {
      const text = `${memoryName} ${formatUnit(memoryBytesPerSecond / 1e9, 'GB/s')}`;
      const x = pixelOfX(rect, scales.x, (from.x + to.x) / 2);
      const y = pixelOfY(rect, scales.y, (from.y + to.y) / 2);
      write(text, Math.max(rect.left + 6, x - context.measureText(text).width - 10), y, colours.text);
    }
  }
  for (const { share, flopPerByte, flopPerSecond } of points) {
    const { x, y } = spotOf(rect, scales, flopPerByte, flopPerSecond);
    const radius = radiusOf(share);
    taken.push({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  }
  for (const { name, share, flopPerByte, flopPerSecond } of points) {
    const { x, y } = spotOf(rect, scales, flopPerByte, flopPerSecond);
    const text = cutInMiddle(name, NAME_WIDTH, (own) => context.measureText(own).width);
    const gap = radiusOf(share) + 5;
    if (!write(text, x + gap, y, colours.text)) write(text, x - gap - context.measureText(text).width, y, colours.text);
  }
}
