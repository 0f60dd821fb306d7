import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useVirtualRows } from './useVirtualRows';

interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (item: T, index: number) => string | number;
  readonly renderRow: (item: T, index: number) => ReactNode;
  /** -1: none. */
  readonly currentIndex: number;
  readonly onCurrentChange: (index: number) => void;
  /** Enter, and a click or a double click. */
  readonly onActivate: (item: T, index: number) => void;
  /** `doubleClick`: a click only makes the item the current one. */
  readonly activatesOn?: 'click' | 'doubleClick';
  /** Keys that the list itself does not take; true: it was of use. `item`: the current one. */
  readonly onKey?: (event: KeyboardEvent, item: T | undefined) => boolean;
  /** Of items with a box, whether it is ticked. */
  readonly isChecked?: (item: T) => boolean | undefined;
  /** Where there are other items, the current one is shown in their middle, not just at the edge. */
  readonly isCentred?: boolean;
  /** It has the focus as soon as it is there. */
  readonly takesFocus?: boolean;
  readonly className?: string;
}

/** A list box of any length: only what is on screen is in the document. Arrow keys, Page, Home, End and Enter work. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeight, currentIndex, onCurrentChange, onActivate, activatesOn = 'click', takesFocus } = props;
  const box = useRef<HTMLDivElement>(null);
  const { rows, height, show } = useVirtualRows({
    box,
    count: items.length,
    rowHeight,
    keyOf: (index) => props.keyOf(items[index]!, index),
  });

  const itemsBefore = useRef<readonly T[]>(undefined);
  const listed = props.isCentred ? items : items.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is another function each time and does the same
  useEffect(() => {
    const isOther = itemsBefore.current !== items;
    itemsBefore.current = items;
    if (currentIndex >= 0 && currentIndex < items.length)
      show(currentIndex, props.isCentred && isOther ? 'center' : 'auto');
  }, [currentIndex, listed]);

  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -items.length,
      End: items.length,
    };
    const step = steps[event.key];
    if (step !== undefined && items.length > 0) {
      onCurrentChange(
        Math.min(items.length - 1, Math.max(0, (currentIndex < 0 ? -Math.sign(step) : currentIndex) + step)),
      );
    } else if (event.key === 'Enter' && currentIndex >= 0 && currentIndex < items.length) {
      // With Ctrl it means something else, to whoever is around the list.
      if (event.ctrlKey || event.metaKey) return;
      onActivate(items[currentIndex]!, currentIndex);
    } else if (!props.onKey?.(event, items[currentIndex])) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      className={`virtual-list ${props.className ?? ''}`}
      role="listbox"
      aria-label={props.label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return;
        if (currentIndex < 0 && items.length > 0 && event.currentTarget.matches(':focus-visible')) onCurrentChange(0);
      }}
    >
      <div className="virtual-list-content" style={{ height }}>
        {rows.map(({ index, key, place }) => {
          const item = items[index]!;
          return (
            // The list box handles the keys for its options.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={key}
              role="option"
              tabIndex={-1}
              aria-selected={index === currentIndex}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="virtual-row"
              style={place.style}
              aria-checked={props.isChecked?.(item)}
              onClick={(event) => {
                // An option that was clicked has the focus until it is filtered out, and the next key would be nobody's. Not
                // before: what is dragged would be let go of.
                box.current?.focus({ preventScroll: true });
                // The second click of a double click is meant for what the first has chosen: the list may be another by now.
                if (event.detail > 1 && activatesOn === 'click' && !props.isChecked) return;
                onCurrentChange(index);
                if (activatesOn === 'click') onActivate(item, index);
              }}
              onDoubleClick={() => activatesOn === 'doubleClick' && onActivate(item, index)}
            >
              {props.renderRow(item, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
