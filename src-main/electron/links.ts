import { posix, win32 } from 'node:path';

const prefix = 'tracelane:';

export type Link =
  /** `view`: how it is to be looked at, as the window writes it behind "#"; '' where that is not told. */
  | { readonly kind: 'open'; readonly paths: readonly string[]; readonly view: string }
  /** `code` is that of a sentence in `dialogStrings.ts`. */
  | { readonly kind: 'refused'; readonly code: 'unknown' | 'no-path' | 'relative' | 'network' };

export function isLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${prefix}//`);
}

/**
 * What a link asks for: `tracelane://open?path=/data/job`, with one path or several, and behind "#" how they are looked at.
 * Anybody can write one on a page of the web, so it opens dumps and nothing else, and of this machine alone: to look at a path of
 * the network, Windows would tell the other machine who the user is.
 */
export function parseLink(text: string, platform: NodeJS.Platform): Link {
  if (!URL.canParse(text)) return { kind: 'refused', code: 'unknown' };
  const { protocol, host, pathname, searchParams, hash } = new URL(text);
  if (protocol !== prefix || host !== 'open' || (pathname !== '' && pathname !== '/')) {
    return { kind: 'refused', code: 'unknown' };
  }
  const paths = searchParams.getAll('path').filter((path) => path !== '');
  if (paths.length === 0) return { kind: 'refused', code: 'no-path' };
  if (paths.some((path) => /^[\\/]{2}/.test(path))) return { kind: 'refused', code: 'network' };
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  if (!paths.every(isAbsolute)) return { kind: 'refused', code: 'relative' };
  return { kind: 'open', paths, view: hash.slice(1) };
}
