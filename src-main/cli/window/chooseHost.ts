import { CommandError } from '../../base/commandError';
import type { ElectronBinary } from './electronBinary';

export type HostChoice = 'auto' | 'electron' | 'browser';

export type ChosenHost =
  | { readonly kind: 'electron'; readonly path: string; readonly reason: string }
  | { readonly kind: 'browser'; readonly reason: string };

/** Electron if it is there and there is a display for it. Throws a `CommandError` when Electron was asked for and can't. */
export function chooseHost(asked: HostChoice, electron: ElectronBinary, hasDisplay: boolean): ChosenHost {
  if (asked === 'browser') return { kind: 'browser', reason: 'asked for' };
  const obstacle = electron.isThere ? (hasDisplay ? undefined : 'there is no display') : electron.reason;
  if (electron.isThere && obstacle === undefined) {
    return { kind: 'electron', path: electron.path, reason: asked === 'electron' ? 'asked for' : 'installed' };
  }
  if (asked === 'electron') throw new CommandError(`Electron cannot be used: ${obstacle}.`);
  return { kind: 'browser', reason: `${obstacle}` };
}

/** Whether a window can appear: always on Windows and macOS, by the environment of X11 or Wayland elsewhere. */
export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}
