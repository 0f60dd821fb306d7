/** The time ruler, grid lines, and the time at the pointer. */
import { formatDuration } from '../../base/format';
import type { TimeRange } from '../../base/timeRange';
import { offsetScale, type TimeScale } from '../../base/timeScale';
import { type RulerTicks, rulerTicks } from '../../base/timeTicks';
import { hairline, type LaneFrame, xOf } from './frame';
import type { TextFit } from './textFit';

const labelGap = 18;
const minorTickGap = 7;

/** Ticks whose labels fit beside each other: wide labels ("2.345 678 901 s") ask for wider steps. */
export function frameTicks(frame: LaneFrame, fit: TextFit): RulerTicks {
  let ticks = ticksOf(frame, 72);
  const { text } = timesOf(frame);
  for (let attempt = 0; attempt < 3; attempt++) {
    const widest = Math.max(
      fit.width(text(ticks.firstNs + ticks.stepNs, ticks.stepNs)),
      fit.width(text(ticks.firstNs + ticks.stepNs * ticks.count, ticks.stepNs)),
    );
    if (ticks.stepNs / frame.nsPerPx >= widest + labelGap) break;
    ticks = ticksOf(frame, Math.max(widest + labelGap, 72));
  }
  return ticks;
}

/** Counted from where round numbers stand in the way that instants are written. */
function ticksOf(frame: LaneFrame, minLabelPx: number): RulerTicks {
  const { startNs, endNs } = frame.view;
  const ticks = rulerTicks(startNs, endNs, frame.width, minLabelPx, minorTickGap);
  const baseNs = timesOf(frame).baseNs((startNs + endNs) / 2, ticks.stepNs);
  if (baseNs === 0) return ticks;
  const counted = rulerTicks(startNs - baseNs, endNs - baseNs, frame.width, minLabelPx, minorTickGap);
  return { ...counted, firstNs: counted.firstNs + baseNs };
}

function timesOf({ times = offsetScale }: LaneFrame): TimeScale {
  return times;
}

/** From the ruler's lower edge to the foot of its numbers, CSS pixels: below them there is room for marks, above for findings. */
const LABEL_RISE = 13;

export function drawGrid(frame: LaneFrame, ticks: RulerTicks): void {
  const { context, height, rulerHeight, theme } = frame;
  context.fillStyle = theme.timeline.gridLine;
  for (let at = 0; at < ticks.count; at++) {
    const x = xOf(frame, ticks.firstNs + at * ticks.stepNs);
    context.fillRect(x, rulerHeight, hairline(frame), height - rulerHeight);
  }
}

/** What stands in the ruler in place of the labels below it. */
export interface RulerSigns {
  /** What is marked: its length. */
  readonly range?: TimeRange | undefined;
  /** Under the pointer: the time there. */
  readonly pointerNs?: number | undefined;
}

export function drawRuler(frame: LaneFrame, ticks: RulerTicks, { range, pointerNs }: RulerSigns): void {
  const { context, width, rulerHeight, theme } = frame;
  const { rulerText, rulerTick, background } = theme.timeline;
  const signs = [
    range && rangeText(frame, range),
    ...(range ? [rangeEdge(frame, range.startNs), rangeEdge(frame, range.endNs)] : []),
    pointerNs === undefined ? undefined : pointerChip(frame, pointerNs),
  ].filter((sign) => sign !== undefined);
  context.fillStyle = background;
  context.fillRect(0, 0, width, rulerHeight);
  context.fillStyle = rulerTick;
  context.fillRect(0, rulerHeight - hairline(frame), width, hairline(frame));
  const minorCount = Math.round(ticks.stepNs / ticks.minorStepNs) * ticks.count;
  for (let at = 0; at < minorCount; at++) {
    const x = xOf(frame, ticks.firstNs + at * ticks.minorStepNs);
    context.fillRect(x, rulerHeight - 5, hairline(frame), 5);
  }
  context.font = rulerFont(frame);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const stepPx = ticks.stepNs / frame.nsPerPx;
  for (let at = 0; at < ticks.count; at++) {
    const ns = ticks.firstNs + at * ticks.stepNs;
    const x = xOf(frame, ns);
    context.fillStyle = rulerTick;
    context.fillRect(x, rulerHeight - 14, hairline(frame), 14);
    const text = timesOf(frame).text(ns, ticks.stepNs);
    // Half of a number reads as another: it is there as a whole or not at all.
    const [left, isLast] = [x + 4, x > width - stepPx];
    const near = signs.filter((sign) => left < sign.right && left + stepPx > sign.left);
    const right = isLast || near.length > 0 ? left + context.measureText(text).width : left;
    if (left < 0 || (isLast && right > width) || near.some((sign) => right > sign.left)) continue;
    context.fillStyle = rulerText;
    context.fillText(text, left, rulerHeight - LABEL_RISE);
  }
}

