/** Draws a ring of shares on a canvas. */
import { HOLE, RING_MARGIN } from './pieSlices';

export interface DrawnSector {
  /** Of the whole, 0 … 1. */
  readonly share: number;
  readonly colour: string;
  readonly isFaint: boolean;
}

const FAINT_OPACITY = 0.45;
/** CSS pixels of the outer edge below which a sector has no border: nothing of it would be left. */
const LEAST_BORDERED = 4;

/** `diameter`: of the place it stands in, CSS pixels. The first sector begins at the top, the others follow clockwise. */
export function drawRing(
  context: CanvasRenderingContext2D,
  diameter: number,
  sectors: readonly DrawnSector[],
  surface: string,
): void {
  const middle = diameter / 2;
  const [outer, inner] = [middle - RING_MARGIN, middle * HOLE];
  let turn = -0.25;
  for (const { share, colour, isFaint } of sectors) {
    const [from, to] = [turn * 2 * Math.PI, (turn + share) * 2 * Math.PI];
    turn += share;
    context.beginPath();
    context.arc(middle, middle, outer, from, to);
    context.arc(middle, middle, inner, to, from, true);
    context.closePath();
    context.globalAlpha = isFaint ? FAINT_OPACITY : 1;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
    if (share === 1 || (to - from) * outer < LEAST_BORDERED) continue;
    context.strokeStyle = surface;
    context.lineWidth = 1;
    context.stroke();
  }
}
