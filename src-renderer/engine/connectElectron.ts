import { createStore } from 'zustand/vanilla';
import { type ElectronBridge, portMessage } from '../../src-contract/wire/electronBridge';
import { errorNames, NamedError } from '../../src-contract/wire/errors';
import type { ConnectionState, EngineConnection } from './connection';
import { plainEngine } from './plainEngine';

const portTimeoutMs = 15_000;

/** Connects to the main process. Rejects with a `ConnectionClosedError` when it sends no port. */
export async function connectElectron(bridge: ElectronBridge): Promise<EngineConnection> {
  const port = await receivePort(bridge);
  const status = createStore<ConnectionState>(() => ({ status: 'connected', sinceMs: performance.now() }));
  const markClosed = (): void => status.setState({ status: 'closed', sinceMs: performance.now() });
  port.addEventListener('close', markClosed);
  const pathsOf = (files: readonly File[]): readonly string[] =>
    files.map((file) => bridge.pathOfFile(file)).filter((path) => path !== '');
  return {
    engine: plainEngine(port),
    status,
    services: {
      kind: 'electron',
      pickPaths: (kind) => bridge.pickPaths(kind),
      pathsOfDrop: async ({ files }) => pathsOf(files),
      pathsOfFiles: async (files) => pathsOf(files),
      onOpenPaths: (listener) => bridge.onOpenPaths(listener),
      onMenuCommand: (listener) => bridge.onMenuCommand(listener),
      setLook: (look) => bridge.setLook(look),
    },
    dispose: () => {
      port.close();
      markClosed();
    },
  };
}

function receivePort(bridge: ElectronBridge): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      window.removeEventListener('message', onMessage);
      reject(
        new NamedError(errorNames.connectionClosed, 'The main process did not answer; please start Tracelane again.'),
      );
    }, portTimeoutMs);
    const onMessage = (event: MessageEvent): void => {
      const port = event.ports[0];
      if (event.source !== window || event.data !== portMessage || port === undefined) return;
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
      resolve(port);
    };
    window.addEventListener('message', onMessage);
    bridge.connect();
  });
}
