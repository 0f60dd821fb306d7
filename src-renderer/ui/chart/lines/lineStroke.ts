/** Lines and the areas below them on a canvas, point by point. */

/** A line of x, y, x, y, … (NaN: a gap), and where its values are in CSS pixels. */
export interface PlacedLine {
  readonly points: Float64Array;
  /** A value holds until the next point. */
  readonly isStep: boolean;
  readonly toX: (x: number) => number;
  readonly toY: (y: number) => number;
}

interface Pen {
  start(x: number, y: number): void;
  to(x: number, y: number): void;
  /** Where the line breaks off; `isAlone`: it was a single point. */
  end(x: number, y: number, isAlone: boolean): void;
}

/**
 * Points of a path that is stroked at once: the browser's time for one grows faster than its length, and a line in pieces
 * looks the same. Measured: see docs/performance.md, "Charts".
 */
const PIECE = 64;

/** With `context.strokeStyle`; a point between two gaps is a dot of `context.fillStyle`. */
export function strokeLine(
  context: CanvasRenderingContext2D,
  line: PlacedLine,
  width: number,
  dashes?: readonly number[],
): void {
  context.lineWidth = width;
  // A mitred peak would be higher than its value.
  context.lineJoin = 'bevel';
  context.lineCap = dashes ? 'butt' : 'round';
  if (dashes) context.setLineDash([...dashes]);
  let drawn = 0;
  // Dashes begin anew with each path: from here on they go on as in the whole line.
  let length = 0;
  let [lastX, lastY] = [0, 0];
  trace(line, {
    start: (x, y) => {
      drawn = 0;
      length = 0;
      context.lineDashOffset = 0;
      [lastX, lastY] = [x, y];
      context.beginPath();
      context.moveTo(x, y);
    },
    to: (x, y) => {
      context.lineTo(x, y);
      if (dashes) length += Math.hypot(x - lastX, y - lastY);
      [lastX, lastY] = [x, y];
      if (++drawn % PIECE !== 0) return;
      context.stroke();
      context.lineDashOffset = length;
      context.beginPath();
      context.moveTo(x, y);
    },
    end: (x, y, isAlone) => {
      context.stroke();
      if (isAlone) dot(context, x, y, width);
    },
  });
  context.lineDashOffset = 0;
  if (dashes) context.setLineDash([]);
}

/** From the line down to `base`, in CSS pixels, with `context.fillStyle`. */
export function fillArea(context: CanvasRenderingContext2D, line: PlacedLine, base: number): void {
  trace(line, {
    start: (x, y) => {
      context.beginPath();
      context.moveTo(x, base);
      context.lineTo(x, y);
    },
    to: (x, y) => context.lineTo(x, y),
    end: (x) => {
      context.lineTo(x, base);
      context.fill();
    },
  });
}

export function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function trace({ points, isStep, toX, toY }: PlacedLine, pen: Pen): void {
  let isOpen = false;
  let isAlone = false;
  let [lastX, lastY] = [0, 0];
  const goTo = (x: number, y: number) => {
    pen.to(x, y);
    [lastX, lastY] = [x, y];
    isAlone = false;
  };
  for (let at = 0; at < points.length; at += 2) {
    const [x, value] = [toX(points[at]!), points[at + 1]!];
    if (isOpen && isStep && x > lastX) goTo(x, lastY);
    if (Number.isNaN(value) || Number.isNaN(x)) {
      if (isOpen) pen.end(lastX, lastY, isAlone);
      isOpen = false;
    } else if (isOpen) goTo(x, toY(value));
    else {
      isOpen = true;
      isAlone = true;
      [lastX, lastY] = [x, toY(value)];
      pen.start(lastX, lastY);
    }
  }
  if (isOpen) pen.end(lastX, lastY, isAlone);
}
