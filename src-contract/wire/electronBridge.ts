/** What Electron's main process, its preload script and the window agree on. */

/** Channels between main process and preload script. */
export const channels = {
  connect: 'tracelane:connect',
  port: 'tracelane:port',
  pickPaths: 'tracelane:pick-paths',
  openPaths: 'tracelane:open-paths',
  menuCommand: 'tracelane:menu-command',
  setLook: 'tracelane:set-look',
} as const;

/** `data` of the window message that carries the MessagePort of the Engine. */
export const portMessage = 'tracelane:engine-port';

/** Name of the bridge in the window's global object. */
export const bridgeName = 'tracelaneBridge';

/** What the native menu and frame take over from the window. */
export interface WindowLook {
  /** BCP 47 tag ("en", "zh-CN"). */
  readonly language: string;
  readonly theme: 'system' | 'light' | 'dark';
  /** Of the menu's commands that have a key in the window, that key as Electron's accelerator ("CmdOrCtrl+Shift+O"). */
  readonly keys: Readonly<Record<string, string>>;
}

/** What the system, or a link, asks a window to open. */
export interface OpenWish {
  readonly paths: readonly string[];
  /** How it is to be looked at, as in the address of a window, behind "#"; '' where that is not told. Anybody may have written it. */
  readonly view: string;
}

export interface ElectronBridge {
  /** Asks for the MessagePort; it arrives as a window message `portMessage`. */
  connect(): void;
  pickPaths(kind: 'folder' | 'file'): Promise<readonly string[]>;
  /** Absolute path of a dropped file or folder; '' when it is none of the disk. */
  pathOfFile(file: File): string;
  onOpenPaths(listener: (wish: OpenWish) => void): () => void;
  onMenuCommand(listener: (commandId: string) => void): () => void;
  setLook(look: WindowLook): void;
}

/** Commands of the native menu that the window carries out, by the ids of its command registry. */
export const menuCommandIds = [
  'file.openFolder',
  'file.openFile',
  'file.openDemo',
  'file.close',
  'view.palette',
  'view.settings',
  'view.toggleTheme',
  'help.recipe',
  'help.keys',
] as const;

export type MenuCommandId = (typeof menuCommandIds)[number];
