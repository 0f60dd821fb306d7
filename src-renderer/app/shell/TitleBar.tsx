import { ChevronDown, Command, Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { chordKeys, useIsMac } from '../../base/commands';
import { SessionContext, useSessionState } from '../../session/answers/useSession';
import { hasLanes } from '../../session/dumpSummary';
import { IconButton } from '../../ui/Button';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';
import { useLookChoices } from '../useLookChoices';
import { OPEN_FILE_CHORD, OPEN_FOLDER_CHORD, SETTINGS_CHORD } from '../windowCommands';
import { Logo } from './Logo';
import { SearchField } from './SearchField';

/** Name of the program and of the dump, search, settings. */
export function TitleBar() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const screen = useApp((state) => state.screen);
  const isOpen = screen.kind === 'dump';
  return (
    <SessionContext value={isOpen ? screen.session : undefined}>
      <header className="title-bar">
        <div className="title-bar-start">
          <Logo size={20} />
          {isOpen ? <DumpMenu /> : <span className="app-name">Tracelane</span>}
        </div>
        <div className="title-bar-middle">{isOpen && <SearchWhenReadable />}</div>
        <div className="title-bar-end">
          <IconButton label={t('command.palette')} icon={Command} onClick={() => controller.showDialog('palette')} />
          <SettingsMenu />
        </div>
      </header>
    </SessionContext>
  );
}

function DumpMenu() {
  const { t } = useTranslation();
  const { controller, commands } = useAppServices();
  const title = useSessionState((state) => state.dump.title);
  const paths = useSessionState((state) => state.dump.paths);
  const removedCount = useSessionState((state) => state.dump.without.length);
  const isMac = useIsMac();
  return (
    <Menu
      trigger={
        <button type="button" className="dump-menu" title={paths.join('\n')}>
          <span className="dump-title">{title}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuItem onSelect={() => void controller.pick('folder')} keys={chordKeys(OPEN_FOLDER_CHORD, isMac)}>
        {t('command.openFolder')}
      </MenuItem>
      <MenuItem onSelect={() => void controller.pick('file')} keys={chordKeys(OPEN_FILE_CHORD, isMac)}>
        {t('command.openFile')}
      </MenuItem>
      <MenuItem onSelect={() => void controller.pick('folder', true)}>{t('command.addFolder')}</MenuItem>
      <MenuItem onSelect={() => void controller.compareWithAnother()}>{t('compare.another')}</MenuItem>
      {removedCount > 0 && (
        <MenuItem onSelect={() => void controller.bringBackRanks()}>
          {t('command.bringBack', { count: removedCount })}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void controller.openDemo()}>{t('command.openDemo')}</MenuItem>
      <MenuItem onSelect={() => controller.showLive()}>{t('live.command.show')}</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => controller.showFiles()}>{t('command.files')}</MenuItem>
      <SavingItems />
      {controller.isLasting(paths) && (
        <MenuItem onSelect={() => commands.run('view.copyLink')}>{t('command.copyLink')}</MenuItem>
      )}
      <MenuItem onSelect={() => controller.closeDump()}>{t('command.closeDump')}</MenuItem>
    </Menu>
  );
}

/** What the timeline can save of itself, while it is in front. */
function SavingItems() {
  const { t } = useTranslation();
  const { commands } = useAppServices();
  const registered = useStore(commands.store);
  return registered
    .filter(({ id, group }) => group === 'file' && id.startsWith('timeline.'))
    .map(({ id, titleKey, run }) => (
      <MenuItem key={id} onSelect={run}>
        {t(titleKey)}
      </MenuItem>
    ));
}

/** Search, once there is something to search. */
function SearchWhenReadable() {
  const isReadable = useSessionState(({ dump }) => hasLanes(dump));
  return isReadable ? <SearchField /> : null;
}

function SettingsMenu() {
  const { t } = useTranslation();
  const { controller, settings } = useAppServices();
  const theme = useStore(settings, (state) => state.theme);
  const language = useStore(settings, (state) => state.language);
  const { themes, languages } = useLookChoices();
  const isMac = useIsMac();
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="icon-button" aria-label={t('settings.title')} title={t('settings.title')}>
          <Settings2 size={15} aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label={t('settings.theme')}
        value={theme}
        options={themes}
        onChange={(value) => settings.setState({ theme: value })}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('settings.language')}
        value={language}
        options={languages}
        onChange={(value) => settings.setState({ language: value })}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => controller.showDialog('settings')} keys={chordKeys(SETTINGS_CHORD, isMac)}>
        {t('command.settings')}
      </MenuItem>
      <MenuItem onSelect={() => controller.showDialog('keys')}>{t('command.keys')}</MenuItem>
    </Menu>
  );
}
