import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommandId } from '../../src-contract/wire/electronBridge';
import { type MenuLanguage, menuStrings } from './menuStrings';

export interface MenuActions {
  /** Sends the command to the window in front. */
  run(command: MenuCommandId): void;
  newWindow(): void;
}

/**
 * The native menu. Commands of the window that have a key there show none here: keys are bound once, in the window, by
 * their place on the keyboard.
 */
export function menuTemplate(
  language: MenuLanguage,
  platform: NodeJS.Platform,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const strings = menuStrings[language];
  const isMac = platform === 'darwin';
  const command = (id: MenuCommandId): MenuItemConstructorOptions => ({
    id,
    label: strings.commands[id],
    click: () => actions.run(id),
  });
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
      ...(isMac
        ? [{ role: 'recentDocuments', label: strings.recent, submenu: [] } satisfies MenuItemConstructorOptions]
        : []),
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
      { role: 'toggleDevTools', label: strings.developerTools },
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
    submenu: [command('help.keys'), ...(isMac ? [] : [{ role: 'about', label: strings.about } as const])],
  };
  return [...(isMac ? [appMenu] : []), fileMenu, editMenu, viewMenu, windowMenu, helpMenu];
}
