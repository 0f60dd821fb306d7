import { resolve } from 'node:path';

export interface ElectronArguments {
  readonly paths: readonly string[];
  readonly isDemo: boolean;
}

/**
 * The arguments that are meant for us: after the executable, and, unpackaged, after the application's folder, before which
 * switches of Chromium may stand.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const args = argv.slice(1);
  return isPackaged ? args : args.slice(args.findIndex((arg) => !arg.startsWith('-')) + 1);
}

/** What to open. Switches of Chromium that are mixed in are left out; everything after "--" is a path. */
export function parseElectronArguments(args: readonly string[], folder: string): ElectronArguments {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  const after = end < 0 ? [] : args.slice(end + 1);
  const paths = [...before.filter((arg) => !arg.startsWith('-')), ...after];
  return { paths: paths.map((path) => resolve(folder, path)), isDemo: before.includes('--demo') };
}
