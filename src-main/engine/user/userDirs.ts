import { posix, win32 } from 'node:path';

/** Absolute folders of this user that Tracelane may write to; nobody has made them yet. */
export interface UserDirs {
  /** Indexes of dumps and the demo; may be deleted at any time. */
  readonly cacheDir: string;
  /** Recent dumps and settings. */
  readonly configDir: string;
  /** Uploads of this run, and the trace that threads rehearse with. On the cache's disk: a system's own temporary folder is often small and in memory. */
  readonly tempDir: string;
}

/**
 * Where the platform keeps such folders: XDG base directories on Linux, Library on macOS, AppData on Windows. Relative
 * values of XDG variables are ignored, as the XDG specification asks.
 */
export function userDirs(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  homedir: string,
): UserDirs {
  if (platform === 'win32') {
    const local = absolute(win32, env.LOCALAPPDATA) ?? win32.join(homedir, 'AppData', 'Local');
    const roaming = absolute(win32, env.APPDATA) ?? win32.join(homedir, 'AppData', 'Roaming');
    const cacheDir = win32.join(local, 'Tracelane', 'Cache');
    return { cacheDir, configDir: win32.join(roaming, 'Tracelane'), tempDir: win32.join(local, 'Tracelane', 'Temp') };
  }
  if (platform === 'darwin') {
    const library = posix.join(homedir, 'Library');
    const cacheDir = posix.join(library, 'Caches', 'Tracelane');
    return {
      cacheDir,
      configDir: posix.join(library, 'Application Support', 'Tracelane'),
      tempDir: posix.join(cacheDir, 'tmp'),
    };
  }
  const cacheHome = absolute(posix, env.XDG_CACHE_HOME) ?? posix.join(homedir, '.cache');
  const configHome = absolute(posix, env.XDG_CONFIG_HOME) ?? posix.join(homedir, '.config');
  const cacheDir = posix.join(cacheHome, 'tracelane');
  return { cacheDir, configDir: posix.join(configHome, 'tracelane'), tempDir: posix.join(cacheDir, 'tmp') };
}

/** Where the platform keeps what a program writes about itself: logs, crash reports. */
export function logDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  homedir: string,
): string {
  if (platform === 'win32') {
    const local = absolute(win32, env.LOCALAPPDATA) ?? win32.join(homedir, 'AppData', 'Local');
    return win32.join(local, 'Tracelane', 'Logs');
  }
  if (platform === 'darwin') return posix.join(homedir, 'Library', 'Logs', 'Tracelane');
  return posix.join(absolute(posix, env.XDG_STATE_HOME) ?? posix.join(homedir, '.local', 'state'), 'tracelane');
}

function absolute(path: typeof posix, value: string | undefined): string | undefined {
  return value !== undefined && path.isAbsolute(value) ? value : undefined;
}
