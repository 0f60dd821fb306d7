import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, chordKeys, useIsMac } from '../../base/commands';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';
import { useAppServices } from '../appServices';
import { commandGroups } from './commandGroups';

/** Every command: those that have a key or a gesture with these, then all others. */
export function KeyList() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  const isMac = useIsMac();
  const all = useStore(commands.store);
  const hasKey = (command: Command) => command.keys.length > 0 || command.gestureKey !== undefined;
  const [palette] = all.find(({ id }) => id === 'view.palette')?.keys ?? [];
  return (
    <Dialog title={t('command.keys')} width={820} isText onClose={() => controller.showDialog(undefined)}>
      <div className="key-columns">
        {commandGroups(all.filter(hasKey)).map(({ group, commands: members }) => (
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
      <section className="key-others" aria-label={t('keyList.without')}>
        <h3 className="section-title">{t('keyList.without')}</h3>
        {palette && <p>{t('keyList.howto', { keys: chordKeys(palette, isMac).join(isMac ? '' : '+') })}</p>}
        <ul>
          {commandGroups(all.filter((command) => !hasKey(command))).flatMap(({ commands: members }) =>
            members.map((command) => <li key={command.id}>{t(command.titleKey)}</li>),
          )}
        </ul>
      </section>
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
