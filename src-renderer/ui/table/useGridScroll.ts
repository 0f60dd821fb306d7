import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnsInSight, type PlacedColumn, widthOf } from './columnLayout';
import {
  clampOffset,
  isScaled,
  offsetAt,
  offsetToShow,
  type ScrollScale,
  scrollScale,
  scrollTopAt,
} from './scrollScale';

const LAYER_ROWS = 1_000;
/** Rows drawn beyond those in sight, so that a notch of the wheel shows no gap. */
const SPARE_ROWS = 6;

export interface GridWindow {
  /** Rows `firstRow … endRow - 1` and columns `firstColumn … endColumn - 1` are drawn. */
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstColumn: number;
  readonly endColumn: number;
  /** The rows are drawn within a layer that begins with this row … */
  readonly baseRow: number;
  /** … and lies here, in scrolled pixels. Where the height is scaled only the layer moves, not each row. */
  readonly layerTop: number;
}

export interface GridScroll {
  readonly window: GridWindow;
  readonly scale: ScrollScale;
  /** Rows in sight, at least 1. */
  readonly pageRows: number;
  /** Rows drawn at most. A row that leaves at one end gives its elements to one that comes at the other. */
  readonly slots: number;
  readonly viewWidth: number;
  scrollToRow(row: number): void;
  scrollToColumn(column: PlacedColumn): void;
  scrollToTop(): void;
}

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/** Without its scroll bars; nothing before it is laid out. */
export function useBoxSize(box: RefObject<HTMLDivElement | null>): BoxSize {
  const [size, setSize] = useState<BoxSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

interface GridScrollOptions {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly size: BoxSize;
  readonly rowCount: number;
  readonly rowHeight: number;
  /** Of header and totals, which stay in sight. */
  readonly fixedHeight: number;
  readonly placed: readonly PlacedColumn[];
}

/** What of the grid is in sight, and moving it. Drawn again only when other rows or columns come into sight. */
export function useGridScroll(options: GridScrollOptions): GridScroll {
  const { box, size, rowCount, rowHeight, fixedHeight, placed } = options;
  const viewHeight = Math.max(0, size.height - fixedHeight);
  const scale = useMemo(() => scrollScale(rowCount * rowHeight, viewHeight), [rowCount, rowHeight, viewHeight]);
  /** First visible pixel of the rows. */
  const offset = useRef(0);
  /** Where the scroll bar was put by us; a scroll event from there is no move of the user's. */
  const ownScrollTop = useRef(0);

  const compute = useCallback((): GridWindow => {
    const scrollTop = box.current?.scrollTop ?? 0;
    const scrollLeft = box.current?.scrollLeft ?? 0;
    const top = clampOffset(scale, offset.current);
    const firstRow = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
    const endRow = Math.min(rowCount, Math.ceil((top + scale.viewHeight) / rowHeight) + SPARE_ROWS);
    const { first, end } = columnsInSight(placed, scrollLeft, size.width);
    const baseRow = Math.floor(firstRow / LAYER_ROWS) * LAYER_ROWS;
    const layerTop = baseRow * rowHeight + (isScaled(scale) ? scrollTop - top : 0);
    return { firstRow, endRow, firstColumn: first, endColumn: end, baseRow, layerTop };
  }, [box, scale, rowCount, rowHeight, placed, size.width]);

  const [gridWindow, setWindow] = useState<GridWindow>(compute);
  const update = useCallback(() => {
    const next = compute();
    setWindow((before) => (isSameWindow(before, next) ? before : next));
  }, [compute]);
  useLayoutEffect(() => {
    // Fewer rows than before: the browser has moved the scroll bar, or will.
    offset.current = clampOffset(scale, offset.current);
    update();
  }, [scale, update]);

  const moveTo = useCallback(
    (top: number) => {
      offset.current = clampOffset(scale, top);
      const element = box.current;
      if (!element) return;
      element.scrollTop = scrollTopAt(scale, offset.current);
      ownScrollTop.current = element.scrollTop;
      update();
    },
    [box, scale, update],
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = () => {
      if (!isScaled(scale) || Math.abs(element.scrollTop - ownScrollTop.current) >= 1) {
        offset.current = offsetAt(scale, element.scrollTop);
        ownScrollTop.current = element.scrollTop;
      }
      update();
    };
    const onWheel = (event: WheelEvent) => {
      if (!isScaled(scale) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
      event.preventDefault();
      element.scrollLeft += event.deltaX;
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? rowHeight : 1;
      moveTo(offset.current + event.deltaY * pixels);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [box, scale, rowHeight, moveTo, update]);

  const scrollToRow = useCallback(
    (row: number) => {
      const top = offsetToShow(scale, offset.current, row, rowHeight);
      if (top !== offset.current) moveTo(top);
    },
    [scale, rowHeight, moveTo],
  );
  const scrollToColumn = useCallback(
    ({ left, width, index }: PlacedColumn) => {
      const element = box.current;
      if (!element || index === 0) return;
      const pinned = placed[0]?.width ?? 0;
      if (left - pinned < element.scrollLeft) element.scrollLeft = left - pinned;
      else if (left + width > element.scrollLeft + element.clientWidth)
        element.scrollLeft = Math.min(left - pinned, left + width - element.clientWidth);
    },
    [box, placed],
  );
  const scrollToTop = useCallback(() => moveTo(0), [moveTo]);

  return {
    window: gridWindow,
    scale,
    pageRows: Math.max(1, Math.floor(viewHeight / rowHeight)),
    slots: Math.ceil(viewHeight / rowHeight) + 2 * SPARE_ROWS + 2,
    viewWidth: Math.max(size.width, widthOf(placed)),
    scrollToRow,
    scrollToColumn,
    scrollToTop,
  };
}

function isSameWindow(one: GridWindow, other: GridWindow): boolean {
  return (
    one.firstRow === other.firstRow &&
    one.endRow === other.endRow &&
    one.firstColumn === other.firstColumn &&
    one.endColumn === other.endColumn &&
    one.layerTop === other.layerTop
  );
}
