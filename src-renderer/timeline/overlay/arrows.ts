/** Flow arrows: curves between slices. */
import type { LaneId, SliceDetails } from '../../../src-contract';
import type { DrawingContext } from '../../ui/lanes/drawingContext';
import { xOf, yOf } from '../../ui/lanes/frame';
import { laneSpot } from '../rows/rows';
import type { OverlayFrame } from './frame';

/** Ends of arrows in CSS pixels of the drawing area, clamped to its edges; columns, reused from frame to frame. */
export class ArrowList {
  count = 0;
  fromX = new Float32Array(256);
  fromY = new Float32Array(256);
  toX = new Float32Array(256);
  toY = new Float32Array(256);
  /** Arrows merged into this one. */
  weight = new Float32Array(256);
  /** Arrows that cross the area with neither end in it. */
  throughCount = 0;

  clear(): void {
    this.count = 0;
    this.throughCount = 0;
  }

  add(fromX: number, fromY: number, toX: number, toY: number, weight: number): void {
    const at = this.count++;
    if (at === this.fromX.length) {
      for (const column of ['fromX', 'fromY', 'toX', 'toY', 'weight'] as const) {
        const larger = new Float32Array(at * 2);
        larger.set(this[column]);
        this[column] = larger;
      }
    }
    this.fromX[at] = fromX;
    this.fromY[at] = fromY;
    this.toX[at] = toX;
    this.toY[at] = toY;
    this.weight[at] = weight;
  }
}

/** How far beyond the edges an arrow to something outside is drawn. */
const outside = 24;

export interface ArrowEnds {
  readonly fromNs: number;
  readonly toNs: number;
  readonly fromLane: LaneId;
  readonly toLane: LaneId;
  readonly fromRow: number;
  readonly toRow: number;
}

interface RowSpot {
  readonly y: number;
  readonly height: number;
}

/** Arrows begin and end at the edges of their slices, not over their names; within a row, in its middle. */
function edgesOf(frame: OverlayFrame, from: RowSpot, to: RowSpot): readonly [number, number] {
  const [fromY, toY] = [yOf(frame, from.y), yOf(frame, to.y)];
  if (toY >= fromY + from.height) return [fromY + from.height, toY];
  if (fromY >= toY + to.height) return [fromY, toY + to.height];
  return [fromY + from.height / 2, toY + to.height / 2];
}

/**
 * Adds the arrow unless all of it lies beyond one edge. Ends in lanes above or below clamp to the edge. One that only
 * passes through, both ends outside, says little: it is counted, and added only with `withThrough`.
 */
export function addArrow(
  list: ArrowList,
  frame: OverlayFrame,
  arrow: ArrowEnds,
  weight: number,
  withThrough: boolean,
): void {
  const from = laneSpot(frame.model, arrow.fromLane, arrow.fromRow);
  const to = laneSpot(frame.model, arrow.toLane, arrow.toRow);
  if (from === undefined || to === undefined) return;
  const { width, height, rulerHeight } = frame;
  let fromX = xOf(frame, arrow.fromNs);
  let toX = xOf(frame, arrow.toNs);
  const [fromY, toY] = edgesOf(frame, from, to);
  if (Math.max(fromX, toX) < 0 || Math.min(fromX, toX) > width) return;
  if (Math.max(fromY, toY) < rulerHeight || Math.min(fromY, toY) > height) return;
  const isInside = (x: number, y: number): boolean => x >= 0 && x <= width && y >= rulerHeight && y <= height;
  if (!isInside(fromX, fromY) && !isInside(toX, toY)) {
    list.throughCount += weight;
    if (!withThrough) return;
  }
  // A straight line through both ends, cut where it leaves the area: far ends would lose precision.
  let cutFromY = fromY;
  let cutToY = toY;
  const slope = (toY - fromY) / (toX - fromX);
  const cut = (x: number): number => Math.max(-outside, Math.min(width + outside, x));
  if (fromX !== cut(fromX)) {
    cutFromY = toY + slope * (cut(fromX) - toX);
    fromX = cut(fromX);
  }
  if (toX !== cut(toX)) {
    cutToY = fromY + slope * (cut(toX) - xOf(frame, arrow.fromNs));
    toX = cut(toX);
  }
  const clampY = (y: number): number => Math.max(rulerHeight - outside, Math.min(height + outside, y));
  list.add(fromX, clampY(cutFromY), toX, clampY(cutToY), weight);
}

