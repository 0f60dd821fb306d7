import { connectBrowser } from './connectBrowser';
import { connectElectron } from './connectElectron';
import type { EngineConnection } from './connection';

export type {
  ConnectionState,
  ConnectionStatus,
  DropOptions,
  EngineConnection,
  HostServices,
  UploadProgress,
} from './connection';

/**
 * Connects this window to its Engine: over the MessagePort that Electron's preload script hands over, or over the
 * WebSocket of the browser host that served the page. Rejects with a `ConnectionClosedError` when it is refused.
 */
export function connectEngine(): Promise<EngineConnection> {
  const bridge = window.tracelaneBridge;
  return bridge ? connectElectron(bridge) : connectBrowser();
}
