import { expect, test } from 'vitest';
import { Access, checkRequest, isLoopbackHost } from '../../../../src-main/serve/requestGuard';

const access = new Access();
const cookie = access.setCookie.split(';', 1)[0] ?? '';
const page = access.pagePath;
const host = '127.0.0.1:41737';
const origin = `http://${host}`;

test('the token in the address lets in, then its cookie does', () => {
  const judge = (url: string, shown?: string) =>
    checkRequest({ headers: { host, ...(shown !== undefined && { cookie: shown }) }, url }, access, false);
  expect(judge(`${page}?token=${access.token}`)).toEqual({ isAllowed: true, via: 'address' });
  expect(judge(`/?token=${access.token}`)).toEqual({ isAllowed: true, via: 'door' });
  expect(judge(page, `other=1; ${cookie}`)).toEqual({ isAllowed: true, via: 'cookie' });
  // One that another service has set for every path.
  expect(judge(`${page}assets/main.js`, `tracelane=foreign; ${cookie}`)).toEqual({ isAllowed: true, via: 'cookie' });
});

test('the cookie is for the path of this run only, out of reach of scripts and other sites, and not the token', () => {
  expect(access.setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  expect(access.setCookie).toContain(`; Path=${page};`);
  expect(access.setCookie).not.toContain(access.token);
  expect(access.accepts(cookie.split('=')[1])).toBe(false);
  expect(new Access().pagePath).not.toBe(page);
});

test.each([
  ['no token', '/', undefined],
  ['a wrong token', '/?token=AAAA', undefined],
  ['a part of the token', `/?token=${access.token.slice(0, -1)}`, undefined],
  ['an empty token', '/?token=', undefined],
  ['a wrong cookie', page, `${cookie.slice(0, -1)}_`],
  ['the cookie elsewhere', '/', cookie],
  ['the cookie with a part of the path', page.slice(0, -2), cookie],
  ['the cookie beside the path', `${page.slice(0, -1)}x/`, cookie],
  ['the cookie without the slash', page.slice(0, -1), cookie],
])('%s does not', (_name, url, wrongCookie) => {
  const headers = { host, ...(wrongCookie !== undefined && { cookie: wrongCookie }) };
  expect(checkRequest({ headers, url }, access, false)).toMatchObject({ isAllowed: false, status: 401 });
});

test('a host name that is not this machine is refused even with the token', () => {
  for (const foreign of ['evil.example:41737', 'localhost.evil.example', '127.0.0.1.evil.example:80', '', '0.0.0.0']) {
    const request = { headers: { host: foreign, cookie }, url: `/?token=${access.token}` };
    expect(checkRequest(request, access, false)).toMatchObject({ isAllowed: false, status: 403 });
  }
});

test('loopback names with any port: a tunnel may have its own', () => {
  for (const name of ['127.0.0.1', 'localhost:9000', 'LOCALHOST:1', '[::1]:80', '[::1]']) {
    expect(isLoopbackHost(name)).toBe(true);
  }
  expect(isLoopbackHost('localhost:9000:1')).toBe(false);
  expect(isLoopbackHost('[::2]:80')).toBe(false);
});

test('what changes something needs the Origin of the page itself', () => {
  const judge = (from: string | undefined, needsOrigin: boolean) =>
    checkRequest(
      { headers: { host, cookie, ...(from !== undefined && { origin: from }) }, url: page },
      access,
      needsOrigin,
    ).isAllowed;
  expect(judge(origin, true)).toBe(true);
  expect(judge(undefined, true)).toBe(false);
  expect(judge('http://127.0.0.1:3000', true)).toBe(false);
  expect(judge('http://localhost:41737', true)).toBe(false);
  expect(judge('https://127.0.0.1:41737', true)).toBe(false);
  expect(judge('null', true)).toBe(false);
  expect(judge('http://evil.example', false)).toBe(false);
  expect(judge(undefined, false)).toBe(true);
});

test('a launch token works once and for a minute', () => {
  const once = access.createLaunchToken(1_000);
  expect(access.accepts(once, 2_000)).toBe(true);
  expect(access.accepts(once, 2_000)).toBe(false);
  const late = access.createLaunchToken(1_000);
  expect(access.accepts(late, 62_000)).toBe(false);
});
