import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MiddleCut } from '../MiddleCut';
import { PopoverPanel } from '../PopoverPanel';
import { SearchItem, SearchList, SearchNone } from '../SearchList';
import { matchingItems, type PickerItem } from './pickerItems';

/** Items in the document at first, and how many more come when their end is near. */
const ITEMS_AT_ONCE = 200;

interface PickerProps {
  readonly label: string;
  /** What is chosen, in few words: the button's text. */
  readonly summary: string;
  readonly items: readonly PickerItem[];
  readonly isChosen: (value: number) => boolean;
  readonly isMultiple: boolean;
  /** Enter or a click on an item. */
  readonly onToggle: (value: number) => void;
  /** Buttons below the list; they get the values that what is typed means. */
  readonly footer?: (matching: readonly number[]) => ReactNode;
}

/** A button that opens a list of any length with a field to look in it. Esc closes it. */
export function Picker(props: PickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="picker-button" aria-label={`${props.label}: ${props.summary}`}>
          {/* The space keeps the two words apart for those who hear them. */}
          <span className="picker-label">{props.label}</span>{' '}
          <span className="picker-summary">
            <MiddleCut text={props.summary} />
          </span>
          <ChevronDown size={13} aria-hidden />
        </button>
      </Popover.Trigger>
      <PopoverPanel className="picker" align="start" label={props.label}>
        <PickerList {...props} close={() => setIsOpen(false)} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function PickerList(props: PickerProps & { readonly close: () => void }) {
  const { t } = useTranslation();
  const { items, isChosen, isMultiple, onToggle, footer, close } = props;
  const [text, setText] = useState('');
  const matching = useMemo(() => matchingItems(items, text), [items, text]);
  const [first] = useState(() => items.findIndex(({ value }) => isChosen(value)));
  const [limit, setLimit] = useState(Math.max(first, 0) + ITEMS_AT_ONCE);
  const grow = (isEnd: boolean) => {
    if (limit >= matching.length) return;
    // The key is answered in this very event, by the last item there is then.
    if (isEnd) flushSync(() => setLimit(matching.length));
    else setLimit(limit + ITEMS_AT_ONCE);
  };
  return (
    <>
      <SearchList
        label={props.label}
        fieldLabel={t('ui.picker.search')}
        placeholder={isMultiple ? t('ui.picker.placeholderMany') : t('ui.picker.placeholder')}
        fieldClass="text-field picker-field"
        listClass="picker-list"
        text={text}
        onText={setText}
        first={first < 0 ? undefined : String(items[first]!.value)}
        isMultiple={isMultiple}
        onNearEnd={grow}
      >
        <SearchNone className="picker-none">{t('ui.picker.none')}</SearchNone>
        {matching.slice(0, limit).map((item, at) => (
          <SearchItem
            key={item.value}
            value={String(item.value)}
            className="picker-item"
            // `aria-selected` is the current one.
            aria-checked={isChosen(item.value)}
            aria-setsize={matching.length}
            aria-posinset={at + 1}
            onPointerDown={(event) => event.preventDefault()}
            onSelect={() => {
              onToggle(item.value);
              if (!isMultiple) close();
            }}
          >
            <span className="picker-mark">{isChosen(item.value) && <Check size={13} aria-hidden />}</span>
            <span className="picker-text" title={item.label}>
              <MiddleCut text={item.label} />
            </span>
            {item.detail && <span className="picker-detail">{item.detail}</span>}
          </SearchItem>
        ))}
      </SearchList>
      {footer && <div className="picker-footer">{footer(matching.map(({ value }) => value))}</div>}
    </>
  );
}
