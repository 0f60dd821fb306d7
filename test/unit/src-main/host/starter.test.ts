import { afterEach, expect, test, vi } from 'vitest';
import { tellStarter } from '../../../../src-main/host/starter';

const own = { send: process.send, connected: process.connected };
afterEach(() => {
  Object.assign(process, own);
});

test('the command that started us is told, and waited for until it is', async () => {
  const send = vi.fn((_message: unknown, _handle: unknown, _options: unknown, done: () => void) => setTimeout(done, 5));
  Object.assign(process, { send, connected: true });
  let isSent = false;
  const sent = tellStarter('passed-on').then(() => {
    isSent = true;
  });
  expect(isSent).toBe(false);
  await sent;
  expect(send.mock.calls[0]?.[0]).toBe('passed-on');
});

test('without a command, or when it is gone, nobody is', async () => {
  Object.assign(process, { send: undefined, connected: false });
  await tellStarter('shown');
  const send = vi.fn();
  Object.assign(process, { send, connected: false });
  await tellStarter('shown');
  expect(send).not.toHaveBeenCalled();
});
