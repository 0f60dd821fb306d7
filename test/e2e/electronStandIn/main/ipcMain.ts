import { strict } from '../strict';

type Handler = (event: object, ...args: readonly unknown[]) => unknown;

const listeners = new Map<string, Handler[]>();
const handlers = new Map<string, Handler>();

export const ipcMain = strict('ipcMain', {
  on(channel: string, listener: Handler) {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcMain;
  },
  handle(channel: string, handler: Handler) {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
});

export function deliverSend(channel: string, event: object, args: readonly unknown[]): void {
  for (const listener of listeners.get(channel) ?? []) listener(event, ...args);
}

/** Rejects with what `ipcRenderer.invoke` rejects with: of an error only its text goes to the page. */
export async function deliverInvoke(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
  try {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await handler(event, ...args);
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${error}`);
  }
}
