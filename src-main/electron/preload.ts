/** The only bridge between the sandboxed window and the main process; see src-contract/wire/electronBridge.ts. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeName, channels, type ElectronBridge, portMessage } from '../../src-contract/wire/electronBridge';

function listen<T>(channel: string, listener: (value: T) => void): () => void {
  const onEvent = (_event: unknown, value: T): void => listener(value);
  ipcRenderer.on(channel, onEvent);
  return () => ipcRenderer.off(channel, onEvent);
}

const bridge: ElectronBridge = {
  connect: () => ipcRenderer.send(channels.connect),
  pickPaths: (kind) => ipcRenderer.invoke(channels.pickPaths, kind),
  pathOfFile: (file) => webUtils.getPathForFile(file),
  onOpenPaths: (listener) => listen(channels.openPaths, listener),
  onMenuCommand: (listener) => listen(channels.menuCommand, listener),
  setLook: (look) => ipcRenderer.send(channels.setLook, look),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);

// A port cannot pass the context bridge; a message of the window to itself can carry it. "/" is the page's own origin: should
// another page have taken its place by then, it gets nothing.
ipcRenderer.on(channels.port, (event) => window.postMessage(portMessage, '/', [...event.ports]));
