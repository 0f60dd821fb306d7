import { app, Menu, nativeTheme, shell } from 'electron';
import type { Engine, RecentDump } from '../../src-contract';
import type { WindowLook } from '../../src-contract/wire/electronBridge';
import { type DialogStrings, dialogStrings } from './dialogStrings';
import { menuTemplate } from './menu';
import { menuLanguage, menuStrings } from './menuStrings';
import { shownRecents, showRecentsInSystem } from './recents';
import type { WindowStateFile } from './windowState';
import type { Windows } from './windows';

export interface AppMenuOptions {
  readonly engine: Engine;
  readonly windows: Windows;
  readonly state: WindowStateFile;
  readonly logFolder: string;
}

/** The native menu, in the language of the window, with its keys and the recent dumps; and the frame in its theme. */
export class AppMenu {
  readonly #options: AppMenuOptions;
  #look: WindowLook;
  #recents: readonly RecentDump[] = [];

  constructor(options: AppMenuOptions) {
    this.#options = options;
    this.#look = { language: app.getLocale(), theme: options.state.state.theme ?? 'system', keys: {} };
    this.setLook(this.#look);
  }

  /** Of the dialogs, too. */
  get strings(): DialogStrings {
    return dialogStrings[menuLanguage(this.#look.language)];
  }

  setLook(look: WindowLook): void {
    this.#look = look;
    if (nativeTheme.themeSource !== look.theme) nativeTheme.themeSource = look.theme;
    if (this.#options.state.state.theme !== look.theme) this.#options.state.change({ theme: look.theme });
    this.#build();
  }

  async refreshRecents(): Promise<void> {
    this.#recents = await this.#options.engine.recentDumps();
    this.#build();
    const { windows } = this.#options;
    const { recent } = menuStrings[menuLanguage(this.#look.language)];
    showRecentsInSystem(this.#recents, recent, (paths) => windows.open(paths));
  }

  #build(): void {
    const { windows, logFolder } = this.#options;
    const template = menuTemplate({
      language: menuLanguage(this.#look.language),
      platform: process.platform,
      keys: this.#look.keys,
      recents: shownRecents(this.#recents),
      hasDeveloperTools: !app.isPackaged,
      actions: {
        run: (command) => windows.runCommand(command),
        newWindow: () => windows.create(),
        open: (paths) => windows.open(paths),
        zoom: (steps) => windows.zoom(steps),
        showLogs: () => void shell.openPath(logFolder),
      },
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
}
