import type { MessagePort, Worker } from 'node:worker_threads';
import type { Endpoint } from 'comlink';

/** A worker thread, or the port to its parent, as comlink wants it (its own adapter for Node has no types to import). */
export function nodeEndpoint(port: Worker | MessagePort): Endpoint {
  const listeners = new WeakMap<object, (data: unknown) => void>();
  return {
    postMessage: (message, transferList) => port.postMessage(message, transferList as ArrayBuffer[]),
    addEventListener: (_type, listener) => {
      const onMessage = (data: unknown) => {
        const event = { data } as MessageEvent;
        if ('handleEvent' in listener) listener.handleEvent(event);
        else listener(event);
      };
      port.on('message', onMessage);
      listeners.set(listener, onMessage);
    },
    removeEventListener: (_type, listener) => {
      const onMessage = listeners.get(listener);
      if (onMessage) port.off('message', onMessage);
      listeners.delete(listener);
    },
  };
}
