import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { contentSecurityPolicy } from '../host/contentSecurityPolicy';
import { contentTypeOf, listStaticFiles } from '../host/staticFiles';

/** Of the window's page, and of links (`links.ts`), which have another host. */
export const appScheme = 'tracelane';
/** Where the window's page is; nothing else may be navigated to. */
export const appOrigin = `${appScheme}://app`;

/** Before the application is ready: a real origin with fetch and modules, unlike file:, whose compiled code V8 keeps. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the window's files, and only those, with the same policy as the browser host. */
export async function handleAppScheme(rendererDir: string): Promise<void> {
  const files = await listStaticFiles(rendererDir);
  protocol.handle(appScheme, async (request) => {
    if (request.method !== 'GET') return new Response(undefined, { status: 405, headers: { allow: 'GET' } });
    const url = new URL(request.url);
    const path = url.host === 'app' ? files.get(url.pathname) : undefined;
    if (path === undefined) return new Response(undefined, { status: 404 });
    return new Response(await readFile(path), {
      headers: {
        'content-type': contentTypeOf(path),
        'content-security-policy': contentSecurityPolicy([]),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      },
    });
  });
}
