import { readFile } from 'node:fs/promises';
import { protocol } from 'electron';
import { contentSecurityPolicy } from '../host/contentSecurityPolicy';
import { contentTypeOf, listStaticFiles } from '../host/staticFiles';

const scheme = 'tracelane';
/** Where the window's page is; nothing else may be navigated to. */
export const appOrigin = `${scheme}://app`;

/** Before the application is ready: a real origin with fetch and modules, unlike file:. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: false } },
  ]);
}

/** Serves the window's files, and only those, with the same policy as the browser host. */
export async function handleAppScheme(rendererDir: string): Promise<void> {
  const files = await listStaticFiles(rendererDir);
  protocol.handle(scheme, async (request) => {
    const url = new URL(request.url);
    const path = url.host === 'app' ? files.get(url.pathname) : undefined;
    if (path === undefined) return new Response(undefined, { status: 404 });
    return new Response(await readFile(path), {
      headers: {
        'content-type': contentTypeOf(path),
        'content-security-policy': contentSecurityPolicy([]),
        'x-content-type-options': 'nosniff',
      },
    });
  });
}
