import { errorNames, NamedError } from '../../src-wire/errors';
import { enginePath } from '../../src-wire/frames';
import type { EngineConnection } from './connection';
import { filesOfDrop, type NamedFile } from './droppedFiles';
import { plainEngine } from './plainEngine';
import { uploadFiles } from './upload';
import { WebSocketEndpoint } from './webSocketEndpoint';

/** Connects to the browser host that served this page. Rejects with a `ConnectionClosedError` when it refuses us. */
export async function connectBrowser(): Promise<EngineConnection> {
  const session = randomHex(16);
  hideToken();
  const url = new URL(enginePath, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = `?session=${session}`;
  const endpoint = new WebSocketEndpoint({ url: url.href, isWelcome });
  await connectedOrClosed(endpoint);
  return {
    engine: plainEngine(endpoint),
    status: endpoint.status,
    services: {
      kind: 'browser',
      pathsOfDrop: async (transfer, options) => uploadFiles(await filesOfDrop(transfer), session, options),
      pathsOfFiles: (files, options) => uploadFiles(files.map(namedFile), session, options),
    },
    dispose: () => endpoint.close(),
  };
}

/** The token came with the address; from here on the cookie counts, and the address may be shown or bookmarked. */
function hideToken(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('token')) return;
  address.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', address);
}

async function isWelcome(): Promise<boolean> {
  const response = await fetch(new URL('/session', window.location.href), { cache: 'no-store' });
  return response.ok;
}

function connectedOrClosed(endpoint: WebSocketEndpoint): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const { status } = endpoint.status.getState();
      if (status === 'reconnecting') return;
      unsubscribe();
      if (status === 'connected') resolve();
      else
        reject(
          new NamedError(errorNames.connectionClosed, 'Tracelane refused the connection; open the address it printed.'),
        );
    };
    const unsubscribe = endpoint.status.subscribe(settle);
    settle();
  });
}

function namedFile(file: File): NamedFile {
  return { path: file.webkitRelativePath || file.name, file };
}

function randomHex(byteCount: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
