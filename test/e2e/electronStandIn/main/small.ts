/** Modules of which little is used: dialogs, the system's shell, its look, crash reports. */
import { strict } from '../strict';
import { KnownEvents } from './emitter';
import { link } from './link';
import { mustBeReady, toSystem } from './state';

/** What the user chooses, told by the test before or after the dialog appears. */
const chosen: unknown[] = [];
const waiting: ((choice: unknown) => void)[] = [];

function choice(): Promise<unknown> {
  return new Promise((resolve) => {
    if (chosen.length > 0) resolve(chosen.shift());
    else waiting.push(resolve);
  });
}

link.answer('choose', (value: unknown) => {
  const resolve = waiting.shift();
  if (resolve === undefined) chosen.push(value);
  else resolve(value);
});

/** A dialog may be asked for a window or for none. */
function optionsOf(args: readonly unknown[]): object {
  return (args.length > 1 ? args[1] : args[0]) as object;
}

export const dialog = strict('dialog', {
  async showOpenDialog(...args: readonly unknown[]) {
    mustBeReady('dialog');
    toSystem('dialog.showOpenDialog', optionsOf(args));
    const filePaths = (await choice()) as readonly string[];
    return { canceled: filePaths.length === 0, filePaths: [...filePaths] };
  },
  async showMessageBox(...args: readonly unknown[]) {
    mustBeReady('dialog');
    toSystem('dialog.showMessageBox', optionsOf(args));
    return { response: (await choice()) as number, checkboxChecked: false };
  },
  showErrorBox: (title: string, content: string) => toSystem('dialog.showErrorBox', title, content),
});

export const shell = strict('shell', {
  async openPath(path: string) {
    toSystem('shell.openPath', path);
    return '';
  },
  showItemInFolder: (path: string) => toSystem('shell.showItemInFolder', path),
});

class StandInTheme extends KnownEvents {
  themeSource: 'system' | 'light' | 'dark' = 'system';
  isSystemDark = false;

  constructor() {
    super('NativeTheme', ['updated']);
  }

  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.isSystemDark : this.themeSource === 'dark';
  }
}

export const nativeTheme = strict('nativeTheme', new StandInTheme());

export const crashReporter = strict('crashReporter', {
  start: (options: object) => toSystem('crashReporter.start', options),
});
