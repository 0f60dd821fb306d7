import { Command } from 'cmdk';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface SearchListProps {
  /** Of the list, for those who hear the window. */
  readonly label: string;
  readonly fieldLabel: string;
  readonly placeholder: string;
  readonly fieldClass: string;
  readonly listClass: string;
  /** What is typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Value of the entry that is current at first; default: the first. */
  readonly first?: string | undefined;
  readonly isMultiple?: boolean;
  /** ↑ at the first entry goes to the last one, ↓ at the last to the first. */
  readonly isRound?: boolean;
  /** Where not all entries are in the document: the user comes near their end, or goes to the very end. */
  readonly onNearEnd?: (isEnd: boolean) => void;
  /** `SearchGroup`s and `SearchItem`s. */
  readonly children: ReactNode;
}

/**
 * A field to look in a list, and the list: every picker of the window and the command palette. ↑ ↓ Page Home End move, Enter
 * chooses; the focus stays in the field.
 */
export function SearchList(props: SearchListProps) {
  const { text, onNearEnd, isMultiple = false } = props;
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(props.first ?? '');
  const [currentId, setCurrentId] = useState<string | undefined>(undefined);
  // Which entry is heard. cmdk is one behind where its value is given to it, and doesn't say at all when the list opens.
  useLayoutEffect(() => {
    setCurrentId(itemsOf(list.current).find(({ dataset }) => dataset.value === current)?.id);
  });
  // So it is with what is scrolled into sight; the pointer is where it is, and scrolls nothing.
  const isToBeSeen = useRef(true);
  useLayoutEffect(() => {
    const item = currentId === undefined ? null : document.getElementById(currentId);
    if (!isToBeSeen.current || !item) return;
    isToBeSeen.current = false;
    const heading = item.previousElementSibling ? null : item.closest('[cmdk-group]')?.firstElementChild;
    heading?.scrollIntoView({ block: 'nearest' });
    item.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    isToBeSeen.current = true;
    if (event.key === 'End') onNearEnd?.(true);
    if (event.key !== 'PageDown' && event.key !== 'PageUp') return;
    event.preventDefault();
    const items = itemsOf(list.current);
    const at = items.findIndex(({ dataset }) => dataset.value === current);
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / (items[0]?.offsetHeight || 1)) - 1);
    const wanted = at + (event.key === 'PageDown' ? page : -page);
    const item = items[Math.max(0, Math.min(items.length - 1, wanted))];
    if (item?.dataset.value !== undefined) setCurrent(item.dataset.value);
  };
  return (
    <Command
      label={props.fieldLabel}
      // Its owner finds what is typed.
      shouldFilter={false}
      loop={props.isRound ?? false}
      // Ctrl + J and K are keys of the window.
      vimBindings={false}
      value={current}
      onValueChange={setCurrent}
      onKeyDown={onKeyDown}
    >
      <Command.Input asChild value={text} onValueChange={props.onText}>
        {/* What the element itself has wins over what cmdk gives it. */}
        <input
          className={props.fieldClass}
          placeholder={props.placeholder}
          aria-activedescendant={currentId}
          data-first-focus
        />
      </Command.Input>
      <Command.List
        ref={list}
        label={props.label}
        className={props.listClass}
        aria-multiselectable={isMultiple}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop < 3 * clientHeight) onNearEnd?.(false);
        }}
      >
        {props.children}
      </Command.List>
    </Command>
  );
}

/** Said where nothing is found. */
export const SearchNone = Command.Empty;
/** Entries under a heading. */
export const SearchGroup = Command.Group;
/** An entry: its `value` is its own in the list, `onSelect` is Enter or a click. */
export const SearchItem = Command.Item;

const itemsOf = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled="true"])') ?? []),
];
