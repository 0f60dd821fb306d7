/** The browser host as it is built, in a process of its own: what no part of it can show by itself. */
import { expect, test } from 'vitest';
import { engineMethodNames } from '../../../../src-contract/wire/engineMethods';
import { startBuiltHost } from '../../../fixtures/builtHost';
import { builtWorker } from '../../../fixtures/builtWorker';
import { enter, HostCalls } from '../../../fixtures/hostCalls';
import { temporaryFolder } from '../../../fixtures/indexed';

builtWorker();

test('wrong arguments are refused, and the host goes on', async () => {
  const host = await startBuiltHost(['--root', temporaryFolder()]);
  const calls = await HostCalls.connect(await enter(host.address));
  await expect(calls.call('open', new Uint8Array(4))).rejects.toMatchObject({
    name: 'WrongArgumentError',
    message: 'open can’t be done: argument 1 has to be a list of at most 10,000 items.',
  });
  for (const method of engineMethodNames) {
    const args = [new Float64Array(2), [null], { dump: 3 }, -1, 'x'];
    await expect(calls.call(method, ...args), method).rejects.toMatchObject({ name: 'WrongArgumentError' });
  }
  await expect(calls.call('host')).resolves.toMatchObject({ kind: 'browser' });
  expect(host.isRunning()).toBe(true);
});

test('a rejection that nobody waits for is reported, and ends nothing', async () => {
  const rejecting = 'process.on(`SIGUSR2`,()=>Promise.reject(new%20Error(`odd%1b]0;`)))';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${rejecting}` };
  const host = await startBuiltHost(['--root', temporaryFolder()], { env });
  host.process.kill('SIGUSR2');
  await expect.poll(() => host.output()).toContain('Tracelane goes on (Error: odd\\u001b]0;)');
  expect(host.isRunning()).toBe(true);
});
