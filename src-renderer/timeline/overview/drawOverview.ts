/** The overview: steps above, below them how busy the rank is, and over both what has been found and marked. */
import { HUE_CLASSES, type HueClass } from '../../../src-contract';
import { packedToHex } from '../../base/theme/colour';
import type { Theme } from '../../base/theme/theme';
import type { TimeRange } from '../../base/timeRange';
import type { ShownOverview } from '../../session/times';
import type { ShownMark } from '../marks/shownMarks';

/** CSS pixels. With the border below it an even number: what is beneath begins at a whole device pixel at 150 % as well. */
export const overviewHeight = 23;
const stepsHeight = 10;
const findingHeight = 2;
const labelSize = 9;

/** From the lower edge upwards. */
const PARTS = [
  ['computing', 'compute'],
  ['communication', 'communication'],
  ['memory', 'memory'],
  ['idle', 'idle'],
  ['host', 'host'],
] as const satisfies readonly (readonly [keyof ShownOverview['busy'], HueClass])[];

export interface OverviewPicture {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly pixelRatio: number;
  readonly theme: Theme;
  /** What the whole width is. */
  readonly whole: TimeRange;
  readonly overview: ShownOverview | undefined;
  readonly findings: readonly TimeRange[];
  readonly marks: readonly ShownMark[];
}

export function drawOverview(picture: OverviewPicture): void {
  const { context, width, pixelRatio, theme, overview } = picture;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = theme.timeline.background;
  context.fillRect(0, 0, width, overviewHeight);
  if (overview) {
    drawBusy(picture, overview);
    drawSteps(picture, overview);
  }
  drawFindings(picture);
  drawMarkLines(picture);
}

const xOf = ({ width, whole }: OverviewPicture, ns: number): number =>
  ((ns - whole.startNs) / (whole.endNs - whole.startNs)) * width;

/**
 * Shares of a pixel's time, one on top of the other: together no more than all of it. Columns of the answer and pixels have edges of
 * their own: of each column a pixel has the part that lies in it, so that what is drawn of a kind adds up to what there is of it.
 */
function drawBusy(picture: OverviewPicture, { busy, range }: ShownOverview): void {
  const { context, theme, width, whole } = picture;
  const columns = busy.computing.length;
  const columnNs = (range.endNs - range.startNs) / columns;
  const nsPerPx = (whole.endNs - whole.startNs) / Math.max(1, width);
  const height = overviewHeight - stepsHeight - 1;
  for (let x = 0; x < width; x++) {
    const fromNs = whole.startNs + x * nsPerPx;
    const toNs = fromNs + nsPerPx;
    const first = Math.max(0, Math.floor((fromNs - range.startNs) / columnNs));
    const end = Math.min(columns, Math.ceil((toNs - range.startNs) / columnNs));
    let bottom = overviewHeight;
    for (const [part, hue] of PARTS) {
      let busyNs = 0;
      for (let column = first; column < end; column++) {
        const columnStartNs = range.startNs + column * columnNs;
        const sharedNs = Math.min(toNs, columnStartNs + columnNs) - Math.max(fromNs, columnStartNs);
        busyNs += (busy[part][column] / 255) * Math.max(0, sharedNs);
      }
      if (busyNs === 0) continue;
      const partHeight = (busyNs / nsPerPx) * height;
      context.fillStyle = hueColour(theme, hue);
      context.globalAlpha = part === 'idle' ? 0.35 : 1;
      context.fillRect(x, bottom - partHeight, 1, partHeight);
      bottom -= partHeight;
    }
  }
  context.globalAlpha = 1;
}

function hueColour({ sliceColours }: Theme, hue: HueClass): string {
  return packedToHex(sliceColours[16 * HUE_CLASSES.indexOf(hue)] ?? 0);
}

/** Each with its number where there is room for that. */
function drawSteps(picture: OverviewPicture, { steps }: ShownOverview): void {
  const { context, theme, width } = picture;
  const { rulerTick, rulerText, laneBackground, laneBackgroundAlternate } = theme.timeline;
  context.font = `${labelSize}px ${theme.fontFamily}`;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (const [at, { number, startNs, endNs }] of steps.entries()) {
    const left = Math.max(0, xOf(picture, startNs));
    const right = Math.min(width, xOf(picture, endNs));
    // Thousands of steps: what is less than a pixel further shows already.
    if (right < drawnTo + 1) continue;
    drawnTo = right;
    context.fillStyle = at % 2 === 0 ? laneBackground : laneBackgroundAlternate;
    context.fillRect(left, findingHeight, right - left, stepsHeight - findingHeight);
    context.fillStyle = rulerTick;
    context.fillRect(left, findingHeight, 1, overviewHeight);
    const text = String(number);
    if (context.measureText(text).width + 5 > right - left) continue;
    context.fillStyle = rulerText;
    context.fillText(text, left + 3, stepsHeight - 0.5);
  }
}

function drawFindings(picture: OverviewPicture): void {
  const { context, theme, findings } = picture;
  context.fillStyle = theme.timeline.finding;
  for (const { startNs, endNs } of findings) {
    const left = xOf(picture, startNs);
    context.fillRect(left, 0, Math.max(2, xOf(picture, endNs) - left), findingHeight);
  }
}

function drawMarkLines(picture: OverviewPicture): void {
  const { context, theme, marks } = picture;
  for (const { mark, kind, startNs, endNs } of marks) {
    context.fillStyle = theme.timeline.markColours[mark.colour].fill;
    const left = xOf(picture, startNs);
    if (kind === 'range') context.fillRect(left, overviewHeight - 3, Math.max(2, xOf(picture, endNs) - left), 3);
    context.fillRect(left, findingHeight, kind === 'note' ? 1 : 2, overviewHeight);
  }
}
