import { expect, test } from 'vitest';
import { runUserCommand } from '../../../../src-main/watch/userCommand';

const never = new AbortController().signal;
const onPosix = test.skipIf(process.platform === 'win32');

onPosix('what it has to know stands in its environment, whatever is in it', async () => {
  const reason = 'a"; exit 7; $(exit 8) `exit 9`';
  await expect(runUserCommand(`test "$REASON" = '${reason}'`, { REASON: reason }, never)).resolves.toMatchObject({
    en: expect.stringContaining('ended without an error'),
    zh: expect.stringContaining('正常结束'),
  });
});

onPosix('how it failed is said', async () => {
  await expect(runUserCommand('exit 7', {}, never)).rejects.toThrow('exit code 7');
  await expect(runUserCommand('kill -TERM $$', {}, never)).rejects.toThrow('SIGTERM');
});

onPosix('one that takes too long is ended, with what it has started', async () => {
  await expect(runUserCommand('sleep 100 & sleep 100', {}, never, 50)).rejects.toThrow('took longer than 0.05 s');
});

onPosix('who stops watching ends it', async () => {
  const stop = new AbortController();
  const running = runUserCommand('sleep 100', {}, stop.signal);
  setTimeout(() => stop.abort(), 30);
  await expect(running).rejects.toThrow('SIGTERM');
});
