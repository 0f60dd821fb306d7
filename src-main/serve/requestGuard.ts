import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What of a request the guard looks at. */
export type GuardedRequest = Pick<IncomingMessage, 'headers' | 'url'>;

export type Verdict =
  | { readonly isAllowed: true; readonly via: 'address' | 'cookie' }
  | { readonly isAllowed: false; readonly status: 401 | 403; readonly reason: string };

/** The secret of one run of the browser host. */
export interface AccessToken {
  readonly value: string;
  /** Set-Cookie that lets a browser in which has shown the token in its address. */
  readonly setCookie: string;
}

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export function createAccessToken(): AccessToken {
  const value = randomBytes(32).toString('base64url');
  return { value, setCookie: `${cookieName(value)}=${value}; Path=/; HttpOnly; SameSite=Strict` };
}

/**
 * Cookies do not tell ports apart, so two hosts (or two tunnels) on one machine need different names. The name gives
 * nothing away about the token.
 */
function cookieName(token: string): string {
  return `tracelane-${createHash('sha256').update(`name of ${token}`).digest('hex').slice(0, 12)}`;
}

/**
 * Checks a request in this order: the Host is this machine by a loopback name (a foreign name means DNS rebinding; any
 * port, since `ssh -L` may change it), the Origin is the page itself (`needsOrigin` for whatever changes something and
 * for the WebSocket), the token is right.
 */
export function checkRequest(request: GuardedRequest, token: string, needsOrigin: boolean): Verdict {
  const host = request.headers.host ?? '';
  if (!isLoopbackHost(host)) {
    return { isAllowed: false, status: 403, reason: 'Open Tracelane as http://127.0.0.1 or http://localhost.' };
  }
  const { origin } = request.headers;
  if (origin === undefined ? needsOrigin : origin !== `http://${host}`) {
    return { isAllowed: false, status: 403, reason: 'This request does not come from a page of Tracelane.' };
  }
  const shown = addressToken(request.url);
  if (shown !== undefined && isSame(shown, token)) return { isAllowed: true, via: 'address' };
  const stored = cookieValue(request.headers.cookie, cookieName(token));
  if (stored !== undefined && isSame(stored, token)) return { isAllowed: true, via: 'cookie' };
  return {
    isAllowed: false,
    status: 401,
    reason: 'Open the whole address that Tracelane printed, with its token; each start has a new one.',
  };
}

/** True for "127.0.0.1", "localhost" and "[::1]" with a port or without. */
export function isLoopbackHost(host: string): boolean {
  const match = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host);
  return match?.[1] !== undefined && loopbackNames.has(match[1].toLowerCase());
}

function addressToken(url: string | undefined): string | undefined {
  const query = url?.split('?', 2)[1];
  return query === undefined ? undefined : (new URLSearchParams(query).get('token') ?? undefined);
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** Takes the same time whatever differs. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
