import { expect, test } from 'vitest';
import { Thread, ThreadDiedError } from '../../../../src-main/engine/threads/thread';
import { builtWorker } from '../../../fixtures/builtWorker';

const { url } = builtWorker();

test('a thread that is being ended counts as dead at once: nobody gives it anything more to do', async () => {
  const thread = new Thread(url);
  await thread.call((api) => api.discover([]));
  // Its answer may come before it has ended.
  const asked = thread.call((api) => api.discover([])).catch((error: unknown) => error);
  const ended = thread.stop();
  expect(thread.isAlive).toBe(false);
  await expect(thread.call((api) => api.discover([]))).rejects.toThrow(ThreadDiedError);
  expect(await asked).toBeInstanceOf(ThreadDiedError);
  await ended;
});
