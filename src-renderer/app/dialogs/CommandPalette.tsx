import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chordKeys, useIsMac } from '../../base/commands';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { SearchGroup, SearchItem, SearchList, SearchNone } from '../../ui/SearchList';
import { useAppServices } from '../appServices';
import { useEnglish } from '../i18n/useEnglish';
import { foundCommands } from './foundCommands';

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
  const found = foundCommands(usable, text, ({ titleKey }) => {
    const title = t(titleKey);
    // The English name finds it in any language, and so does what many call a rank.
    return [title, title.replaceAll(/rank/gi, t('palette.rank')), t(titleKey, { lng: 'en' })];
  });
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
