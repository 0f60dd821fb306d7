import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react';

/** Watches names that are cut in the middle, and paths of which the end is seen. */
interface CutWatch {
  /** Until it is called off. Anew for another name: its size may be the same. */
  watch(name: HTMLElement): () => void;
}

const CutContext = createContext<CutWatch | undefined>(undefined);

/**
 * Of a name that is cut in the middle neither half fills its box: a letter that has no room is left out as a whole. What is then free
 * would lie between the halves, where it reads as a gap. So the end is moved up to the beginning, with the dots between them; nothing
 * of that asks for a new layout. Of a path the dots stand where it begins, not a part of a letter further on. One watch for the whole window: it reads all names that have come or changed, then moves all ends.
 */
export function CutGaps({ children }: { readonly children: ReactNode }) {
  const cuts = useMemo(createCutWatch, []);
  return <CutContext value={cuts}>{children}</CutContext>;
}

/** Of the name that the element shows. */
export function useCutGap(element: { readonly current: HTMLElement | null }, text: string): void {
  const cuts = useContext(CutContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name has another gap
  useLayoutEffect(() => (element.current ? cuts?.watch(element.current) : undefined), [cuts, element, text]);
}

function createCutWatch(): CutWatch {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const dotsOfFont = new Map<string, number>();
  const dotsWidth = (element: Element): number => {
    // `font` itself is empty where digits are of one width.
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
    const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const known = dotsOfFont.get(font);
    if (known !== undefined || !context) return known ?? 0;
    context.font = font;
    const { width } = context.measureText('…');
    dotsOfFont.set(font, width);
    return width;
  };
  const observer = new ResizeObserver((changes) => {
    const cuts = changes.map(({ target }) => (isPath(target) ? indentOf(target, dotsWidth) : cutOf(target, dotsWidth)));
    for (const cut of cuts) if (cut) show(cut);
  });
  return {
    watch(name) {
      observer.observe(name);
      return () => observer.unobserve(name);
    },
  };
}

/** What is seen of a name, CSS pixels. */
interface CutName {
  readonly name: HTMLElement;
  readonly end: HTMLElement;
  readonly endText: HTMLElement;
  /** Undefined: all of it. */
  readonly cut?: {
    /** Of the letters that are seen of the beginning. */
    readonly startWidth: number;
    /** Left out of the end. */
    readonly hiddenWidth: number;
    readonly moveX: number;
  };
}

/** A path, and by how much its line is moved to its beginning, CSS pixels. */
interface IndentedPath {
  readonly path: HTMLElement;
  readonly indent: number;
}

function show(cut: CutName | IndentedPath): void {
  if ('path' in cut) cut.path.style.textIndent = cut.indent > 0 ? `${cut.indent}px` : '';
  else showName(cut);
}

function showName({ name, end, endText, cut }: CutName): void {
  name.toggleAttribute('data-cut', cut !== undefined);
  name.style.setProperty('--cut-at', cut ? `${cut.startWidth}px` : null);
  end.style.transform = cut ? `translateX(${cut.moveX}px)` : '';
  endText.style.clipPath = cut ? `inset(0 0 0 ${cut.hiddenWidth}px)` : '';
}

function isPath(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.classList.contains('path');
}

/** What is left of its room beside the letters that are seen. Undefined: the path has no size, as in a part that is not shown. */
function indentOf(path: HTMLElement, dotsWidth: (element: Element) => number): IndentedPath | undefined {
  const text = path.firstElementChild;
  const { width } = path.getBoundingClientRect();
  if (!text?.firstChild || width === 0) return undefined;
  if (text.getBoundingClientRect().width <= width) return { path, indent: 0 };
  const room = width - dotsWidth(path);
  return { path, indent: room - widestEnd(text.firstChild, room) };
}

/** Undefined: the name has no size, as in a part that is not shown. */
function cutOf(name: Element, dotsWidth: (element: Element) => number): CutName | undefined {
  const [start, end] = name.children;
  const endText = end?.firstElementChild;
  if (!(name instanceof HTMLElement && end instanceof HTMLElement && endText instanceof HTMLElement)) return undefined;
  const { width } = name.getBoundingClientRect();
  if (!start?.firstChild || !endText.firstChild || width === 0) return undefined;
  const startWidth = firstLineWidth(start.firstChild);
  const endWidth = end.getBoundingClientRect().width;
  const textWidth = endText.getBoundingClientRect().width;
  const isWhole = start.scrollHeight <= start.clientHeight && textWidth <= endWidth;
  if (isWhole) return { name, end, endText };
  const dots = dotsWidth(end);
  const shownWidth = widestEnd(endText.firstChild, Math.min(endWidth, width - startWidth - dots));
  const cut = { startWidth, hiddenWidth: textWidth - shownWidth, moveX: startWidth + dots + shownWidth - width };
  return { name, end, endText, cut };
}

function firstLineWidth(text: Node): number {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects()[0]?.width ?? 0;
}

/** How wide the last letters of the text are, as many as have room. */
function widestEnd(text: Node, room: number): number {
  const range = document.createRange();
  const length = text.nodeValue?.length ?? 0;
  const widthFrom = (at: number): number => {
    range.setStart(text, at);
    range.setEnd(text, length);
    return range.getBoundingClientRect().width;
  };
  let [tooMany, fits] = [-1, length];
  while (fits - tooMany > 1) {
    const at = (tooMany + fits) >>> 1;
    if (widthFrom(at) <= room) fits = at;
    else tooMany = at;
  }
  return widthFrom(fits);
}
