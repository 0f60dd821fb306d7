import type { BrowserWindowConstructorOptions, Rectangle, WebPreferences } from 'electron';
import { strict } from '../strict';
import { app } from './app';
import { eventWith, KnownEvents } from './emitter';
import { link } from './link';
import { primaryArea } from './screen';
import { mustBeReady } from './state';
import { StandInContents } from './webContents';

const events = [
  ...['ready-to-show', 'show', 'hide', 'close', 'closed', 'focus', 'blur', 'resize', 'resized', 'move', 'moved'],
  ...['maximize', 'unmaximize', 'minimize', 'restore', 'enter-full-screen', 'leave-full-screen', 'page-title-updated'],
  ...['unresponsive', 'responsive'],
];
const knownOptions: readonly (keyof BrowserWindowConstructorOptions)[] = [
  ...(['x', 'y', 'width', 'height', 'minWidth', 'minHeight', 'show', 'title', 'webPreferences'] as const),
  ...(['backgroundColor', 'icon', 'autoHideMenuBar', 'useContentSize'] as const),
];
const knownPreferences: readonly (keyof WebPreferences)[] = [
  ...(['preload', 'sandbox', 'contextIsolation', 'nodeIntegration', 'webviewTag', 'spellcheck', 'devTools'] as const),
  ...(['v8CacheOptions', 'navigateOnDragDrop', 'safeDialogs', 'webSecurity', 'zoomFactor', 'enableWebSQL'] as const),
  ...(['disableBlinkFeatures', 'nodeIntegrationInSubFrames', 'nodeIntegrationInWorker', 'plugins'] as const),
];

let windowCount = 0;
const windows = new Map<number, BrowserWindow>();
let focused: BrowserWindow | undefined;

