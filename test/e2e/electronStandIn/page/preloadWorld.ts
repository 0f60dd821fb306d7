/** What surrounds a preload script in a page: `require('electron')` with the renderer's part, as a sandboxed script has it. */
import { createTextCodec, type FromPage, pageNames, type ToPage } from '../messages';
import { strict } from '../strict';
import { acrossTheBridge } from './acrossTheBridge';
import { pathOfFile, watchDrops } from './droppedPaths';

type Preload = (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void;
type Listener = (event: unknown, ...args: readonly unknown[]) => void;
/** `FromPage` without what all of them have. */
type Outgoing = FromPage extends infer Message ? (Message extends FromPage ? Omit<Message, 'document'> : never) : never;

declare global {
  interface Window {
    [pageNames.send]?: (text: string) => Promise<void>;
    [pageNames.receive]?: (text: string) => void;
  }
}

/** Runs the preload script in the page's main frame, before any script of the page. */
export function start(preload: Preload): void {
  const deliver = window[pageNames.send];
  if (window.top !== window || window.location.href === 'about:blank' || deliver === undefined) return;
  const document = crypto.randomUUID();
  const codec = createTextCodec<FromPage, ToPage>();
  // It resolves in the page that sent it, or never, when that has gone.
  const send = (message: Outgoing): void => void deliver(codec.encode({ ...message, document } as FromPage));

  const listeners = new Map<string, Set<Listener>>();
  const invocations = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  const ports = new Map<number, MessagePort>();

  const openPort = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.onmessage = ({ data, ports: transferred }) => {
      if (transferred.length > 0) throw new Error('The stand-in for electron carries no ports from a page');
      send({ kind: 'port-message', port: id, data });
    };
    port1.addEventListener('close', () => {
      if (ports.delete(id)) send({ kind: 'port-closed', port: id });
    });
    return port2;
  };

  const receive = (message: ToPage): void => {
    if (message.document !== document) return;
    switch (message.kind) {
      case 'send': {
        const event = strict('IpcRendererEvent', { sender: ipcRenderer, ports: message.ports.map(openPort) });
        for (const listener of [...(listeners.get(message.channel) ?? [])]) listener(event, ...message.args);
        return;
      }
      case 'invoked':
        invocations.get(message.id)?.resolve(message.value);
        return;
      case 'invoke-failed':
        invocations.get(message.id)?.reject(new Error(message.message));
        return;
      case 'port-message':
        ports.get(message.port)?.postMessage(message.data);
        return;
      case 'port-closed':
        ports.get(message.port)?.close();
        ports.delete(message.port);
        return;
    }
  };

  let invocationCount = 0;
  const ipcRenderer = strict('ipcRenderer', {
    // Throws, as in Electron, for what cannot be cloned.
    send: (channel: string, ...args: readonly unknown[]) =>
      send({ kind: 'send', channel, args: structuredClone(args) }),
    invoke: (channel: string, ...args: readonly unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++invocationCount;
        invocations.set(id, { resolve, reject });
        send({ kind: 'invoke', id, channel, args: structuredClone(args) });
      }),
    on(channel: string, listener: Listener) {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  });

  const contextBridge = strict('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (key in window)
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`);
      Object.defineProperty(window, key, { value: acrossTheBridge(api), enumerable: true });
    },
  });
  const electron = strict('electron', {
    ipcRenderer,
    contextBridge,
    webUtils: strict('webUtils', { getPathForFile: pathOfFile }),
  });

  Object.defineProperty(window, pageNames.receive, { value: (text: string) => receive(codec.decode(text)) });
  watchDrops();
  send({ kind: 'begin', url: window.location.href });
  try {
    const module = { exports: {} };
    preload(requireInSandbox(electron), module, module.exports);
  } catch (error) {
    send({ kind: 'preload-error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    send({ kind: 'painted' });
  }).observe({ type: 'paint', buffered: true });
}

/** A sandboxed preload script has `electron`, and of Node only `events`, `timers` and `url`, which ours does not use. */
function requireInSandbox(electron: object): (name: string) => unknown {
  return (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
}
