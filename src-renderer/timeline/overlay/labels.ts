/** Names on slices and outlines around them. */
import type { CounterCurve, RankIndex } from '../../../src-contract';
import { counterRange } from '../layoutCounters';
import { hairline, type OverlayFrame, type SlicePlace, xOf, yOf } from './frame';
import type { TextFit } from './textFit';

/** More than this are not read; the widest rows come first anyway. */
const mostLabels = 2000;
const padding = 4;
const leastTextWidth = 18;

export interface LabelFonts {
  readonly regular: TextFit;
  readonly dense: TextFit;
}

export const regularLabelSize = 11;
export const denseLabelSize = 9;
/** Rows lower than this (CSS pixels) take the dense font. */
const denseBelow = 14;

/** Writes the names of the slices that are wide enough, inside the part of each that is on screen. */
export function drawLabels(frame: OverlayFrame, fonts: LabelFonts): void {
  const { context, scene, data, palette, offsetX, offsetY, pixelRatio, width, height, rulerHeight, theme } = frame;
  if (data === undefined) return;
  const { colour, name } = data.quads;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  let isDense: boolean | undefined;
  let fillStyle = '';
  let drawn = 0;
  for (let label = 0; label < scene.labelCount && drawn < mostLabels; label++) {
    const left = Math.max(0, (scene.labelX[label] - offsetX) / pixelRatio);
    const right = Math.min(width, (scene.labelEnd[label] - offsetX) / pixelRatio);
    if (right - left < leastTextWidth) continue;
    const band = scene.labelBand[label];
    const top = (scene.bandY[band] - offsetY) / pixelRatio + rulerHeight;
    const rowHeight = scene.bandFillHeight[band] / pixelRatio;
    if (top + rowHeight <= rulerHeight || top >= height) continue;
    const quad = scene.labelQuad[label];
    const text = data.nameOf(scene.labelRank[label] as RankIndex, name[quad]);
    if (text === undefined) continue;
    const needsDense = rowHeight < denseBelow;
    if (needsDense !== isDense) {
      isDense = needsDense;
      context.font = `${needsDense ? denseLabelSize : regularLabelSize}px ${theme.fontFamily}`;
    }
    const shown = (needsDense ? fonts.dense : fonts.regular).fit(text, right - left - 2 * padding);
    if (shown === '') continue;
    const style = palette.labels[colour[quad]];
    if (style !== fillStyle) {
      context.fillStyle = style;
      fillStyle = style;
    }
    const baseline = Math.round(top + rowHeight / 2 + (needsDense ? 3 : 4));
    context.fillText(shown, left + padding, baseline);
    drawn++;
  }
}

/** An outline just inside the slice; around it where the slice is too narrow for that. */
export function drawOutline(frame: OverlayFrame, place: SlicePlace, colour: string, thickness: number): void {
  const { context, width, pixelRatio } = frame;
  const left = Math.max(-8, xOf(frame, place.startNs));
  const right = Math.min(width + 8, Math.max(left + hairline(frame), xOf(frame, place.endNs)));
  if (right < 0 || left > width) return;
  const top = yOf(frame, place.spot.y);
  const line = Math.max(1, Math.round(thickness * pixelRatio)) / pixelRatio;
  // Narrow slices are framed from outside, so that the frame does not cover them.
  const inset = right - left >= 4 * line ? line / 2 : -line / 2;
  context.strokeStyle = colour;
  context.lineWidth = line;
  context.strokeRect(left + inset, top + inset, right - left - 2 * inset, place.spot.height - 2 * inset);
}

/** A dot on the curve at the pointer. */
export function drawCounterDot(
  frame: OverlayFrame,
  x: number,
  strip: { readonly top: number; readonly bottom: number },
  curve: CounterCurve,
  step: number,
  series: Parameters<typeof counterRange>[0],
): void {
  const { context, theme, pixelRatio, rulerHeight, offsetY } = frame;
  const { low, high } = counterRange(series);
  const share = (curve.lastValue[step] - low) / (high - low);
  const y = strip.bottom - 1 - Math.round(share * (strip.bottom - strip.top - 1)) - offsetY;
  context.fillStyle = theme.timeline.counterLine;
  context.strokeStyle = theme.timeline.laneBackground;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y / pixelRatio + rulerHeight, 3.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
