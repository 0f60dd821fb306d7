import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { strict } from '../strict';
import { BrowserWindow } from './browserWindow';
import { eventWith, KnownEvents } from './emitter';
import { SingleInstance } from './singleInstance';
import { mustBeReady, state, toSystem } from './state';

const events = [
  ...['will-finish-launching', 'ready', 'window-all-closed', 'before-quit', 'will-quit', 'quit', 'activate'],
  ...['open-file', 'open-url', 'second-instance', 'web-contents-created', 'browser-window-created'],
  ...['browser-window-focus', 'browser-window-blur', 'render-process-gone', 'child-process-gone'],
  ...['certificate-error', 'select-client-certificate', 'login', 'accessibility-support-changed'],
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly productName?: string;
}

class StandInApp extends KnownEvents {
  readonly isPackaged = process.env.ELECTRON_STAND_IN_PACKAGED !== undefined;
  readonly commandLine = strict('CommandLine', {
    appendSwitch: (name: string, value?: string) => toSystem('commandLine.appendSwitch', name, value),
    hasSwitch: (name: string) => process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  });
  /** macOS alone has one. */
  readonly dock = undefined;
  private readonly paths = new Map<string, string>();
  private readonly appDir = process.env.ELECTRON_STAND_IN_APP ?? '';
  private readonly manifest = JSON.parse(readFileSync(join(this.appDir, 'package.json'), 'utf8')) as Manifest;
  private name = this.manifest.productName ?? this.manifest.name;
  private instance: SingleInstance | undefined;

  constructor() {
    super('App', events);
  }

  isReady(): boolean {
    return state.isReady;
  }

  whenReady(): Promise<void> {
    return state.isReady ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()));
  }

  getVersion(): string {
    return this.manifest.version;
  }

  getName(): string {
    return this.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  getAppPath(): string {
    return this.appDir;
  }

  getLocale(): string {
    mustBeReady('app.getLocale');
    return process.env.ELECTRON_STAND_IN_LOCALE ?? 'en-GB';
  }

  getPath(name: string): string {
    const set = this.paths.get(name);
    if (set !== undefined) return set;
    const appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
    switch (name) {
      case 'home':
        return homedir();
      case 'appData':
        return appData;
      case 'userData':
      case 'sessionData':
        return join(appData, this.name);
      case 'temp':
        return tmpdir();
      case 'logs':
        return join(this.getPath('userData'), 'logs');
      case 'crashDumps':
        return join(this.getPath('userData'), 'Crashpad');
      case 'exe':
        return process.execPath;
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }

  setPath(name: string, path: string): void {
    this.getPath(name);
    this.paths.set(name, path);
  }

  setAppLogsPath(path?: string): void {
    this.paths.set('logs', path ?? join(this.getPath('userData'), 'logs'));
  }

  requestSingleInstanceLock(additionalData: object = {}): boolean {
    this.instance ??= new SingleInstance(this.getPath('userData'));
    return this.instance.take(
      { argv: process.argv, folder: process.cwd(), data: structuredClone(additionalData) },
      ({ argv, folder, data }) => {
        void this.whenReady().then(() => this.emit('second-instance', eventWith({}), argv, folder, data));
      },
    );
  }

  enableSandbox(): void {
    if (state.isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    toSystem('app.enableSandbox');
  }

  disableHardwareAcceleration(): void {
    if (state.isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    toSystem('app.disableHardwareAcceleration');
  }

  setAsDefaultProtocolClient(scheme: string, path?: string, args?: readonly string[]): boolean {
    toSystem('app.setAsDefaultProtocolClient', scheme, path, args);
    return true;
  }

  setAppUserModelId(id: string): void {
    toSystem('app.setAppUserModelId', id);
  }

  addRecentDocument(path: string): void {
    toSystem('app.addRecentDocument', path);
  }

  clearRecentDocuments(): void {
    toSystem('app.clearRecentDocuments');
  }

  setJumpList(categories: readonly object[] | null): string {
    if (process.platform !== 'win32') throw new Error('app.setJumpList is there on Windows only');
    toSystem('app.setJumpList', categories);
    return 'ok';
  }

  setAboutPanelOptions(options: object): void {
    toSystem('app.setAboutPanelOptions', options);
  }

  showAboutPanel(): void {
    toSystem('app.showAboutPanel');
  }

  focus(_options?: object): void {
    BrowserWindow.getAllWindows()[0]?.focus();
  }

  /** Asks, closes the windows, asks again, and ends. `window-all-closed` does not come then. */
  quit(): void {
    if (state.isQuitting) return;
    if (!state.isReady) {
      this.end(0);
      return;
    }
    const event = eventWith({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    state.isQuitting = true;
    for (const window of BrowserWindow.getAllWindows()) {
      if (!state.isQuitting) return;
      window.close();
    }
    if (BrowserWindow.getAllWindows().length === 0) this.willQuit();
  }

  exit(code = 0): void {
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.end(code);
  }

  relaunch(options: object = {}): void {
    toSystem('app.relaunch', options);
  }

  /** A window refuses to be closed. */
  quitIsOff(): void {
    state.isQuitting = false;
  }

  allWindowsAreClosed(): void {
    if (state.isQuitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  /** Once the entry module has been evaluated. */
  becomeReady(): void {
    this.emit('will-finish-launching');
    state.isReady = true;
    this.emit('ready', eventWith({}), {});
  }

  private willQuit(): void {
    const event = eventWith({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) state.isQuitting = false;
    else this.end(0);
  }

  private end(code: number): void {
    this.emit('quit', eventWith({}), code);
    this.instance?.release();
    process.exit(code);
  }
}

export const app = strict('app', new StandInApp());
