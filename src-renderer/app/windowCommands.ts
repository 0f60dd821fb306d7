/** The commands of the window itself. Parts of it register theirs when they are shown. */

import type { StoreApi } from 'zustand/vanilla';
import type { Command, CommandRegistry, KeyChord } from '../base/commands';
import { resolveTheme } from '../base/theme/applyTheme';
import type { PanelId } from '../session/shell';
import { copyText } from '../ui/clipboard';
import { alignCommands } from './align/alignCommands';
import type { AppController } from './appController';
import { clockCommands } from './clock/clockCommands';
import { compareCommands } from './compare/compareCommands';
import { enterPanel, leavePanel } from './focusPanel';
import { currentFragment, fragmentToGive } from './followAddress';
import { growthCommands } from './growth/growthCommands';
import { historyCommands } from './historyCommands';
import { readingCommands } from './reading/readingCommands';
import type { Settings } from './settings';
import { availableViews, hasTreeColumn, isPanelShown, panelSetting, viewInFront } from './shownView';
import { desktopLink } from './viewAddress';

export const FIND_CHORD: KeyChord = { code: 'KeyF', ctrl: true };
export const OPEN_FOLDER_CHORD: KeyChord = { code: 'KeyO', ctrl: true };
export const OPEN_FILE_CHORD: KeyChord = { code: 'KeyO', ctrl: true, shift: true };
export const SETTINGS_CHORD: KeyChord = { code: 'Comma', ctrl: true };

/** What is shown now, for somebody else: the page's address, or of the desktop, whose window has none, a link of its own. */
function copyLink(controller: AppController, href: string): void {
  const { fragment, isWhole } = fragmentToGive(controller);
  const isPage = controller.connection.services.kind === 'browser';
  void copyText(isPage ? `${href.split('#')[0]}#${fragment}` : desktopLink(fragment));
  const message =
    'So many lanes are arranged that a link cannot say how. It leads to the same dump, view and selection.';
  if (!isWhole) controller.say({ code: 'link-without-lanes', message, params: {} });
}

