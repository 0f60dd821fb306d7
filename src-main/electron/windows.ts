import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { channels, type MenuCommandId, type OpenWish } from '../../src-contract/wire/electronBridge';
import { appOrigin } from './appProtocol';
import { placeWindow, smallestWindow } from './placement';
import type { WindowStateFile } from './windowState';

/** Of the window before its page has painted itself, as `src-renderer/base/theme/tokens.ts` has them. */
export const windowColours = { light: '#eff1f4', dark: '#15171b' } as const;

const zoomStep = 0.5;
const zoomLimits = { least: -3, most: 5 } as const;

export interface WindowsOptions {
  /** Folder with package.json. */
  readonly appDir: string;
  readonly state: WindowStateFile;
  /** Called when a window is on the screen. */
  readonly onShown: () => void;
}

/** The windows of the application, and what each of them is to open when its page asks. */
export class Windows {
  readonly #options: WindowsOptions;
  /** Until its page has asked, a window is told in this way what to open: a message would find nobody. */
  readonly #waiting = new WeakMap<WebContents, OpenWish>();
  readonly #hasAsked = new WeakSet<WebContents>();
  #usesRaster = false;

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  /** Opens a window whose page opens these paths, or shows the welcome page. `view`: see `OpenWish`. */
  create(initialPaths: readonly string[] = [], view = ''): void {
    const { appDir, state, onShown } = this.#options;
    const { bounds, isMaximized, isFullScreen } = state.state;
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
    const areas = [primary, ...others].map(({ workArea }) => workArea);
    const window = new BrowserWindow({
      ...placeWindow(areas, bounds, this.current()?.getNormalBounds()),
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      show: false,
      title: 'Tracelane',
      backgroundColor: nativeTheme.shouldUseDarkColors ? windowColours.dark : windowColours.light,
      webPreferences: {
        preload: join(appDir, 'dist', 'node', 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        devTools: !app.isPackaged,
        v8CacheOptions: 'bypassHeatCheck',
      },
    });
    this.#waiting.set(window.webContents, { paths: initialPaths, view });
    this.#remember(window);
    window.once('ready-to-show', () => {
      if (isMaximized) window.maximize();
      if (isFullScreen) window.setFullScreen(true);
      window.show();
      onShown();
    });
    window.webContents.on('did-finish-load', () => this.#applyZoom(window));
    this.load(window);
  }

  /** Loads its page, anew if it has one. */
  load(window: BrowserWindow): void {
    this.#hasAsked.delete(window.webContents);
    const address = `${appOrigin}/index.html${this.#usesRaster ? '?backend=raster' : ''}`;
    // Rejects when the window is closed or loads something else meanwhile: then there is nobody to be told.
    window.loadURL(address).catch((error: Error) => {
      if (!window.isDestroyed() && !/ERR_ABORTED/.test(error.message)) throw error;
    });
  }

  /** From now on windows draw without the GPU. */
  drawWithoutGpu(): void {
    this.#usesRaster = true;
  }

  /** What the window's page is to open when it asks for the first time since it was loaded. */
  takeInitialPaths(contents: WebContents): readonly string[] {
    this.#hasAsked.add(contents);
    const { paths, view } = this.#waiting.get(contents) ?? { paths: [], view: '' };
    if (view === '') return paths;
    // It is listening by now, and a view comes with the message alone; once, for a page that is loaded again has its own.
    this.#waiting.set(contents, { paths, view: '' });
    contents.send(channels.openPaths, { paths, view } satisfies OpenWish);
    return [];
  }

  /** Brings the window in front forward and has it open these; makes one if there is none. `view`: see `OpenWish`. */
  open(paths: readonly string[], view = ''): void {
    const window = this.current();
    if (window === undefined) {
      this.create(paths, view);
      return;
    }
    this.bringForward();
    if (paths.length === 0) return;
    const { webContents } = window;
    if (this.#hasAsked.has(webContents)) webContents.send(channels.openPaths, { paths, view } satisfies OpenWish);
    else this.#waiting.set(webContents, { paths, view });
  }

  bringForward(): void {
    const window = this.current();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  }

  runCommand(command: MenuCommandId): void {
    this.current()?.webContents.send(channels.menuCommand, command);
  }

  /** By so many steps; all windows, and those to come. */
  zoom(steps: number | 'reset'): void {
    const { state } = this.#options;
    const before = state.state.zoomLevel ?? 0;
    const level = steps === 'reset' ? 0 : before + steps * zoomStep;
    state.change({ zoomLevel: Math.min(Math.max(level, zoomLimits.least), zoomLimits.most) });
    for (const window of BrowserWindow.getAllWindows()) this.#applyZoom(window);
  }

  /** The window in front, else any. */
  current(): BrowserWindow | undefined {
    return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  }

  #applyZoom(window: BrowserWindow): void {
    window.webContents.setZoomLevel(this.#options.state.state.zoomLevel ?? 0);
  }

  #remember(window: BrowserWindow): void {
    const { state } = this.#options;
    const remember = (): void => {
      const [isMaximized, isFullScreen] = [window.isMaximized(), window.isFullScreen()];
      state.change({ bounds: window.getNormalBounds(), isMaximized, isFullScreen });
    };
    window.on('resize', remember);
    window.on('move', remember);
    window.on('maximize', remember);
    window.on('unmaximize', remember);
    window.on('enter-full-screen', remember);
    window.on('leave-full-screen', remember);
    window.on('close', remember);
  }
}
