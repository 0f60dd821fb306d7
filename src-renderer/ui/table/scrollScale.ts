/**
 * Rows at positions beyond what a browser can scroll (33 million pixels; Firefox 17): the scroll bar then moves through a
 * shorter height, while the wheel and the keys move by real pixels. Pure.
 *
 *   rows      0 ─────────────── offset ▒▒▒▒▒▒▒▒ ───────────────── contentHeight
 *   scrolled  0 ── scrollTop ▒▒▒▒▒▒▒▒ ── scrolledHeight
 */
export const MAX_SCROLLED_HEIGHT = 12_000_000;

export interface ScrollScale {
  readonly contentHeight: number;
  readonly scrolledHeight: number;
  readonly viewHeight: number;
}

export function scrollScale(contentHeight: number, viewHeight: number, limit = MAX_SCROLLED_HEIGHT): ScrollScale {
  return { contentHeight, viewHeight, scrolledHeight: Math.min(contentHeight, Math.max(limit, viewHeight)) };
}

export const isScaled = ({ contentHeight, scrolledHeight }: ScrollScale) => scrolledHeight < contentHeight;

const maxOffset = ({ contentHeight, viewHeight }: ScrollScale) => Math.max(0, contentHeight - viewHeight);
const maxScrollTop = ({ scrolledHeight, viewHeight }: ScrollScale) => Math.max(0, scrolledHeight - viewHeight);

export function clampOffset(scale: ScrollScale, offset: number): number {
  return Math.max(0, Math.min(maxOffset(scale), offset));
}

/** The first visible pixel of the rows when the scroll bar stands at `scrollTop`. */
export function offsetAt(scale: ScrollScale, scrollTop: number): number {
  if (!isScaled(scale)) return scrollTop;
  return clampOffset(scale, (scrollTop / maxScrollTop(scale)) * maxOffset(scale));
}

export function scrollTopAt(scale: ScrollScale, offset: number): number {
  if (!isScaled(scale)) return offset;
  return (offset / maxOffset(scale)) * maxScrollTop(scale);
}

/** The offset at which a row is in sight, as near to the present one as can be. */
export function offsetToShow(scale: ScrollScale, offset: number, row: number, rowHeight: number): number {
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight];
  if (top < offset) return clampOffset(scale, top);
  if (bottom > offset + scale.viewHeight) return clampOffset(scale, bottom - scale.viewHeight);
  return offset;
}
