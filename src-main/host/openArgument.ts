import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The absolute path that an argument of a command line names, as seen from `folder`. Desktops of Linux hand over file: URLs;
 * Windows takes the quote at the end of "D:\dumps\" for a part of the name, which no name has there.
 */
export function pathOfArgument(argument: string, folder: string, platform: NodeJS.Platform = process.platform): string {
  const windows = platform === 'win32';
  const { resolve } = windows ? win32 : posix;
  const plain = windows && argument.endsWith('"') ? `${argument.slice(0, -1)}\\` : argument;
  return resolve(folder, plain.startsWith('file://') ? (pathOfUrl(plain, windows) ?? plain) : plain);
}

/** undefined for one that names nothing on this system, such as another host's. */
function pathOfUrl(url: string, windows: boolean): string | undefined {
  try {
    return fileURLToPath(url, { windows });
  } catch {
    return undefined;
  }
}
