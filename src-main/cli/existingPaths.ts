import { existsSync } from 'node:fs';
import { CommandError } from '../base/commandError';
import { pathOfArgument } from '../host/openArgument';

/** Absolute paths of what the command line names; throws a `CommandError` when one does not exist. */
export function existingPaths(paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const absolute = pathOfArgument(path, process.cwd());
    if (existsSync(absolute)) return absolute;
    throw new CommandError(`${absolute} does not exist; tracelane --help lists the commands.`);
  });
}
