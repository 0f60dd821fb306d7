import { type IpcMainEvent, MessageChannelMain } from 'electron';
import { channels } from '../../src-contract/wire/electronBridge';
import type { ClientEngine } from '../host/clientEngine';
import { exposeEngine } from '../host/exposeEngine';

/**
 * Gives the window that asked a port to the Engine. It lasts until the window is closed or loads its page anew; then
 * the dumps it opened are closed.
 */
export function sendEnginePort(event: IpcMainEvent, client: ClientEngine): void {
  const { port1, port2 } = new MessageChannelMain();
  const calls = exposeEngine(client.engine, (_id, message) => port1.postMessage(message));
  port1.on('message', ({ data }) => {
    if (!calls.receive(data)) port1.close();
  });
  port1.once('close', () => void client.dispose());
  port1.start();
  event.sender.postMessage(channels.port, undefined, [port2]);
}
