import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchingItems, type PickerItem } from './pickerItems';

const ROW_HEIGHT = 24;
const MAX_LIST_HEIGHT = 300;

interface PickerProps {
  readonly label: string;
  /** What is chosen, in few words: the button's text. */
  readonly summary: string;
  readonly items: readonly PickerItem[];
  readonly isChosen: (value: number) => boolean;
  readonly isMultiple: boolean;
  /** Enter, Space or a click on an item. */
  readonly onToggle: (value: number) => void;
  /** Buttons below the list; they get the values that what is typed means. */
  readonly footer?: (matching: readonly number[]) => ReactNode;
}

/** A button that opens a list of any length with a field to look in it. ↑ ↓ Page Home End move, Enter chooses, Esc closes. */
export function Picker(props: PickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="picker-button" aria-label={`${props.label}: ${props.summary}`}>
          <span className="picker-label">{props.label}</span>
          <span className="picker-summary">{props.summary}</span>
          <ChevronDown size={13} aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover picker"
          align="start"
          sideOffset={4}
          collisionPadding={6}
          aria-label={props.label}
          onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
        >
          <PickerList {...props} close={() => setIsOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function PickerList(props: PickerProps & { readonly close: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { items, isChosen, isMultiple, onToggle, footer, close } = props;
  const [text, setText] = useState('');
  const matching = useMemo(() => matchingItems(items, text), [items, text]);
  const [current, setCurrent] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ value }) => isChosen(value)),
    ),
  );
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: matching.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: { width: 0, height: MAX_LIST_HEIGHT },
  });
  useEffect(() => {
    if (current < matching.length) virtualizer.scrollToIndex(current, { align: 'auto' });
  }, [current, matching.length, virtualizer]);

  const toggle = (item: PickerItem | undefined) => {
    if (item === undefined) return;
    onToggle(item.value);
    if (!isMultiple) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.floor(MAX_LIST_HEIGHT / ROW_HEIGHT) - 1;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    if (step !== undefined) setCurrent((at) => Math.max(0, Math.min(matching.length - 1, at + step)));
    else if (event.key === 'Home' && event.ctrlKey) setCurrent(0);
    else if (event.key === 'End' && event.ctrlKey) setCurrent(matching.length - 1);
    else if (event.key === 'Enter') toggle(matching[current]);
    else return;
    event.preventDefault();
  };
  const isListShown = matching.length > 0;
  return (
    <>
      <input
        type="text"
        role="combobox"
        className="text-field picker-field"
        aria-label={t('ui.picker.search')}
        aria-controls={`${id}-list`}
        aria-expanded
        aria-activedescendant={isListShown ? `${id}-${current}` : undefined}
        placeholder={isMultiple ? t('ui.picker.placeholderMany') : t('ui.picker.placeholder')}
        value={text}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setCurrent(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={box}
        id={`${id}-list`}
        className="picker-list"
        role="listbox"
        aria-label={props.label}
        aria-multiselectable={isMultiple}
        tabIndex={-1}
        style={{ height: Math.min(MAX_LIST_HEIGHT, Math.max(1, matching.length) * ROW_HEIGHT) }}
      >
        {!isListShown && <p className="picker-none">{t('ui.picker.none')}</p>}
        <div className="virtual-list-content" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = matching[index];
            if (item === undefined) return null;
            return (
              // The field above handles the keys for its options.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={item.value}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={isChosen(item.value)}
                aria-setsize={matching.length}
                aria-posinset={index + 1}
                className={`picker-item ${index === current ? 'is-current' : ''}`}
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  setCurrent(index);
                  toggle(item);
                }}
              >
                <span className="picker-mark">{isChosen(item.value) && <Check size={13} aria-hidden />}</span>
                <span className="picker-text" title={item.label}>
                  {item.label}
                </span>
                {item.detail && <span className="picker-detail">{item.detail}</span>}
              </div>
            );
          })}
        </div>
      </div>
      {footer && <div className="picker-footer">{footer(matching.map(({ value }) => value))}</div>}
    </>
  );
}