/** Arrows of the selected slice, incoming and outgoing. */
export function addSelectedArrows(list: ArrowList, frame: OverlayFrame, details: SliceDetails): void {
  for (const link of details.links) {
    const self = { lane: details.lane, row: details.row };
    const other = { lane: link.other.lane, row: link.other.row };
    const [from, to] = link.direction === 'outgoing' ? [self, other] : [other, self];
    addArrow(
      list,
      frame,
      {
        fromNs: link.fromNs,
        toNs: link.toNs,
        fromLane: from.lane,
        toLane: to.lane,
        fromRow: from.row,
        toRow: to.row,
      },
      1,
      true,
    );
  }
}

export interface ArrowStyle {
  readonly colour: string;
  /** A line of `background` beneath each arrow sets it off from the slices. */
  readonly halo: string | undefined;
  readonly opacity: number;
  readonly lineWidth: number;
  readonly hasHeads: boolean;
}

/** Many arrows are drawn thinner and fainter, and beyond some hundred without heads: what shows then is the bundle. */
export function styleForCount(count: number, colour: string): ArrowStyle {
  const opacity = Math.max(0.14, Math.min(0.85, 6 / Math.sqrt(Math.max(1, count))));
  return { colour, halo: undefined, opacity, lineWidth: count > 300 ? 1 : 1.25, hasHeads: count <= 250 };
}

export function drawArrows(frame: OverlayFrame, list: ArrowList, style: ArrowStyle): void {
  if (list.count === 0) return;
  const { context } = frame;
  context.lineCap = 'round';
  if (style.halo !== undefined) {
    context.globalAlpha = 0.75;
    strokeCurves(context, list, style.halo, style.lineWidth + 2.5, 0);
  }
  context.globalAlpha = style.opacity;
  strokeCurves(context, list, style.colour, style.lineWidth, 1);
  strokeCurves(context, list, style.colour, style.lineWidth + 1, 2);
  if (style.hasHeads) fillHeads(context, list, style);
  context.globalAlpha = 1;
  context.lineCap = 'butt';
}

/** `which`: 0 all, 1 single arrows, 2 merged ones (drawn thicker). One path each: strokes are what costs. */
function strokeCurves(
  context: DrawingContext,
  list: ArrowList,
  colour: string,
  lineWidth: number,
  which: 0 | 1 | 2,
): void {
  const { fromX, fromY, toX, toY, weight } = list;
  context.strokeStyle = colour;
  context.lineWidth = lineWidth;
  context.beginPath();
  let isEmpty = true;
  for (let at = 0; at < list.count; at++) {
    if (which !== 0 && (which === 1) !== weight[at] <= 1) continue;
    const bend = bendOf(fromX[at], toX[at]);
    context.moveTo(fromX[at], fromY[at]);
    context.bezierCurveTo(fromX[at] + bend, fromY[at], toX[at] - bend, toY[at], toX[at], toY[at]);
    isEmpty = false;
  }
  if (!isEmpty) context.stroke();
}

/** Arrows leave and arrive level, more so the further they reach. */
function bendOf(fromX: number, toX: number): number {
  return Math.max(10, Math.min(90, Math.abs(toX - fromX) * 0.45));
}

function fillHeads(context: DrawingContext, list: ArrowList, style: ArrowStyle): void {
  const size = 3.5 + style.lineWidth;
  context.fillStyle = style.colour;
  context.beginPath();
  for (let at = 0; at < list.count; at++) {
    const x = list.toX[at] + 1;
    const y = list.toY[at];
    context.moveTo(x, y);
    context.lineTo(x - size * 1.5, y - size * 0.75);
    context.lineTo(x - size * 1.5, y + size * 0.75);
    context.closePath();
  }
  context.fill();
}
