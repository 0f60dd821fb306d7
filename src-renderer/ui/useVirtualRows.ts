import { useVirtualizer } from '@tanstack/react-virtual';
import type { CSSProperties, Ref, RefObject } from 'react';

interface VirtualRowsOptions {
  /** What scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly count: number;
  /** CSS pixels; where rows are measured, of one that has not been yet. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string | number;
  /** Rows are as high as what is in them. */
  readonly isMeasured?: boolean;
}

interface VirtualRow {
  readonly index: number;
  readonly key: string | number;
  /** Properties of the row's element: where it stands, and what measures it. */
  readonly place: { readonly style: CSSProperties; readonly ref?: Ref<HTMLDivElement>; readonly 'data-index'?: number };
}

interface VirtualRows {
  /** Those on screen and some around. */
  readonly rows: readonly VirtualRow[];
  /** Of all, for the element around them (class `virtual-list-content`). */
  readonly height: number;
  /** Scrolls the row into sight, unless it is; `center`: to the middle, wherever it is. */
  show(index: number, align?: 'auto' | 'center'): void;
}

/**
 * Rows of any number of which only those on screen are in the document: every list of the window but tables, whose rows can
 * be higher together than a browser can scroll (`table/useGridScroll.ts`).
 */
export function useVirtualRows({ box, count, rowHeight, keyOf, isMeasured = false }: VirtualRowsOptions): VirtualRows {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    getItemKey: (index) => keyOf(index),
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  return {
    rows: virtualizer.getVirtualItems().map(({ index, key, start }) => {
      const transform = `translateY(${start}px)`;
      return {
        index,
        key: key as string | number,
        place: isMeasured
          ? { style: { transform }, ref: virtualizer.measureElement, 'data-index': index }
          : { style: { transform, height: rowHeight } },
      };
    }),
    height: virtualizer.getTotalSize(),
    show: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
  };
}
