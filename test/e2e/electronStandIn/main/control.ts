/** What a test does in the place of the user and the system, and what it may look at. */
import type { Rectangle } from 'electron';
import type { Navigation } from '../messages';
import { app } from './app';
import { BrowserWindow } from './browserWindow';
import { eventWith } from './emitter';
import { link } from './link';
import { Menu, type MenuItem } from './menu';
import { setDisplays } from './screen';
import { isDeviceGranted, isGranted } from './session';
import { nativeTheme } from './small';
import { state } from './state';

function windowOf(id: number): BrowserWindow {
  const window = BrowserWindow.fromId(id);
  if (window === null) throw new Error(`there is no window ${id}`);
  return window;
}

/** An item by the labels on the way to it. */
function menuItem(labels: readonly string[]): MenuItem {
  let items = Menu.getApplicationMenu()?.items ?? [];
  let found: MenuItem | undefined;
  for (const label of labels) {
    found = items.find((item) => item.label === label);
    if (found === undefined)
      throw new Error(`the menu has no "${label}", but: ${items.map((item) => item.label).join(', ')}`);
    items = found.submenu?.items ?? [];
  }
  if (found === undefined) throw new Error('no item is asked for');
  return found;
}

interface SeenItem {
  readonly label: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly submenu: readonly SeenItem[];
}

function seen({ label, role, accelerator, submenu }: MenuItem): SeenItem {
  return { label, role, accelerator, submenu: (submenu?.items ?? []).map(seen) };
}

export function answerTheTest(): void {
  link.answer('may-navigate', ({ window, ...navigation }: Navigation, what: 'will-navigate' | 'will-redirect') =>
    windowOf(window).webContents.mayNavigate(what, navigation),
  );
  link.answer('may-open', (window: number, url: string) => windowOf(window).webContents.mayOpenWindow(url));
  link.answer('is-granted', (window: number, permission: string) =>
    isGranted(windowOf(window).webContents, permission),
  );
  link.answer('is-device-granted', (type: string) => isDeviceGranted(type));
  link.answer('menu', () => (Menu.getApplicationMenu()?.items ?? []).map(seen));
  link.answer('click-menu', (...labels: readonly string[]) => menuItem(labels).click());
  link.answer('to-system', () => state.toSystem);
  link.answer('app-event', (name: string, properties: object, ...args: readonly unknown[]) => {
    const event = eventWith(properties);
    app.emit(name, event, ...args);
    return event.defaultPrevented;
  });
  link.answer(
    'ipc-from',
    (window: number, frame: { url?: string; isMain: boolean }, channel: string, ...args: unknown[]) => {
      const { webContents } = windowOf(window);
      webContents.receiveSend(channel, args, webContents.frame(frame.isMain, frame.url));
    },
  );
  link.answer(
    'invoke-from',
    (window: number, frame: { url?: string; isMain: boolean }, channel: string, ...args: unknown[]) => {
      const { webContents } = windowOf(window);
      return webContents.invokedBy(channel, args, webContents.frame(frame.isMain, frame.url));
    },
  );
  link.answer('close-window', (window: number) => windowOf(window).close());
  link.answer('set-bounds', (window: number, bounds: Partial<Rectangle>) => windowOf(window).setBounds(bounds));
  link.answer('maximize', (window: number) => windowOf(window).maximize());
  link.answer('unmaximize', (window: number) => windowOf(window).unmaximize());
  link.answer('minimize', (window: number) => windowOf(window).minimize());
  link.answer('set-displays', (bounds: readonly Rectangle[]) => setDisplays(bounds));
  link.answer('set-dark', (isDark: boolean) => {
    nativeTheme.isSystemDark = isDark;
    nativeTheme.emit('updated');
  });
  link.answer('windows', () =>
    BrowserWindow.getAllWindows().map((window) => ({
      id: window.id,
      bounds: window.getBounds(),
      isMaximized: window.isMaximized(),
      isMinimized: window.isMinimized(),
      isVisible: window.isVisible(),
      isFocused: window.isFocused(),
      progress: window.progress,
      highestProgress: window.highestProgress,
      progressMode: window.progressMode,
      zoomLevel: window.webContents.getZoomLevel(),
      areToolsOpen: window.webContents.isDevToolsOpened(),
      themeSource: nativeTheme.themeSource,
    })),
  );
  // The answer goes out before the process ends.
  link.answer('quit', () => void setImmediate(() => void link.allSent().then(() => app.quit())));
}
