import { errorNames, NamedError } from '../../src-contract/wire/errors';
import { enginePath } from '../../src-contract/wire/frames';
import type { EngineConnection } from './connection';
import { filesOfDrop, type NamedFile } from './droppedFiles';
import { plainEngine } from './plainEngine';
import { type SocketThread, startSocketThread } from './socketThread';
import { uploadFiles } from './upload';

/** Connects to the browser host that served this page. Rejects with a `ConnectionClosedError` when it refuses us. */
export async function connectBrowser(): Promise<EngineConnection> {
  const session = randomHex(16);
  hideToken();
  // Everything is beside the page, below the path of the host's run.
  const url = new URL(`.${enginePath}`, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = `?session=${session}`;
  const worker = new Worker(new URL('./socketWorker.ts', import.meta.url), { type: 'module' });
  const thread = startSocketThread(worker, {
    url: url.href,
    welcomeUrl: new URL('./session', window.location.href).href,
  });
  await connectedOrClosed(thread);
  return {
    engine: plainEngine(thread.endpoint),
    status: thread.status,
    services: {
      kind: 'browser',
      pathsOfDrop: async (dropped, options) => uploadFiles(await filesOfDrop(dropped), session, options),
      pathsOfFiles: (files, options) => uploadFiles(files.map(namedFile), session, options),
    },
    dispose: () => thread.close(),
  };
}

/** The token came with the address; from here on the cookie counts, and the address may be shown or bookmarked. */
function hideToken(): void {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('token')) return;
  address.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', address);
}

function connectedOrClosed({ status }: SocketThread): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const now = status.getState().status;
      if (now === 'reconnecting') return;
      unsubscribe();
      if (now === 'connected') resolve();
      else
        reject(
          new NamedError(errorNames.connectionClosed, 'Tracelane refused the connection; open the address it printed.'),
        );
    };
    const unsubscribe = status.subscribe(settle);
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
