import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, chordKeys, useIsMac } from '../../base/commands';
import { storageIfAllowed } from '../../base/keptValue';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { SearchGroup, SearchItem, SearchList, SearchNone } from '../../ui/SearchList';
import type { AppController } from '../appController';
import { useAppServices } from '../appServices';
import { useEnglish } from '../i18n/useEnglish';
import { foundCommands } from './foundCommands';
import { keptRecent } from './keptRecent';
import { type PaletteGroup, type PalettePlace, paletteGroups, withRecent } from './paletteGroups';

/** Every command by its name. */
export function CommandPalette() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  useEnglish();
  const [text, setText] = useState('');
  // What can't be done now, and the palette itself, would only be in the way.
  const usable = useStore(commands.store).filter(
    (command) => command.isEnabled?.() !== false && command.id !== 'view.palette',
  );
  const [recent] = useState(() => keptRecent(storageIfAllowed()));
  const namesOf = ({ titleKey }: Command) => {
    const title = t(titleKey);
    // The English name finds it in any language, and so does what many call a rank.
    return [title, title.replaceAll(/rank/gi, t('palette.rank')), t(titleKey, { lng: 'en' })];
  };
  const found: readonly PaletteGroup[] =
    text.trim() === ''
      ? paletteGroups(usable, { recent: recent.getState().ids, ...placeOf(controller) })
      : foundCommands(usable, text, namesOf);
  const isMac = useIsMac();
  const close = () => controller.showDialog(undefined);
  return (
    <Dialog title={t('command.palette')} kind="palette" width={560} onClose={close}>
      <SearchList
        label={t('command.palette')}
        fieldLabel={t('command.palette')}
        placeholder={t('palette.placeholder')}
        fieldClass="palette-input"
        listClass="palette-list"
        text={text}
        onText={setText}
        isRound
      >
        <SearchNone className="palette-empty">{t('palette.empty')}</SearchNone>
        {found.map(({ group, commands: members }) => (
          <SearchGroup key={group} heading={t(`commandGroup.${group}`)} className="palette-group">
            {members.map((command) => (
              <SearchItem
                key={command.id}
                value={command.id}
                className="palette-item"
                onSelect={() => {
                  recent.setState(({ ids }) => ({ ids: withRecent(ids, command.id) }));
                  close();
                  commands.run(command.id);
                }}
              >
                <span>{t(command.titleKey)}</span>
                {command.keys[0] && <Keys keys={chordKeys(command.keys[0], isMac)} />}
              </SearchItem>
            ))}
          </SearchGroup>
        ))}
      </SearchList>
    </Dialog>
  );
}

/** Once: nothing changes behind the palette. */
function placeOf(controller: AppController): Omit<PalettePlace, 'recent'> {
  const { screen, tab } = controller.store.getState();
  if (screen.kind !== 'dump') return { hasDump: false, hasSelection: false, tab: undefined };
  const { selectedSlice, selectedRange } = screen.session.store.getState();
  return { hasDump: true, hasSelection: selectedSlice !== undefined || selectedRange !== undefined, tab };
}
