import { Braces, CaseSensitive, Regex, Search, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchOptions } from '../../../src-contract/search/parseSearch';
import { chordKeys, useIsMac } from '../../base/commands';
import { useSearch, useSearchState } from '../../session/search/useSearch';
import { IconButton } from '../../ui/Button';
import { Keys } from '../../ui/Keys';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';
import { FIND_CHORD } from '../windowCommands';
import { SearchHelp } from './SearchHelp';
import { useSearchCommands } from './useSearchCommands';

const toggles = [
  { option: 'isCaseSensitive', icon: CaseSensitive },
  { option: 'isWholeWord', icon: WholeWord },
  { option: 'isPattern', icon: Regex },
  { option: 'inArgs', icon: Braces },
] as const;

/** Searches while one types; what is found stands in the Find panel. Enter goes to it, Esc hands the keys to the timeline. */
export function SearchField() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  const model = useSearch();
  const text = useSearchState((state) => state.text);
  const options = useSearchState((state) => state.options);
  const hasProblem = useSearchState((state) => state.parsed.problem !== undefined);
  const focusCount = useApp((state) => state.findFocusCount);
  const isMac = useIsMac();
  const field = useRef<HTMLInputElement>(null);
  useSearchCommands();

  useEffect(() => {
    if (focusCount === 0) return;
    field.current?.focus();
    field.current?.select();
  }, [focusCount]);

  const set = (next: string) => {
    model.setText(next);
    if (next !== '') controller.showPanel('find');
  };
  const toggle = (option: keyof SearchOptions) => {
    model.setOptions({ [option]: !options[option] });
    if (text !== '') controller.showPanel('find');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') commands.run(event.shiftKey ? 'find.previous' : 'find.next');
    else if (event.key === 'Escape') leaveField(field.current);
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
        aria-invalid={hasProblem}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => set(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text ? (
        <button type="button" className="search-clear" aria-label={t('find.clear')} onClick={() => set('')}>
          <X size={13} aria-hidden />
        </button>
      ) : (
        <Keys keys={chordKeys(FIND_CHORD, isMac)} />
      )}
      <span className="search-toggles">
        {toggles.map(({ option, icon }) => (
          <IconButton
            key={option}
            className="search-toggle"
            label={t(`find.${option}`)}
            icon={icon}
            isPressed={options[option]}
            onClick={() => toggle(option)}
          />
        ))}
        <SearchHelp />
      </span>
    </search>
  );
}

/** The keys go to the timeline where there is one. */
function leaveField(field: HTMLElement | null): void {
  const area = document.getElementById('timeline-area');
  if (area?.checkVisibility()) area.focus({ preventScroll: true });
  else field?.blur();
}
