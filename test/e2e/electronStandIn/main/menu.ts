import type { MenuItemConstructorOptions } from 'electron';
import { strict } from '../strict';
import { app } from './app';
import { BrowserWindow } from './browserWindow';
import { toSystem } from './state';

const roles = [
  ...[
    'about',
    'hide',
    'hideOthers',
    'unhide',
    'quit',
    'close',
    'minimize',
    'zoom',
    'front',
    'undo',
    'redo',
    'cut',
    'copy',
    'paste',
  ],
  ...[
    'selectAll',
    'delete',
    'reload',
    'forceReload',
    'toggleDevTools',
    'togglefullscreen',
    'resetZoom',
    'zoomIn',
    'zoomOut',
  ],
  ...[
    'recentDocuments',
    'clearRecentDocuments',
    'appMenu',
    'fileMenu',
    'editMenu',
    'viewMenu',
    'windowMenu',
    'help',
    'services',
  ],
  ...['pasteAndMatchStyle', 'window'],
];
const modifiers = /^(CmdOrCtrl|CommandOrControl|Ctrl|Control|Cmd|Command|Alt|Option|Shift|Super|Meta)$/;
const keyName =
  /^([A-Z0-9]|F([1-9]|1\d|2[0-4])|[)!@#$%^&*(:;+=<,_\->.?/~`{\][|\\}"']|Plus|Space|Tab|Backspace|Delete|Insert|Return|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Escape|Esc)$/;

/** What can be seen of a menu's item, and a click on it. */
export class MenuItem {
  readonly id: string | undefined;
  readonly label: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly registerAccelerator: boolean;
  readonly submenu: Menu | undefined;
  enabled: boolean;
  checked: boolean;
  readonly click: () => void;

  constructor(options: MenuItemConstructorOptions) {
    const { role, accelerator, submenu } = options;
    if (role !== undefined && !roles.includes(role)) throw new Error(`A menu's item has no role "${role}"`);
    if (accelerator !== undefined) checkAccelerator(accelerator as string);
    this.id = options.id;
    this.role = role;
    this.label = options.label ?? role ?? '';
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.accelerator = accelerator as string | undefined;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : undefined;
    this.enabled = options.enabled ?? true;
    this.checked = options.checked ?? false;
    this.click = () => {
      if (!this.enabled) return;
      if (role !== undefined) actOut(role);
      else
        (options.click as ((...args: readonly unknown[]) => void) | undefined)?.(
          this,
          BrowserWindow.getFocusedWindow(),
          {},
        );
    };
  }
}

/** What Electron does by itself for these roles. */
function actOut(role: string): void {
  const window = BrowserWindow.getFocusedWindow();
  if (role === 'quit') app.quit();
  else if (role === 'close') window?.close();
  else if (role === 'minimize') window?.minimize();
  else if (role === 'reload' || role === 'forceReload') window?.webContents.reload();
  else if (role === 'togglefullscreen') window?.setFullScreen(!window.isFullScreen());
  else if (role === 'about') app.showAboutPanel();
  else if (role === 'resetZoom') window?.webContents.setZoomLevel(0);
  else if (role === 'zoomIn') window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + 0.5);
  else if (role === 'zoomOut') window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - 0.5);
  else if (role === 'clearRecentDocuments') app.clearRecentDocuments();
  else if (role === 'toggleDevTools') window?.webContents.openDevTools();
  else toSystem(`role ${role}`);
}

function checkAccelerator(accelerator: string): void {
  // "Ctrl++" is a plus.
  const parts = accelerator.replace(/\+\+$/, '+Plus').split('+');
  const key = parts.pop() ?? '';
  if (!keyName.test(key) || !parts.every((part) => modifiers.test(part))) {
    throw new Error(`"${accelerator}" is no accelerator`);
  }
}

let applicationMenu: Menu | undefined;

export class Menu {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return strict('Menu', menu);
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu ?? undefined;
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu ?? null;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
