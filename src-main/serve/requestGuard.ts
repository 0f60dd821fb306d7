import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What of a request the guard looks at. */
export type GuardedRequest = Pick<IncomingMessage, 'headers' | 'url'>;

export type Verdict =
  /** `door`: the token was shown where the page is not. */
  | { readonly isAllowed: true; readonly via: 'address' | 'cookie' | 'door' }
  | { readonly isAllowed: false; readonly status: 401 | 403; readonly reason: string };

/**
 * Who may use one run of the browser host: whoever knows its token. Whoever has shown it gets a cookie, which is worth
 * something only at the path of this run.
 *
 * Browsers send a cookie to every port of the machine's address, also to services of other users of a login node. So it is
 * not the token but a secret of its own, for a path that nobody else can guess: a browser sends it nowhere else, and who
 * got hold of it all the same would not know where to use it.
 */
export class Access {
  /** In the address printed to the terminal. */
  readonly token = randomToken();
  /** Everything is below it: "/…/". */
  readonly pagePath = `/${randomToken()}/`;
  readonly #cookieSecret = randomToken();
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
    return `${cookieName}=${this.#cookieSecret}; Path=${this.pagePath}; HttpOnly; SameSite=Strict`;
  }

  hasCookie(header: string | undefined): boolean {
    return cookieValues(header).some((value) => isSame(value, this.#cookieSecret));
  }

  /** True for an address below the path of this run. */
  isPage(url: string | undefined): boolean {
    const [, first, ...more] = (url ?? '').split('?', 1)[0].split('/');
    return more.length > 0 && isSame(`/${first}/`, this.pagePath);
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

const cookieName = 'tracelane';

/**
 * Checks a request in this order: the Host is this machine by a loopback name (a foreign name means DNS rebinding; any
 * port, since `ssh -L` may change it), the Origin is the page itself (`needsOrigin` for whatever changes something and
 * for the WebSocket), then the path with its cookie, or the token.
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
  const isPage = access.isPage(request.url);
  if (isPage && access.hasCookie(request.headers.cookie)) return { isAllowed: true, via: 'cookie' };
  const shown = addressToken(request.url);
  if (shown !== undefined && access.accepts(shown)) return { isAllowed: true, via: isPage ? 'address' : 'door' };
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

/** All that are called like ours: a service on another port may have set one for every path. */
function cookieValues(header: string | undefined): readonly string[] {
  const pairs = (header?.split(';') ?? []).map((part) => part.trim().split('=', 2));
  return pairs.flatMap(([name, value]) => (name === cookieName && value !== undefined ? [value] : []));
}

/** Takes the same time whatever differs. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
