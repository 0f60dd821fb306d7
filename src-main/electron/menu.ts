import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommandId } from '../../src-contract/wire/electronBridge';
import { type MenuLanguage, menuStrings } from './menuStrings';

export interface MenuActions {
  /** Sends the command to the window in front. */
  run(command: MenuCommandId): void;
  newWindow(): void;
  /** In the window in front. */
  open(paths: readonly string[]): void;
  /** Makes everything in the windows larger by so many steps. */
  zoom(steps: number | 'reset'): void;
  /** Shows the folder with logs and crash reports. */
  showLogs(): void;
}

export interface MenuContents {
  readonly language: MenuLanguage;
  readonly platform: NodeJS.Platform;
  /** The window's keys of its commands, as accelerators. */
  readonly keys: Readonly<Record<string, string>>;
  readonly recents: readonly { readonly label: string; readonly paths: readonly string[] }[];
  readonly hasDeveloperTools: boolean;
  readonly actions: MenuActions;
}

/**
 * The native menu. It shows the keys of the window's commands but does not act on them: they are bound once, in the window,
 * by their place on the keyboard. On macOS, where a key that is shown is one that acts, the page gets it first.
 */
export function menuTemplate(contents: MenuContents): MenuItemConstructorOptions[] {
  const { language, platform, keys, recents, hasDeveloperTools, actions } = contents;
  const strings = menuStrings[language];
  const isMac = platform === 'darwin';
  const command = (id: MenuCommandId): MenuItemConstructorOptions => ({
    id,
    label: strings.commands[id],
    click: () => actions.run(id),
    ...(keys[id] !== undefined && { accelerator: keys[id], registerAccelerator: false }),
  });
  const recentItems: MenuItemConstructorOptions[] =
    recents.length === 0
      ? [{ label: strings.noRecent, enabled: false }]
      : recents.map(({ label, paths }) => ({ label: withoutMnemonic(label), click: () => actions.open(paths) }));
  const separator: MenuItemConstructorOptions = { type: 'separator' };

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: strings.about },
      separator,
      command('view.settings'),
      separator,
      { role: 'hide', label: strings.hide },
      { role: 'hideOthers', label: strings.hideOthers },
      separator,
      { role: 'quit', label: strings.quit },
    ],
  };
  const fileMenu: MenuItemConstructorOptions = {
    label: strings.file,
    submenu: [
      { label: strings.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: () => actions.newWindow() },
      separator,
      command('file.openFolder'),
      command('file.openFile'),
      command('file.openDemo'),
      { label: strings.recent, submenu: recentItems },
      separator,
      command('file.close'),
      { role: 'close', label: strings.closeWindow },
      ...(isMac
        ? []
        : [separator, command('view.settings'), separator, { role: 'quit', label: strings.quit } as const]),
    ],
  };
  const editMenu: MenuItemConstructorOptions = {
    label: strings.edit,
    submenu: [
      { role: 'undo', label: strings.undo },
      { role: 'redo', label: strings.redo },
      separator,
      { role: 'cut', label: strings.cut },
      { role: 'copy', label: strings.copy },
      { role: 'paste', label: strings.paste },
      { role: 'selectAll', label: strings.selectAll },
    ],
  };
  const viewMenu: MenuItemConstructorOptions = {
    label: strings.view,
    submenu: [
      command('view.palette'),
      command('view.toggleTheme'),
      separator,
      { role: 'reload', label: strings.reload, accelerator: 'CmdOrCtrl+Shift+R' },
      ...(hasDeveloperTools ? [{ role: 'toggleDevTools', label: strings.developerTools } as const] : []),
      separator,
      // Ctrl+0 is the timeline's.
      { label: strings.zoomReset, accelerator: 'CmdOrCtrl+Alt+0', click: () => actions.zoom('reset') },
      { label: strings.zoomIn, accelerator: 'CmdOrCtrl+Plus', click: () => actions.zoom(1) },
      { label: strings.zoomOut, accelerator: 'CmdOrCtrl+-', click: () => actions.zoom(-1) },
      { role: 'togglefullscreen', label: strings.fullScreen },
    ],
  };
  const windowMenu: MenuItemConstructorOptions = {
    label: strings.window,
    submenu: [{ role: 'minimize', label: strings.minimize }],
  };
  const helpMenu: MenuItemConstructorOptions = {
    role: 'help',
    label: strings.help,
    submenu: [
      command('help.recipe'),
      command('help.keys'),
      { label: strings.showLogs, click: () => actions.showLogs() },
      ...(isMac ? [] : [{ role: 'about', label: strings.about } as const]),
    ],
  };
  return [...(isMac ? [appMenu] : []), fileMenu, editMenu, viewMenu, windowMenu, helpMenu];
}

/** "&" marks a letter of a menu's label; one of a file's name is meant as it stands. */
function withoutMnemonic(label: string): string {
  return label.replaceAll('&', '&&');
}
