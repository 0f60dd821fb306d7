/**
 * The icon's source is an SVG of rectangles with round corners, and that is all that is drawn here: no other program and
 * no font has a say in what the icon looks like.
 *
 * @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number,
 *   readonly radius: number, readonly rgb: readonly [number, number, number] }} RoundedRectangle in units of the SVG
 * @typedef {{ readonly sizeUnits: number, readonly rectangles: readonly RoundedRectangle[] }} Drawing
 * @typedef {{ readonly sizePx: number, readonly rgba: Uint8Array }} Picture square; rows from the top, alpha not multiplied in
 */

/** Samples of a pixel in each direction. */
const samples = 8;

/**
 * Throws when the SVG has anything else than rectangles in a square.
 *
 * @param {string} svg
 * @returns {Drawing}
 */
export function readDrawing(svg) {
  const box = /viewBox="0 0 (\d+) (\d+)"/.exec(svg);
  if (box === null || box[1] !== box[2]) throw new Error('The icon has to be a square with its corner at 0 0.');
  const elements = [...svg.matchAll(/<(?!\/|svg\b)(\w+)([^>]*?)\/?>/g)];
  const rectangles = elements.map(([element, name, attributes = '']) => {
    if (name !== 'rect') throw new Error(`The icon may have nothing but rectangles, not ${element}`);
    const of = Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    const [x = 0, y = 0, width, height, radius = 0] = ['x', 'y', 'width', 'height', 'rx'].map((key) =>
      of[key] === undefined ? undefined : Number(of[key]),
    );
    const rgb = /^#(..)(..)(..)$/
      .exec(of.fill ?? '')
      ?.slice(1)
      .map((hex) => Number.parseInt(hex, 16));
    if (!(Number(width) > 0 && Number(height) > 0) || rgb === undefined)
      throw new Error(`The icon can’t have ${element}`);
    const [red = 0, green = 0, blue = 0] = rgb;
    /** @type {RoundedRectangle} */
    const rectangle = { x, y, width: Number(width), height: Number(height), radius, rgb: [red, green, blue] };
    return rectangle;
  });
  return { sizeUnits: Number(box[1]), rectangles };
}

/**
 * @param {Drawing} drawing
 * @param {number} sizePx
 * @param {number} [marginShare] of the side, left empty on each of the four
 * @returns {Picture}
 */
export function draw({ sizeUnits, rectangles }, sizePx, marginShare = 0) {
  const rgba = new Uint8Array(sizePx * sizePx * 4);
  const unitsPerPx = sizeUnits / (sizePx * (1 - 2 * marginShare));
  /** @param {number} px */
  const units = (px) => (px - marginShare * sizePx) * unitsPerPx;
  for (let row = 0; row < sizePx; row++) {
    for (let column = 0; column < sizePx; column++) {
      const rgb = colourOf(rectangles, { left: units(column), top: units(row), side: unitsPerPx });
      if (rgb !== undefined) rgba.set(rgb.map(Math.round), (row * sizePx + column) * 4);
    }
  }
  return { sizePx, rgba };
}

/**
 * Red, green, blue and alpha of a pixel, the mean of its samples; undefined where nothing is.
 *
 * @param {readonly RoundedRectangle[]} rectangles
 * @param {{ readonly left: number, readonly top: number, readonly side: number }} pixel
 */
function colourOf(rectangles, { left, top, side }) {
  const near = rectangles.filter((it) => {
    return it.x < left + side && left < it.x + it.width && it.y < top + side && top < it.y + it.height;
  });
  const last = near.at(-1);
  if (last === undefined) return undefined;
  // A rectangle with round corners is convex: with its corners the whole pixel is inside.
  const corners = [left, left + side].flatMap((x) => [top, top + side].map((y) => isInside(last, x, y)));
  if (corners.every((is) => is)) return [...last.rgb, 255];
  let [red, green, blue, covered] = [0, 0, 0, 0];
  for (let sample = 0; sample < samples * samples; sample++) {
    const x = left + (((sample % samples) + 0.5) / samples) * side;
    const y = top + ((Math.floor(sample / samples) + 0.5) / samples) * side;
    const above = near.findLast((rectangle) => isInside(rectangle, x, y));
    if (above === undefined) continue;
    covered++;
    red += above.rgb[0];
    green += above.rgb[1];
    blue += above.rgb[2];
  }
  return covered === 0 ? undefined : [red / covered, green / covered, blue / covered, (255 * covered) / samples ** 2];
}

/**
 * @param {RoundedRectangle} rectangle
 * @param {number} x
 * @param {number} y
 */
function isInside({ x: left, y: top, width, height, radius }, x, y) {
  const beyondX = Math.max(left + radius - x, x - (left + width - radius), 0);
  const beyondY = Math.max(top + radius - y, y - (top + height - radius), 0);
  if (beyondX > radius || beyondY > radius) return false;
  return beyondX ** 2 + beyondY ** 2 <= radius ** 2 || beyondX === 0 || beyondY === 0;
}
