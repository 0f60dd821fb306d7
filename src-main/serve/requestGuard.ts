import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What of a request the guard looks at. */
export type GuardedRequest = Pick<IncomingMessage, 'headers' | 'url'>;

export type Verdict =
  | { readonly isAllowed: true; readonly via: 'address' | 'cookie' }
  | { readonly isAllowed: false; readonly status: 401 | 403; readonly reason: string };

/** Who may use one run of the browser host: whoever knows its token. */
export class Access {
  /** In the address printed to the terminal, then in a cookie. */
  readonly token = randomToken();
  readonly #cookieName = cookieName(this.token);
  /** Expiry (ms) of the tokens handed to browsers on their command line. */
  readonly #launchTokens = new Map<string, number>();

  /**
   * A token that lets a browser in once, within a minute: other users of the machine can read command lines, but come too
   * late.
   */
  createLaunchToken(nowMs = Date.now()): string {
    const token = randomToken();
    this.#launchTokens.set(token, nowMs + launchLimitMs);
    return token;
  }

  /** Set-Cookie for a browser that has shown a token in its address. */
  get setCookie(): string {
    return `${this.#cookieName}=${this.token}; Path=/; HttpOnly; SameSite=Strict`;
  }

  hasCookie(header: string | undefined): boolean {
    const stored = cookieValue(header, this.#cookieName);
    return stored !== undefined && isSame(stored, this.token);
  }

  /** True for the token, and once for a launch token. */
  accepts(shown: string, nowMs = Date.now()): boolean {
    if (isSame(shown, this.token)) return true;
    for (const [launchToken, expiryMs] of this.#launchTokens) {
      if (!isSame(shown, launchToken)) continue;
      this.#launchTokens.delete(launchToken);
      return nowMs <= expiryMs;
    }
    return false;
  }
}

const launchLimitMs = 60_000;
const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

function randomToken(): string {
  return randomBytes(32).toString('base64url');
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
export function checkRequest(request: GuardedRequest, access: Access, needsOrigin: boolean): Verdict {
  const host = request.headers.host ?? '';
  if (!isLoopbackHost(host)) {
    return { isAllowed: false, status: 403, reason: 'Open Tracelane as http://127.0.0.1 or http://localhost.' };
  }
  const { origin } = request.headers;
  if (origin === undefined ? needsOrigin : origin !== `http://${host}`) {
    return { isAllowed: false, status: 403, reason: 'This request does not come from a page of Tracelane.' };
  }
  if (access.hasCookie(request.headers.cookie)) return { isAllowed: true, via: 'cookie' };
  const shown = addressToken(request.url);
  if (shown !== undefined && access.accepts(shown)) return { isAllowed: true, via: 'address' };
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