/** Registers them; returns the function that removes them. */
export function registerWindowCommands(
  registry: CommandRegistry,
  controller: AppController,
  settings: StoreApi<Settings>,
): () => void {
  const session = () => {
    const { screen } = controller.store.getState();
    return screen.kind === 'dump' ? screen.session : undefined;
  };
  const hasDump = () => session() !== undefined;
  const inFront = () => {
    const state = session()?.store.getState();
    return (
      state &&
      viewInFront(
        availableViews(state.dump, state.views, controller.store.getState().hasLive),
        controller.store.getState().tab,
      )
    );
  };
  const isLiveShown = () => controller.store.getState().screen.kind === 'live' || inFront()?.id === 'live';
  const setting = () => panelSetting(inFront());
  const showPanel = (panel: PanelId) => {
    if (settings.getState()[setting()] === false) settings.setState({ [setting()]: true });
    controller.showPanel(panel);
  };
  const shell = { keysHandledBy: 'shell' } as const;
  const panelCommand = (panel: PanelId, digit: number): Command => ({
    ...shell,
    id: `panel.${panel}`,
    titleKey: `command.panel.${panel}`,
    group: 'view',
    // Without Alt or Ctrl: with them, browsers switch their own tabs.
    keys: [{ code: `Digit${digit}` }],
    isEnabled: hasDump,
    run: () => showPanel(panel),
  });
  const commands: readonly Command[] = [
    {
      ...shell,
      id: 'file.openFolder',
      titleKey: 'command.openFolder',
      group: 'file',
      keys: [OPEN_FOLDER_CHORD],
      run: () => void controller.pick('folder'),
    },
    {
      ...shell,
      id: 'file.openFile',
      titleKey: 'command.openFile',
      group: 'file',
      keys: [OPEN_FILE_CHORD],
      run: () => void controller.pick('file'),
    },
    {
      ...shell,
      id: 'file.addFolder',
      titleKey: 'command.addFolder',
      group: 'file',
      keys: [],
      isEnabled: hasDump,
      run: () => void controller.pick('folder', true),
    },
    {
      ...shell,
      id: 'file.addFile',
      titleKey: 'command.addFile',
      group: 'file',
      keys: [],
      isEnabled: () => hasDump() && controller.connection.services.pickPaths !== undefined,
      run: () => void controller.pick('file', true),
    },
    {
      ...shell,
      id: 'file.bringBack',
      titleKey: 'command.bringBackAll',
      group: 'file',
      keys: [],
      isEnabled: () => (session()?.store.getState().dump.without.length ?? 0) > 0,
      run: () => void controller.bringBackRanks(),
    },
    {
      ...shell,
      id: 'view.arrangements',
      titleKey: 'command.arrangements',
      group: 'view',
      keys: [],
      isEnabled: hasDump,
      run: () => controller.showArrangements(),
    },
    {
      ...shell,
      id: 'file.files',
      titleKey: 'command.files',
      group: 'file',
      keys: [],
      isEnabled: hasDump,
      run: () => controller.showFiles(),
    },
    {
      ...shell,
      id: 'file.openDemo',
      titleKey: 'command.openDemo',
      group: 'file',
      keys: [],
      run: () => void controller.openDemo(),
    },
    {
      ...shell,
      id: 'live.show',
      titleKey: 'live.command.show',
      group: 'file',
      keys: [{ code: 'KeyL', ctrl: true, alt: true }],
      run: () => controller.showLive(),
    },
    {
      ...shell,
      id: 'live.add',
      titleKey: 'live.command.add',
      group: 'file',
      keys: [],
      run: () => {
        controller.showLive();
        controller.live.show('add');
      },
    },
    {
      ...shell,
      id: 'live.diagnose',
      titleKey: 'live.command.diagnose',
      group: 'file',
      keys: [],
      isEnabled: () => controller.live.store.getState().jobs.length > 0,
      run: () => {
        controller.showLive();
        controller.live.show('diagnose');
      },
    },
    {
      ...shell,
      id: 'view.copyLink',
      titleKey: 'command.copyLink',
      group: 'view',
      keys: [],
      isEnabled: () => currentFragment(controller) !== '',
      run: () => copyLink(controller, window.location.href),
    },
    {
      ...shell,
      id: 'file.close',
      titleKey: 'command.closeDump',
      group: 'file',
      keys: [],
      isEnabled: hasDump,
      run: () => controller.closeDump(),
    },
    {
      ...shell,
      id: 'view.palette',
      titleKey: 'command.palette',
      group: 'view',
      keys: [{ code: 'KeyK', ctrl: true }, { code: 'F1' }],
      worksInFields: true,
      run: () => controller.showDialog('palette'),
    },
    {
      ...shell,
      id: 'view.settings',
      titleKey: 'command.settings',
      group: 'view',
      keys: [SETTINGS_CHORD],
      worksInFields: true,
      run: () => controller.showDialog('settings'),
    },
    {
      ...shell,
      id: 'view.toggleTree',
      titleKey: 'command.toggleTree',
      group: 'view',
      keys: [{ code: 'KeyB', ctrl: true }],
      // There the lanes' own titles are the tree.
      isEnabled: () => {
        const dump = session()?.store.getState().dump;
        return dump !== undefined && hasTreeColumn(inFront(), dump);
      },
      run: () => settings.setState((state) => ({ isTreeOpen: !state.isTreeOpen })),
    },
    {
      ...shell,
      id: 'view.togglePanel',
      titleKey: 'command.togglePanel',
      group: 'view',
      keys: [{ code: 'KeyQ' }, { code: 'KeyJ', ctrl: true }],
      isEnabled: hasDump,
      run: () => {
        const { isPanelWanted } = controller.store.getState();
        settings.setState((state) => ({ [setting()]: !isPanelShown(state[setting()], isPanelWanted) }));
      },
    },
    {
      ...shell,
      id: 'view.focusPanel',
      titleKey: 'command.focusPanel',
      group: 'navigate',
      keys: [{ code: 'F6' }],
      worksInFields: true,
      isEnabled: hasDump,
      run: () => {
        if (leavePanel()) return;
        showPanel(controller.store.getState().panel);
        enterPanel();
      },
    },
    panelCommand('slice', 1),
    panelCommand('selection', 2),
    panelCommand('find', 3),
    panelCommand('flows', 4),
    panelCommand('notices', 5),
    panelCommand('marks', 6),
    panelCommand('events', 7),
    panelCommand('statistics', 8),
    panelCommand('stacks', 9),
    {
      ...shell,
      id: 'view.toggleTheme',
      titleKey: 'command.toggleTheme',
      group: 'view',
      keys: [],
      run: () => settings.setState(({ theme }) => ({ theme: resolveTheme(theme) === 'dark' ? 'light' : 'dark' })),
    },
    {
      ...shell,
      id: 'view.toggleLanguage',
      titleKey: 'command.toggleLanguage',
      group: 'view',
      keys: [],
      run: () => settings.setState(() => ({ language: document.documentElement.lang.startsWith('zh') ? 'en' : 'zh' })),
    },
    {
      ...shell,
      id: 'find.focus',
      titleKey: 'command.find',
      group: 'navigate',
      keys: [FIND_CHORD, { code: 'Slash' }],
      worksInFields: true,
      isEnabled: hasDump,
      run: () => controller.focusFind(),
    },
    {
      ...shell,
      id: 'time.goTo',
      titleKey: 'time.command.goTo',
      group: 'navigate',
      keys: [{ code: 'KeyG' }],
      isEnabled: hasDump,
      run: () => controller.showDialog('goTo'),
    },
    {
      ...shell,
      id: 'time.goToCollective',
      titleKey: 'time.command.goToCollective',
      group: 'navigate',
      keys: [{ code: 'KeyC' }],
      // Until it is known whether there are any, the dialog says that it reads.
      isEnabled: () => hasDump() && session()?.store.getState().views?.communication !== false,
      run: () => controller.showDialog('collective'),
    },
    {
      ...shell,
      id: 'help.recipe',
      titleKey: 'recipe.command',
      group: 'help',
      keys: [{ code: 'KeyT', shift: true }],
      run: () => controller.showRecipe(),
    },
    {
      ...shell,
      id: 'help.keys',
      titleKey: 'command.keys',
      group: 'help',
      keys: [{ code: 'Slash', shift: true }],
      run: () => controller.showDialog('keys'),
    },
  ];
  return registry.register(
    ...commands,
    ...clockCommands(controller, session),
    ...alignCommands(controller, session),
    ...readingCommands(controller, session),
    ...growthCommands(session),
    ...compareCommands(controller, session),
    ...historyCommands(
      session,
      () => inFront()?.id ?? '',
      () => (isLiveShown() ? controller.live : undefined),
      controller.reportError,
    ),
  );
}
