/** The user's marks: flags and stretches in the ruler and over the lanes, notes at the corner of their slices. */
import type { TimeRange } from '../../base/timeRange';
import { cutInMiddle } from '../../ui/chart/cutInMiddle';
import { hairline, xOf, yOf } from '../../ui/lanes/frame';
import { drawOutline } from '../../ui/lanes/labels';
import type { TextFit } from '../../ui/lanes/textFit';
import type { OverlayFrame } from '../overlay/frame';
import { DrawnTo } from '../overlay/marks';
import { laneSpot } from '../rows/rows';
import { chipHeight, type MarkBox, type ShownMark } from './shownMarks';

/** CSS pixels. */
const widestName = 160;
const padding = 4;
/** Less of a name says nothing. */
const narrowestName = 16;
const pennant = 7;
const noteCorner = 8;
const rangeOpacity = 0.1;

/** Over the lanes. */
export function drawMarksOverLanes(frame: OverlayFrame, marks: readonly ShownMark[]): void {
  const { context, theme, height, rulerHeight, width } = frame;
  const drawn = new DrawnTo();
  drawRanges(frame, marks);
  for (const { mark, kind, startNs, endNs, spot, isCurrent } of marks) {
    const { fill } = theme.timeline.markColours[mark.colour];
    const [left, right] = [xOf(frame, startNs), xOf(frame, endNs)];
    if (right < 0 || left > width) continue;
    context.fillStyle = fill;
    if (kind === 'note') {
      const place = spot && laneSpot(frame.model, spot.lane, spot.row);
      if (!place || place.isHidden) continue;
      const top = yOf(frame, place.y);
      context.beginPath();
      context.moveTo(left, top);
      context.lineTo(left + noteCorner, top);
      context.lineTo(left, top + Math.min(noteCorner, place.height));
      context.fill();
      drawOutline(frame, { startNs, endNs, spot: place }, fill, isCurrent ? 3 : 1);
      continue;
    }
    const line = isCurrent ? 2 : hairline(frame);
    for (const x of kind === 'range' ? [left, right] : [left]) {
      if (drawn.has(fill, x, x) && !isCurrent) continue;
      context.fillRect(x, rulerHeight, line, height - rulerHeight);
    }
  }
}

/** Where several lie over each other, the lanes have the colour of one: of many they would be hidden. */
function drawRanges(frame: OverlayFrame, marks: readonly ShownMark[]): void {
  const { context, theme, height, rulerHeight, width } = frame;
  context.globalAlpha = rangeOpacity;
  for (const { of, startNs, endNs } of seenParts(marks.filter(({ kind }) => kind === 'range'))) {
    const [left, right] = [Math.max(0, xOf(frame, startNs)), Math.min(width, xOf(frame, endNs))];
    if (left >= right) continue;
    context.fillStyle = theme.timeline.markColours[of.mark.colour].fill;
    context.fillRect(left, rulerHeight, right - left, height - rulerHeight);
  }
  context.globalAlpha = 1;
}

interface SeenPart<T> extends TimeRange {
  readonly of: T;
}

/** Of ranges by start, what is seen of each where those that begin later lie over it; no two of these parts overlap. */
export function seenParts<T extends TimeRange>(ranges: readonly T[]): readonly SeenPart<T>[] {
  const seen: SeenPart<T>[] = [];
  /** What those behind cover, the first of it last. */
  const covered: TimeRange[] = [];
  for (const of of ranges.toReversed()) {
    let { startNs } = of;
    for (let next = covered.at(-1); next && next.startNs <= of.endNs; next = covered.at(-1)) {
      if (next.startNs > startNs) seen.push({ of, startNs, endNs: next.startNs });
      startNs = Math.max(startNs, next.endNs);
      covered.pop();
    }
    if (startNs < of.endNs) seen.push({ of, startNs, endNs: of.endNs });
    covered.push({ startNs: of.startNs, endNs: Math.max(startNs, of.endNs) });
  }
  return seen;
}

/** Along the lower edge of the ruler, each with as much of its name as there is room for up to the next. Answers where they are. */
export function drawMarksInRuler(frame: OverlayFrame, marks: readonly ShownMark[], fit: TextFit): readonly MarkBox[] {
  const { context, theme, rulerHeight, width } = frame;
  const boxes: MarkBox[] = [];
  const measure = (text: string) => fit.width(text);
  const top = rulerHeight - chipHeight;
  // Below the labels of ticks.
  context.font = `10px ${theme.fontFamily}`;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (const [at, { mark, kind, startNs, endNs }] of marks.entries()) {
    const [left, right] = [xOf(frame, startNs), xOf(frame, endNs)];
    if (right < -widestName || left > width) continue;
    const { fill, text } = theme.timeline.markColours[mark.colour];
    context.fillStyle = fill;
    if (kind === 'range') context.fillRect(left, rulerHeight - 3, Math.max(hairline(frame), right - left), 3);
    // Of a stretch that begins before the view, the name stands at the view's edge.
    const chipLeft = kind === 'range' ? Math.min(Math.max(left, 0), Math.max(left, right - pennant)) : left;
    const next = marks[at + 1];
    const room = Math.min(widestName, (next ? xOf(frame, next.startNs) : width + widestName) - chipLeft - 1);
    const name = room - 2 * padding < narrowestName ? '' : cutInMiddle(mark.name, room - 2 * padding, measure);
    if (name === '') {
      drawSign(frame, kind, chipLeft, top);
      boxes.push({ id: mark.id, left: chipLeft - 2, right: chipLeft + pennant + 1 });
      continue;
    }
    const chipWidth = measure(name) + 2 * padding;
    context.fillRect(chipLeft, top, chipWidth, chipHeight);
    context.fillStyle = text;
    context.fillText(name, chipLeft + padding, rulerHeight - 2);
    boxes.push({ id: mark.id, left: chipLeft - 1, right: chipLeft + chipWidth });
  }
  return boxes;
}

/** A pennant, or a dot for a note. */
function drawSign({ context, rulerHeight }: OverlayFrame, kind: ShownMark['kind'], left: number, top: number): void {
  context.beginPath();
  if (kind === 'note') context.arc(left + pennant / 2, top + chipHeight / 2, pennant / 2, 0, 2 * Math.PI);
  else {
    context.moveTo(left, top);
    context.lineTo(left + pennant, top + chipHeight / 3);
    context.lineTo(left, top + (2 * chipHeight) / 3);
    context.rect(left, top, 1, rulerHeight - top);
  }
  context.fill();
}
