/** Shortens labels to the space they have. Widths are summed from single glyphs, each measured once. */

/** Names that would be shorter than this say more by their beginning alone. */
const LEAST_OF_BOTH_ENDS = 12;
/** Of the room, for what stands last. */
const SHARE_OF_END = 0.4;

export class TextFit {
  private readonly ascii = new Float32Array(128).fill(-1);
  private readonly others = new Map<number, number>();

  /** `measure` gives the width of one glyph in CSS pixels, for one font. */
  constructor(private readonly measure: (glyph: string) => number) {}

  glyphWidth(codePoint: number): number {
    if (codePoint < 128) {
      let width = this.ascii[codePoint];
      if (width < 0) {
        width = this.measure(String.fromCodePoint(codePoint));
        this.ascii[codePoint] = width;
      }
      return width;
    }
    let width = this.others.get(codePoint);
    if (width === undefined) {
      width = this.measure(String.fromCodePoint(codePoint));
      this.others.set(codePoint, width);
    }
    return width;
  }

  width(text: string): number {
    let width = 0;
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at) ?? 0;
      width += this.glyphWidth(codePoint);
      at += codePoint > 0xffff ? 2 : 1;
    }
    return width;
  }

  /** The text if it fits into `maxWidth`, else its beginning and "…"; '' where what is left would say nothing. */
  fit(text: string, maxWidth: number): string {
    const ellipsisWidth = this.glyphWidth(0x2026);
    let width = 0;
    /** End of the longest beginning that leaves room for the ellipsis. */
    let cut = 0;
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at) ?? 0;
      width += this.glyphWidth(codePoint);
      at += codePoint > 0xffff ? 2 : 1;
      if (width + ellipsisWidth <= maxWidth) cut = at;
      if (width > maxWidth) return cut < leastGlyphs(text) ? '' : `${text.slice(0, cut)}…`;
    }
    return text;
  }

  /** A name, without its middle where there is room for enough of both ends: what tells names apart is often last. */
  fitName(text: string, maxWidth: number): string {
    const begun = this.fit(text, maxWidth);
    if (begun === text || begun.length <= LEAST_OF_BOTH_ENDS) return begun;
    const room = maxWidth - this.glyphWidth(0x2026);
    /** Where the part at its end begins. */
    let from = text.length;
    let width = 0;
    for (let at = from; at > 0; ) {
      const isPair = at > 1 && isLowSurrogate(text.charCodeAt(at - 1));
      at -= isPair ? 2 : 1;
      width += this.glyphWidth(text.codePointAt(at) ?? 0);
      if (width > room * SHARE_OF_END) break;
      from = at;
    }
    const end = text.slice(from);
    // `fit` keeps room for an ellipsis of its own: it is the one between both ends.
    return this.fit(text, maxWidth - this.width(end)) + end;
  }

  /** The same, cut in the middle: what tells names apart is often last. */
  fitMiddle(text: string, maxWidth: number): string {
    if (this.width(text) <= maxWidth) return text;
    const glyphs = [...text];
    let width = this.glyphWidth(0x2026);
    let [first, last] = [0, 0];
    for (let isFirst = true; first + last < glyphs.length; isFirst = !isFirst) {
      width += this.glyphWidth(glyphs[isFirst ? first : glyphs.length - 1 - last].codePointAt(0) ?? 0);
      if (width > maxWidth) break;
      if (isFirst) first++;
      else last++;
    }
    return first + last < leastGlyphs(text)
      ? ''
      : `${glyphs.slice(0, first).join('')}…${glyphs.slice(glyphs.length - last).join('')}`;
  }
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** One or two Latin letters could be anything; one Han character may do. */
function leastGlyphs(text: string): number {
  const firstCjk = 0x2e80;
  return text.charCodeAt(0) < firstCjk ? 3 : 1;
}
