import { app, session } from 'electron';
import { appOrigin } from './appProtocol';

/** The window shows our own page and nothing else, and asks the system for nothing but the clipboard. */
export function lockDown(): void {
  const isGranted = (permission: string): boolean => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) =>
    callback(isGranted(permission)),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => isGranted(permission));
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => {
      if (!isOurPage(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** `URL.origin` is "null" for schemes of one's own in Node, so compare the text. */
export function isOurPage(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`);
}
