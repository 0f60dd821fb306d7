/** Shortens labels to the space they have. Widths are summed from single glyphs, each measured once. */

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
}

/** One or two Latin letters could be anything; one Han character may do. */
function leastGlyphs(text: string): number {
  const firstCjk = 0x2e80;
  return text.charCodeAt(0) < firstCjk ? 3 : 1;
}