/** A window, which is a page of Chromium; what a page has not (its place on the screen, its state) is kept here. */
export class BrowserWindow extends KnownEvents {
  readonly id = ++windowCount;
  readonly webContents: StandInContents;
  private bounds: Rectangle;
  private mode: 'normal' | 'maximized' | 'fullscreen' = 'normal';
  private isMinimizedNow = false;
  private isVisibleNow = false;
  private isGone = false;
  /** As `setProgressBar` set it. */
  progress = -1;
  progressMode = 'none';
  /** The highest it has been: what comes and goes between two looks has been shown all the same. */
  highestProgress = -1;
  representedFile = '';

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', events);
    mustBeReady('BrowserWindow');
    checkOptions(options);
    const { width = 800, height = 600, webPreferences } = options;
    const area = primaryArea();
    const { x = area.x + Math.round((area.width - width) / 2), y = area.y + Math.round((area.height - height) / 2) } =
      options;
    this.bounds = { x, y, width, height };
    this.webContents = strict(
      'WebContents',
      new StandInContents(this.id, webPreferences?.preload ?? '', { width, height }),
    );
    const self = strict('BrowserWindow', this);
    windows.set(this.id, self);
    this.webContents.once('dom-ready', () => {
      if (!this.isGone) this.emit('ready-to-show', eventWith({}));
    });
    app.emit('web-contents-created', eventWith({}), this.webContents);
    app.emit('browser-window-created', eventWith({}), self);
    if (options.show !== false) self.show();
    // biome-ignore lint/correctness/noConstructorReturn: what the stand-in lacks must not look like `undefined`.
    return self;
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return windows.get(id) ?? null;
  }

  static fromWebContents(contents: StandInContents): BrowserWindow | null {
    return [...windows.values()].find((window) => window.webContents === contents) ?? null;
  }

  loadURL(url: string): Promise<void> {
    this.refuseIfGone();
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.refuseIfGone();
    this.isVisibleNow = true;
    this.emit('show');
    this.focus();
  }

  focus(): void {
    this.refuseIfGone();
    if (focused === this.self()) return;
    focused?.emit('blur', eventWith({}));
    focused = this.self();
    this.emit('focus', eventWith({}));
  }

  isVisible(): boolean {
    return this.isVisibleNow;
  }

  isFocused(): boolean {
    return focused === this.self();
  }

  isMinimized(): boolean {
    return this.isMinimizedNow;
  }

  minimize(): void {
    this.refuseIfGone();
    this.isMinimizedNow = true;
    this.emit('minimize');
  }

  restore(): void {
    this.refuseIfGone();
    this.isMinimizedNow = false;
    this.emit('restore');
  }

  isMaximized(): boolean {
    return this.mode === 'maximized';
  }

  maximize(): void {
    this.refuseIfGone();
    this.mode = 'maximized';
    this.emit('maximize');
  }

  unmaximize(): void {
    this.refuseIfGone();
    this.mode = 'normal';
    this.emit('unmaximize');
  }

  isFullScreen(): boolean {
    return this.mode === 'fullscreen';
  }

  setFullScreen(isFull: boolean): void {
    this.refuseIfGone();
    this.mode = isFull ? 'fullscreen' : 'normal';
    this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen');
  }

  getBounds(): Rectangle {
    this.refuseIfGone();
    return this.mode === 'normal' ? { ...this.bounds } : { ...primaryArea() };
  }

  getNormalBounds(): Rectangle {
    this.refuseIfGone();
    return { ...this.bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.refuseIfGone();
    const before = this.bounds;
    this.bounds = { ...before, ...bounds };
    const { width, height, x, y } = this.bounds;
    if (width !== before.width || height !== before.height) {
      link.tell({ kind: 'resize', window: this.id, width, height });
      this.emit('resize');
      this.emit('resized');
    }
    if (x !== before.x || y !== before.y) {
      this.emit('move');
      this.emit('moved');
    }
  }

  setProgressBar(progress: number, options?: { readonly mode: string }): void {
    this.refuseIfGone();
    this.progress = progress;
    this.highestProgress = Math.max(this.highestProgress, progress);
    this.progressMode = options?.mode ?? (progress < 0 ? 'none' : progress > 1 ? 'indeterminate' : 'normal');
  }

  flashFrame(_isOn: boolean): void {
    this.refuseIfGone();
  }

  setRepresentedFilename(path: string): void {
    this.refuseIfGone();
    this.representedFile = path;
  }

  /** As the user's click on the cross: listeners of `close` may refuse it. */
  close(): void {
    this.refuseIfGone();
    const event = eventWith({});
    this.emit('close', event);
    if (event.defaultPrevented) app.quitIsOff();
    else this.destroy();
  }

  destroy(): void {
    if (this.isGone) return;
    this.isGone = true;
    windows.delete(this.id);
    if (focused === this.self()) focused = undefined;
    this.webContents.destroyed();
    link.tell({ kind: 'close', window: this.id });
    this.emit('closed');
    if (windows.size === 0) app.allWindowsAreClosed();
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  /** `this` as everybody else has it. */
  private self(): BrowserWindow {
    return windows.get(this.id) ?? this;
  }

  private refuseIfGone(): void {
    if (this.isGone) throw new Error('Object has been destroyed');
  }
}

function checkOptions(options: BrowserWindowConstructorOptions): void {
  for (const key of Object.keys(options) as (keyof BrowserWindowConstructorOptions)[]) {
    if (!knownOptions.includes(key)) throw new Error(`The stand-in for electron has no option ${key} of a window`);
  }
  const preferences = options.webPreferences ?? {};
  for (const key of Object.keys(preferences) as (keyof WebPreferences)[]) {
    if (!knownPreferences.includes(key)) throw new Error(`The stand-in for electron has no webPreferences.${key}`);
  }
  const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = preferences;
  const isOpen =
    sandbox === false || contextIsolation === false || nodeIntegration || webviewTag || webSecurity === false;
  if (isOpen) throw new Error('The stand-in for electron has only windows that are sandboxed and isolated');
}

/** Every page's messages and fates, by the number of its window. */
export function connectWindows(): void {
  link.onMessage((message) => {
    if (message.kind === 'ask') return;
    const window = windows.get(message.window);
    if (window === undefined) return;
    const { webContents } = window;
    switch (message.kind) {
      case 'from-page':
        webContents.receive(message.text);
        return;
      case 'loaded':
        webContents.loaded();
        return;
      case 'load-failed':
        webContents.loaded(message.message);
        return;
      case 'page-closed':
        window.close();
        return;
      case 'page-crashed': {
        webContents.crashed();
        const details = { reason: 'crashed', exitCode: 5 };
        webContents.emit('render-process-gone', eventWith({}), details);
        app.emit('render-process-gone', eventWith({}), webContents, details);
        return;
      }
    }
  });
}
