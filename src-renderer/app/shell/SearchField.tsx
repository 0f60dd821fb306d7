import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chordKeys } from '../../base/commands';
import { Keys } from '../../ui/Keys';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';
import { useIsMac } from '../useIsMac';
import { FIND_CHORD } from '../windowCommands';

/** Searches names while one types; the results stand in the Find panel. Enter goes to them, Esc leaves the field. */
export function SearchField() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  const text = useApp((state) => state.findText);
  const focusCount = useApp((state) => state.findFocusCount);
  const isMac = useIsMac();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (focusCount === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [focusCount]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') commands.run(event.shiftKey ? 'find.previous' : 'find.next');
    else if (event.key === 'Escape') field.current?.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search className="search-field">
      <Search size={14} aria-hidden />
      <input
        ref={field}
        type="text"
        value={text}
        placeholder={t('find.placeholder')}
        aria-label={t('find.placeholder')}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => controller.setFindText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text ? (
        <button
          type="button"
          className="search-clear"
          aria-label={t('find.clear')}
          onClick={() => controller.setFindText('')}
        >
          <X size={13} aria-hidden />
        </button>
      ) : (
        <Keys keys={chordKeys(FIND_CHORD, isMac)} />
      )}
    </search>
  );
}
