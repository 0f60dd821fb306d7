import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, chordKeys } from '../../base/commands';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { useAppServices } from '../appServices';
import { useIsMac } from '../useIsMac';
import { commandGroups } from './commandGroups';

/** Every command that has a key or a gesture. */
export function KeyList() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  const isMac = useIsMac();
  const listed = useStore(commands.store).filter((command) => command.keys.length > 0 || command.gestureKey);
  return (
    <Dialog title={t('command.keys')} width={820} isText onClose={() => controller.showDialog(undefined)}>
      <div className="key-columns">
        {commandGroups(listed).map(({ group, commands: members }) => (
          <section key={group} className="key-group" aria-label={t(`commandGroup.${group}`)}>
            <h3 className="section-title">{t(`commandGroup.${group}`)}</h3>
            <dl>
              {members.map((command) => (
                <div key={command.id} className="key-row">
                  <dt>{t(command.titleKey)}</dt>
                  <dd>
                    {distinctChords(command, isMac).map((keys) => (
                      <Keys key={keys.join('+')} keys={keys} />
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

/** What is printed on the keys, each once: the 0 of the digit row and that of the number pad look the same. */
function distinctChords(command: Command, isMac: boolean): readonly (readonly string[])[] {
  const chords = new Map<string, readonly string[]>();
  for (const chord of command.keys) {
    const keys = chordKeys(chord, isMac);
    chords.set(keys.join('+'), keys);
  }
  return [...chords.values()];
}
