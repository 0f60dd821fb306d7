import { app, session } from 'electron';
import { appOrigin } from './appProtocol';

/** Before the application is ready: no page of any kind gets out of Chromium's sandbox. */
export function sandboxAll(): void {
  app.enableSandbox();
}

/** `notifications`: of alarms of watched jobs, which the user turns on. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/** The window shows our own page and nothing else, and asks the system for nothing but the clipboard and notices on the desktop. */
export function lockDown(): void {
  const isGranted = (permission: string): boolean => GRANTED.has(permission);
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, callback) => callback(isGranted(permission)));
  defaultSession.setPermissionCheckHandler((_contents, permission) => isGranted(permission));
  defaultSession.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // Our page has no frames; were there one, it would have nowhere to go.
    contents.on('will-frame-navigate', (details) => {
      if (!details.isMainFrame || !isOurPage(details.url)) details.preventDefault();
    });
    contents.on('will-navigate', (details) => {
      if (!isOurPage(details.url)) details.preventDefault();
    });
    contents.on('will-redirect', (details) => details.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** `URL.origin` is "null" for schemes of one's own in Node, so compare the text. */
export function isOurPage(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`);
}