export function rulerFont(frame: LaneFrame): string {
  return `11px ${frame.theme.fontFamily}`;
}

/** A line at the pointer and its time in the ruler, with the digits that a pixel can tell apart. */
export function drawPointerTime(frame: LaneFrame, ns: number): void {
  const { context, height, rulerHeight, theme } = frame;
  const snapped = Math.round(xOf(frame, ns) * frame.pixelRatio) / frame.pixelRatio;
  context.fillStyle = theme.timeline.rulerTick;
  context.globalAlpha = 0.7;
  context.fillRect(snapped, rulerHeight, hairline(frame), height - rulerHeight);
  context.globalAlpha = 1;
  const { text, left, right } = pointerChip(frame, ns);
  context.font = rulerFont(frame);
  context.fillStyle = theme.timeline.laneBackground;
  context.strokeStyle = theme.timeline.rulerTick;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(left + 0.5, 3.5, right - left - 1, rulerHeight - 9, 3);
  context.fill();
  context.stroke();
  context.fillStyle = theme.timeline.selection;
  context.textAlign = 'left';
  context.fillText(text, left + 5.5, rulerHeight - 11);
}

/** The time at the pointer, and where it stands: at the pointer, but wholly in the ruler. */
function pointerChip(frame: LaneFrame, ns: number) {
  const { context, width } = frame;
  const text = timesOf(frame).text(Math.round(ns), frame.nsPerPx);
  const font = context.font;
  context.font = rulerFont(frame);
  const chipWidth = Math.ceil(context.measureText(text).width) + 11;
  context.font = font;
  const left = Math.round(Math.max(0, Math.min(width - chipWidth, xOf(frame, ns) - chipWidth / 2)));
  return { text, left, right: left + chipWidth };
}

/** The marked stretch of time: filled over the lanes, with its length in the ruler. */
/** @param isShaded whether the lanes below the ruler are, from top to bottom; where only some are, the caller does that */
export function drawRange(frame: LaneFrame, range: TimeRange, isShaded = true): void {
  const { context, width, height, rulerHeight, theme } = frame;
  const left = Math.max(-2, xOf(frame, range.startNs));
  const right = Math.min(width + 2, Math.max(left + hairline(frame), xOf(frame, range.endNs)));
  if (right < 0 || left > width) return;
  context.fillStyle = theme.timeline.rangeFill;
  context.fillRect(left, 0, right - left, isShaded ? height : rulerHeight);
  context.fillStyle = theme.timeline.rangeEdge;
  context.fillRect(left, 0, hairline(frame), height);
  context.fillRect(right, 0, hairline(frame), height);
  context.fillRect(left, rulerHeight - 2, right - left, 2);
  const length = rangeText(frame, range);
  if (length === undefined) return;
  context.font = rangeFont(frame);
  context.fillStyle = theme.timeline.background;
  context.fillRect(length.left, 4, length.right - length.left, rulerHeight - 14);
  context.fillStyle = theme.timeline.rangeEdge;
  context.textAlign = 'center';
  context.fillText(length.text, (length.left + length.right) / 2, rulerHeight - LABEL_RISE);
}

function rangeFont({ theme }: LaneFrame): string {
  return `600 11px ${theme.fontFamily}`;
}

/** How long the range is, and where that stands: in the middle of what is in sight of it, if there is room. */
function rangeText(frame: LaneFrame, range: TimeRange) {
  const { context, width } = frame;
  const text = formatDuration(range.endNs - range.startNs);
  const font = context.font;
  context.font = rangeFont(frame);
  const textWidth = context.measureText(text).width;
  context.font = font;
  const left = Math.max(0, xOf(frame, range.startNs));
  const right = Math.min(width, xOf(frame, range.endNs));
  if (right - left < textWidth + 16) return undefined;
  const middle = (left + right) / 2;
  return { text, left: middle - textWidth / 2 - 5, right: middle + textWidth / 2 + 5 };
}

/** Its line goes through the ruler. */
function rangeEdge(frame: LaneFrame, ns: number) {
  const left = xOf(frame, ns);
  return { left, right: left + hairline(frame) };
}

export function drawZoomBox(frame: LaneFrame, fromX: number, toX: number): void {
  const { context, height, rulerHeight, theme } = frame;
  const left = Math.min(fromX, toX);
  const right = Math.max(fromX, toX);
  context.fillStyle = theme.timeline.boxZoomFill;
  context.fillRect(left, rulerHeight, right - left, height - rulerHeight);
  context.fillStyle = theme.timeline.rangeEdge;
  context.fillRect(left, rulerHeight, hairline(frame), height - rulerHeight);
  context.fillRect(right, rulerHeight, hairline(frame), height - rulerHeight);
}
