import { type IpcMainEvent, MessageChannelMain } from 'electron';
import { channels } from '../../src-contract/wire/electronBridge';
import type { ClientEngine } from '../host/clientEngine';
import { exposeEngine } from '../host/exposeEngine';

/**
 * Gives the window that asked a port to the Engine. It lasts until the window is closed, loads its page anew or has lost its
 * process; `onClosed` is called then.
 */
export function sendEnginePort(event: IpcMainEvent, client: ClientEngine, onClosed: () => void): void {
  const { port1, port2 } = new MessageChannelMain();
  const calls = exposeEngine(client.engine, (_id, message) => port1.postMessage(message));
  port1.on('message', ({ data }) => {
    if (calls.receive(data)) return;
    port1.close();
    onClosed();
  });
  port1.once('close', onClosed);
  port1.start();
  event.sender.postMessage(channels.port, undefined, [port2]);
}
