/** Sampled stacks as a picture: each function as wide as it was seen, above who called it. */

const WIDTH = 1600;
const ROW = 16;
/** px; what is narrower is left out. */
const LEAST_WIDTH = 0.5;
const LETTER = 6.5;

/** @typedef {{ readonly name: string, count: number, readonly inner: Map<string, Call> }} Call */

/**
 * @param {ReadonlyMap<string, number>} stacks functions from the outermost on, joined by line breaks, and how often they were seen
 * @param {string} title
 * @returns {string} an SVG document
 */
export function flameGraph(stacks, title) {
  /** @type {Call} */
  const all = { name: title, count: 0, inner: new Map() };
  for (const [stack, count] of stacks) {
    all.count += count;
    let at = all;
    for (const name of stack.split('\n')) {
      const inner = at.inner.get(name) ?? { name, count: 0, inner: new Map() };
      at.inner.set(name, inner);
      inner.count += count;
      at = inner;
    }
  }
  /** @type {string[]} */
  const boxes = [];
  const deepest = draw(all, 0, 0);
  const height = (deepest + 1) * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<g transform="translate(0 ${height}) scale(1 -1)">${boxes.join('')}</g></svg>`,
    '',
  ].join('\n');

  /**
   * @param {Call} call
   * @param {number} x
   * @param {number} row
   * @returns {number} the highest row
   */
  function draw(call, x, row) {
    const width = (WIDTH * call.count) / all.count;
    if (width < LEAST_WIDTH) return row;
    const share = `${((100 * call.count) / all.count).toFixed(1)} %`;
    const letters = Math.floor(width / LETTER);
    const shown = letters < 3 ? '' : call.name.slice(0, letters);
    boxes.push(
      `<g><title>${escaped(call.name)} ${share}</title>` +
        `<rect x="${x.toFixed(2)}" y="${row * ROW}" width="${width.toFixed(2)}" height="${ROW - 1}" fill="hsl(${hueOf(call.name)} 65% 75%)"/>` +
        `<text transform="translate(${(x + 2).toFixed(2)} ${row * ROW + 4}) scale(1 -1)">${escaped(shown)}</text></g>`,
    );
    let deepest = row;
    let left = x;
    for (const inner of [...call.inner.values()].sort((a, b) => b.count - a.count)) {
      deepest = Math.max(deepest, draw(inner, left, row + 1));
      left += (WIDTH * inner.count) / all.count;
    }
    return deepest;
  }
}

/** @param {string} name */
function hueOf(name) {
  return [...name].reduce((hue, letter) => (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
