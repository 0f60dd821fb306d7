import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react';

/** Watches names that are cut in the middle. */
interface CutWatch {
  /** Until it is called off. Anew for another name: its size may be the same. */
  watch(name: HTMLElement): () => void;
}

const CutContext = createContext<CutWatch | undefined>(undefined);

/**
 * Of a name that is cut in the middle neither half fills its box: a letter that has no room is left out as a whole. What is then free
 * lies between the halves, where it reads as a gap. The end is moved over it, by a transform, which asks for no new layout. One
 * watch for the whole window: it reads all boxes that have come or changed, then moves all ends.
 */
export function CutGaps({ children }: { readonly children: ReactNode }) {
  const cuts = useMemo(createCutWatch, []);
  return <CutContext value={cuts}>{children}</CutContext>;
}

/** Closes the gap of the name that the element shows. */
export function useCutGap(element: { readonly current: HTMLElement | null }, text: string): void {
  const cuts = useContext(CutContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name has another gap
  useLayoutEffect(() => (element.current ? cuts?.watch(element.current) : undefined), [cuts, element, text]);
}

function createCutWatch(): CutWatch {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const dotsOfFont = new Map<string, number>();
  const dotsWidth = (element: Element): number => {
    const { font } = getComputedStyle(element);
    const known = dotsOfFont.get(font);
    if (known !== undefined || !context) return known ?? 0;
    context.font = font;
    const { width } = context.measureText('…');
    dotsOfFont.set(font, width);
    return width;
  };
  const observer = new ResizeObserver((changes) => {
    const moves = changes.map(({ target }) => gapOf(target, dotsWidth));
    for (const move of moves)
      if (move) move.end.style.transform = move.gapPx >= 1 ? `translateX(${-move.gapPx}px)` : '';
  });
  return {
    watch(name) {
      observer.observe(name);
      return () => observer.unobserve(name);
    },
  };
}

interface CutGap {
  readonly end: HTMLElement;
  readonly gapPx: number;
}

/** What neither half fills, CSS pixels. Undefined: it is no longer in the page. */
function gapOf(name: Element, dotsWidth: (element: Element) => number): CutGap | undefined {
  const [start, end] = name.children;
  const [startText, endText] = [start?.firstChild, end?.firstElementChild?.firstChild];
  if (!startText || !endText || !start || !(end instanceof HTMLElement)) return undefined;
  const [startWidth, endWidth] = [start.getBoundingClientRect().width, end.getBoundingClientRect().width];
  if (startWidth === 0) return undefined;
  const range = document.createRange();
  range.selectNodeContents(startText);
  const lines = range.getClientRects();
  const startGap = lines.length > 1 ? startWidth - lines[0]!.width : 0;
  return { end, gapPx: Math.floor(startGap + endGap(range, endText, endWidth, () => dotsWidth(end))) };
}

/** Of the end its last letters are seen, behind the dots. */
function endGap(range: Range, text: Node, width: number, dotsWidth: () => number): number {
  const length = text.nodeValue?.length ?? 0;
  const lastFrom = (at: number): number => {
    range.setStart(text, at);
    range.setEnd(text, length);
    return range.getBoundingClientRect().width;
  };
  if (lastFrom(0) <= width) return 0;
  const room = width - dotsWidth();
  let [tooMany, fits] = [0, length];
  while (fits - tooMany > 1) {
    const at = (tooMany + fits) >>> 1;
    if (lastFrom(at) <= room) fits = at;
    else tooMany = at;
  }
  return Math.max(0, room - lastFrom(fits));
}
