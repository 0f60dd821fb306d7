import { Command as CommandMenu } from 'cmdk';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chordKeys } from '../../base/commands';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { useAppServices } from '../appServices';
import { useIsMac } from '../useIsMac';
import { commandGroups } from './commandGroups';

/** Every command by its name. */
export function CommandPalette() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  // What can't be done now, and the palette itself, would only be in the way.
  const usable = useStore(commands.store).filter(
    (command) => command.isEnabled?.() !== false && command.id !== 'view.palette',
  );
  const isMac = useIsMac();
  const close = () => controller.showDialog(undefined);
  return (
    <Dialog title={t('command.palette')} kind="palette" width={560} onClose={close}>
      <CommandMenu label={t('command.palette')} loop>
        <CommandMenu.Input className="palette-input" placeholder={t('palette.placeholder')} data-first-focus />
        <CommandMenu.List className="palette-list">
          <CommandMenu.Empty className="palette-empty">{t('palette.empty')}</CommandMenu.Empty>
          {commandGroups(usable).map(({ group, commands: members }) => (
            <CommandMenu.Group key={group} heading={t(`commandGroup.${group}`)} className="palette-group">
              {members.map((command) => (
                <CommandMenu.Item
                  key={command.id}
                  value={command.id}
                  // The English name finds it in any language.
                  keywords={[t(command.titleKey), t(command.titleKey, { lng: 'en' })]}
                  className="palette-item"
                  onSelect={() => {
                    close();
                    commands.run(command.id);
                  }}
                >
                  <span>{t(command.titleKey)}</span>
                  {command.keys[0] && <Keys keys={chordKeys(command.keys[0], isMac)} />}
                </CommandMenu.Item>
              ))}
            </CommandMenu.Group>
          ))}
        </CommandMenu.List>
      </CommandMenu>
    </Dialog>
  );
}
