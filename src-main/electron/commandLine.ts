import { pathOfArgument } from '../host/openArgument';
import { isLink } from './links';

export interface ElectronArguments {
  readonly paths: readonly string[];
  /** `tracelane://` links, as the system passes them. */
  readonly links: readonly string[];
  readonly isDemo: boolean;
  /** Times of the start are printed. */
  readonly isTimed: boolean;
}

/**
 * The arguments that are meant for us: after the executable, and, unpackaged, after the application's folder, before which
 * switches of Chromium may stand.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const args = argv.slice(1);
  return isPackaged ? args : args.slice(args.findIndex((arg) => !arg.startsWith('-')) + 1);
}

/**
 * What to open. Switches of Chromium that are mixed in are left out; nothing after "--" is a switch. Linux hands links and
 * files over in the same place, files as URLs (`electron-builder.yml`).
 */
export function parseElectronArguments(args: readonly string[], folder: string): ElectronArguments {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const after = end < 0 ? [] : args.slice(end + 1);
  const words = [...before.filter((arg) => !arg.startsWith('-')), ...after];
  return {
    paths: words.filter((word) => !isLink(word)).map((path) => pathOfArgument(path, folder)),
    links: words.filter(isLink),
    isDemo: before.includes('--demo'),
    isTimed: before.includes('--time'),
  };
}

/** What a second start tells the first one. */
export interface SecondStart {
  readonly arguments: readonly string[];
  readonly folder: string;
}

/** Of an unknown process that has taken part in the lock: whatever does not look like a start of ours is none. */
export function secondStartOf(data: unknown): SecondStart | undefined {
  if (typeof data !== 'object' || data === null || !('arguments' in data) || !('folder' in data)) return undefined;
  const { arguments: args, folder } = data;
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string') || typeof folder !== 'string')
    return undefined;
  return { arguments: args, folder };
}
