import type { SchemePrivileges } from '../messages';

/**
 * Chromium as it is installed can be taught no scheme of one's own, so a page of `tracelane://app` is one of
 * `https://app.tracelane.test` there: as `standard`, `secure` and `supportFetchAPI` make it in Electron.
 */
const topDomain = 'test';

/** The address in Chromium. */
export function chromiumAddress(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url);
  return `https://${host}.${protocol.slice(0, -1)}.${topDomain}${pathname}${search}${hash}`;
}

/** The address as the application knows it; one of another origin is left as it is. */
export function applicationAddress(address: string, schemes: readonly SchemePrivileges[]): string {
  const url = new URL(address);
  const [end, scheme, ...hosts] = url.host.split('.').reverse();
  if (url.protocol !== 'https:' || end !== topDomain || !schemes.some((one) => one.scheme === scheme)) return address;
  return `${scheme}://${hosts.reverse().join('.')}${url.pathname}${url.search}${url.hash}`;
}
