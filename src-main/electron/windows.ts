import { join } from 'node:path';
import { BrowserWindow } from 'electron';
import { channels, type MenuCommandId } from '../../src-contract/wire/electronBridge';
import { appOrigin } from './appProtocol';

/** The windows of the application, and what each of them is to open when its page is there. */
export class Windows {
  readonly #preloadPath: string;
  readonly #onShown: () => void;
  readonly #initialPaths = new WeakMap<Electron.WebContents, readonly string[]>();

  /** `onShown` is called when a window is on the screen. */
  constructor(appDir: string, onShown: () => void) {
    this.#onShown = onShown;
    this.#preloadPath = join(appDir, 'dist', 'node', 'preload.cjs');
  }

  /** Opens a window whose page opens these paths, or shows the welcome page. */
  create(initialPaths: readonly string[] = []): void {
    const window = new BrowserWindow({
      width: 1600,
      height: 1000,
      minWidth: 800,
      minHeight: 500,
      show: false,
      title: 'Tracelane',
      webPreferences: {
        preload: this.#preloadPath,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    });
    this.#initialPaths.set(window.webContents, initialPaths);
    window.once('ready-to-show', () => {
      window.show();
      this.#onShown();
    });
    void window.loadURL(`${appOrigin}/index.html`);
  }

  initialPathsOf(contents: Electron.WebContents): readonly string[] {
    return this.#initialPaths.get(contents) ?? [];
  }

  /** Brings the window in front forward and has it open these; makes one if there is none. */
  open(paths: readonly string[]): void {
    const window = this.#current();
    if (window === undefined) {
      this.create(paths);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.focus();
    if (paths.length > 0) window.webContents.send(channels.openPaths, paths);
  }

  runCommand(command: MenuCommandId): void {
    this.#current()?.webContents.send(channels.menuCommand, command);
  }

  /** The window in front, else any. */
  #current(): BrowserWindow | undefined {
    return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  }
}
