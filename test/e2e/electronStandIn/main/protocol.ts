import type { PageRequest, PageResponse, SchemePrivileges } from '../messages';
import { strict } from '../strict';
import { link } from './link';
import { state } from './state';

type Handler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: readonly SchemePrivileges[]) {
    if (state.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (state.schemes.length > 0) throw new Error('protocol.registerSchemesAsPrivileged can only be called once');
    for (const { scheme, privileges } of schemes) {
      // A page of it is one of https in Chromium, which is what these three make of a scheme of one's own.
      const { standard, secure, supportFetchAPI, codeCache, stream, ...others } = privileges;
      if (!standard || !secure || !supportFetchAPI) {
        throw new Error(`The stand-in for electron has only standard, secure schemes with fetch, unlike ${scheme}`);
      }
      const asked = Object.entries(others).filter(([, isAsked]) => isAsked);
      if (asked.length > 0) throw new Error(`The stand-in for electron has no privilege ${asked[0]?.[0]}`);
    }
    state.schemes = schemes;
    link.tell({ kind: 'schemes', schemes });
  },
  handle(scheme: string, handler: Handler) {
    if (!state.isReady) throw new Error('protocol.handle is of use once the app is ready');
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already`);
    handlers.set(scheme, handler);
  },
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
});

link.answer('request', async ({ url, method, headers }: PageRequest): Promise<PageResponse> => {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (handler === undefined) return { status: 404, headers: {}, body: new Uint8Array() };
  const response = await handler(new Request(url, { method, headers }));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
});
