import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createCodec } from '../../../src-contract/wire/codec';

/**
 * Calls a method of the Engine over a WebSocket of the page's own, with a hand-made message: so also one that the program
 * itself would never send. Rejects with the name of the Error, or the code with which the connection was closed.
 */
export async function callEngine(page: Page, method: string, argument: unknown): Promise<unknown> {
  const codec = createCodec();
  const call = { id: 'call-1', type: 'APPLY', path: [method], argumentList: [{ type: 'RAW', value: argument }] };
  const frame = [...codec.encode({ kind: 'call', call })];
  const session = randomBytes(16).toString('hex');
  const bytes = await page.evaluate(
    ({ frame, session }) =>
      new Promise<number[]>((resolve, reject) => {
        const socket = new WebSocket(new URL(`./engine?session=${session}`, location.href.replace(/^http/, 'ws')));
        socket.binaryType = 'arraybuffer';
        socket.onopen = () => socket.send(new Uint8Array(frame));
        socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
          resolve([...new Uint8Array(event.data)]);
          socket.close(1000);
        };
        socket.onclose = (event) => reject(new Error(`closed with ${event.code}`));
      }),
    { frame, session },
  );
  const answer = codec.decode(new Uint8Array(bytes)) as { readonly message: Readonly<Record<string, unknown>> };
  const { type, value } = answer.message;
  if (type !== 'HANDLER') return value;
  const thrown = value as { readonly value: { readonly name: string; readonly message: string } };
  throw new Error(`${thrown.value.name}: ${thrown.value.message}`);
}
