import { strict } from '../strict';
import { mustBeReady, toSystem } from './state';

type RequestHandler = (
  contents: object,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void;
type CheckHandler = (contents: object | null, permission: string, origin: string, details: object) => boolean;

/** Those that Chromium, driven by a test, can be told to grant, by Electron's names. */
export const permissionNames = [
  ...['clipboard-read', 'clipboard-sanitized-write', 'geolocation', 'media', 'midi', 'notifications'],
  ...['idle-detection', 'storage-access'],
] as const;

let onRequest: RequestHandler | undefined;
let onCheck: CheckHandler | undefined;

export const defaultSession = strict('Session', {
  setPermissionRequestHandler: (handler: RequestHandler | null) => {
    onRequest = handler ?? undefined;
  },
  setPermissionCheckHandler: (handler: CheckHandler | null) => {
    onCheck = handler ?? undefined;
  },
  setDevicePermissionHandler: (handler: ((details: object) => boolean) | null) => {
    deviceHandler = handler ?? undefined;
  },
  setCodeCachePath: (path: string) => toSystem('session.setCodeCachePath', path),
  on: (event: string) => {
    if (event !== 'will-download') throw new Error(`The stand-in for electron has no event "${event}" of Session`);
    return defaultSession;
  },
});

let deviceHandler: ((details: object) => boolean) | undefined;

export const session = strict('session', {
  get defaultSession() {
    mustBeReady('session.defaultSession');
    return defaultSession;
  },
});

/** What a page of these contents is granted: everything, unless the application has handlers that say otherwise. */
export function grantedPermissions(contents: object): readonly string[] {
  return permissionNames.filter((permission) => isGranted(contents, permission));
}

export function isGranted(contents: object, permission: string): boolean {
  let isRequestGranted = onRequest === undefined;
  onRequest?.(contents, permission, (answer) => (isRequestGranted = answer), { isMainFrame: true, requestingUrl: '' });
  const isChecked = onCheck?.(contents, permission, '', { isMainFrame: true }) ?? true;
  return isRequestGranted && isChecked;
}

export function isDeviceGranted(deviceType: string): boolean {
  return deviceHandler?.({ deviceType, origin: '', device: {} }) ?? false;
}
