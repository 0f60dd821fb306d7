/** Names on slices and outlines around them. */

import type { Theme } from '../../base/theme/theme';
import { hairline, type LaneFrame, type SlicePlace, xOf, yOf, yOfDevice } from './frame';
import { TextFit } from './textFit';

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

/** What is written on the slices of a scene. */
export interface SliceNames {
  /** Of the slice: index into `Palette.labels`. */
  colourOf(slice: number): number;
  /** `group` and `slice` as they were laid out; undefined where the name is not known. */
  nameOf(group: number, slice: number): string | undefined;
}

/** Writes the names of the slices that are wide enough, inside the part of each that is on screen. */
export function drawLabels(frame: LaneFrame, fonts: LabelFonts, names: SliceNames): void {
  const { context, scene, palette, offsetX, pixelRatio, width, height, rulerHeight, theme } = frame;
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
    const top = yOfDevice(frame, scene.bandY[band]);
    const rowHeight = scene.bandFillHeight[band] / pixelRatio;
    if (top + rowHeight <= rulerHeight || top >= height) continue;
    const slice = scene.labelSlice[label];
    const text = names.nameOf(scene.labelGroup[label], slice);
    if (text === undefined) continue;
    const needsDense = rowHeight < denseBelow;
    if (needsDense !== isDense) {
      isDense = needsDense;
      context.font = `${needsDense ? denseLabelSize : regularLabelSize}px ${theme.fontFamily}`;
    }
    const shown = (needsDense ? fonts.dense : fonts.regular).fitName(text, right - left - 2 * padding);
    if (shown === '') continue;
    const style = palette.labels[names.colourOf(slice)];
    if (style !== fillStyle) {
      context.fillStyle = style;
      fillStyle = style;
    }
    // Rather a little high: what is below the letters, an underscore too, is not to be under the outline.
    const baseline = Math.floor(top + rowHeight / 2 + (needsDense ? 3 : 4));
    context.fillText(shown, left + padding, baseline);
    drawn++;
  }
}

/** An outline just inside the slice; around it where the slice is too narrow for that. */
export function drawOutline(frame: LaneFrame, place: SlicePlace, colour: string, thickness: number): void {
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
  // Above and below it takes the gap between the rows, too: a thick one would cover the foot of the name.
  const insetY = inset > 0 ? inset - 1 : inset;
  context.strokeRect(left + inset, top + insetY, right - left - 2 * inset, place.spot.height - 2 * insetY);
}

/** Fonts of the labels, measured on a canvas. */
export function makeFonts(context: CanvasRenderingContext2D, theme: Theme): LabelFonts {
  return { regular: textFit(context, regularLabelSize, theme), dense: textFit(context, denseLabelSize, theme) };
}

export function textFit(context: CanvasRenderingContext2D, size: number, theme: Theme): TextFit {
  return new TextFit((glyph) => {
    context.font = `${size}px ${theme.fontFamily}`;
    return context.measureText(glyph).width;
  });
}
