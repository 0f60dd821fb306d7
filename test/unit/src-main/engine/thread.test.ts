import { expect, test } from 'vitest';
import { Thread, ThreadDiedError } from '../../../../src-main/engine/threads/thread';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { builtWorker } from '../../../fixtures/builtWorker';

const { url } = builtWorker();

test('a thread that is being ended counts as dead at once: nobody gives it anything more to do', async () => {
  const thread = new Thread(new ThreadProgram(url));
  await thread.call((api) => api.discover([], []));
  // Its answer may come before it has ended.
  const asked = thread.call((api) => api.discover([], [])).catch((error: unknown) => error);
  const ended = thread.stop();
  expect(thread.isAlive).toBe(false);
  await expect(thread.call((api) => api.discover([], []))).rejects.toThrow(ThreadDiedError);
  expect(await asked).toBeInstanceOf(ThreadDiedError);
  await ended;
});

test('a thread whose answer can’t be taken in is dead, and nobody waits for it', async () => {
  // Deeper than this thread's stack can take in; the thread that sends it has four times as much.
  const thread = new Thread(
    new ThreadProgram(
      new URL(`data:text/javascript,
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => {
        for (let depth = 1 << 17, isSent = false; !isSent; depth = Math.floor(depth * 0.9)) {
          let value = [];
          for (let level = 0; level < depth; level++) value = [value];
          try { parentPort.postMessage(value); isSent = true; } catch (error) { if (!(error instanceof RangeError)) throw error; }
        }
      });`),
    ),
  );
  const death = await thread.call((api) => api.discover([], [])).catch((error: unknown) => error);
  expect(death).toBeInstanceOf(ThreadDiedError);
  expect(death).toMatchObject({ deathCause: 'message' });
  expect(thread.isAlive).toBe(false);
});
