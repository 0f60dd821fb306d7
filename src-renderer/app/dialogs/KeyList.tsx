import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { useAppServices } from '../appServices';
import { chordKeys } from '../commands';
import { useIsMac } from '../useIsMac';
import { commandGroups } from './commandGroups';

/** Every command that has a key or a gesture. */
export function KeyList() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  const isMac = useIsMac();
  const listed = useStore(commands.store).filter((command) => command.keys.length > 0 || command.gestureKey);
  return (
    <Dialog title={t('command.keys')} width={820} onClose={() => controller.showDialog(undefined)}>
      <div className="key-columns">
        {commandGroups(listed).map(({ group, commands: members }) => (
          <section key={group} className="key-group" aria-label={t(`commandGroup.${group}`)}>
            <h3 className="section-title">{t(`commandGroup.${group}`)}</h3>
            <dl>
              {members.map((command) => (
                <div key={command.id} className="key-row">
                  <dt>{t(command.titleKey)}</dt>
                  <dd>
                    {command.keys.map((chord) => (
                      <Keys key={JSON.stringify(chord)} keys={chordKeys(chord, isMac)} />
                    ))}
                    {command.gestureKey && <span className="gesture">{t(command.gestureKey)}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
