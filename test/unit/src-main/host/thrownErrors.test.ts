import { transferHandlers } from 'comlink';
import { expect, test } from 'vitest';
import { reason } from '../../../../src-contract/reasons';
import { createCodec } from '../../../../src-contract/wire/codec';
import { notSaved } from '../../../../src-main/base/ownFiles';
import { exposeEngine } from '../../../../src-main/host/exposeEngine';
import { noticeOfError } from '../../../../src-renderer/ui/notices/noticeOfError';
import { notice } from '../../../../src-worker/files/notices';
import { OutsideRootsError } from '../../../../src-worker/files/readable';
import { systemReason } from '../../../../src-worker/files/systemReason';
import { TableError } from '../../../../src-worker/tables/tableError';
import { fakeEngine } from '../../../fixtures/fakeEngine';

/** What a window gets where the Engine throws this. */
async function arrived(error: Error): Promise<unknown> {
  const codec = createCodec();
  const engine = fakeEngine({ host: () => Promise.reject(error) });
  const answer = await new Promise<unknown>((resolve) => {
    const calls = exposeEngine(engine, (_id, message) => resolve(codec.decode(codec.encode(message))));
    calls.receive({ id: '1', type: 'APPLY', path: ['host'], argumentList: [] });
  });
  try {
    return transferHandlers.get('throw')?.deserialize((answer as { readonly value: unknown }).value);
  } catch (thrown) {
    return thrown;
  }
}

test('an error that is a sentence arrives as one, with its place and its reason', async () => {
  const why = reason('json-byte', { found: '0x00' });
  const said = notice('table-not-json', 'error', {}, { path: '/dump/op.json', byteOffset: 7, reason: why });
  const error = await arrived(new TableError(said));
  expect(error).toMatchObject({ name: 'TableError', message: expect.stringContaining('/dump/op.json, byte 7') });
  expect(noticeOfError(error)).toEqual(said);
});

test('what could not be saved says so, with its name and the reason', async () => {
  const error = await arrived(notSaved('settings.json', Object.assign(new Error(''), { code: 'ENOSPC' })));
  expect(noticeOfError(error)).toMatchObject({
    code: 'NotSavedError',
    message: 'settings.json could not be saved: the disk is full.',
    params: { name: 'settings.json' },
    reason: { id: 'disk-full' },
  });
});

test('the reason of an error from another thread is not lost', async () => {
  expect(systemReason(await arrived(new OutsideRootsError('/etc')))).toEqual(
    reason('leads-outside', { target: '/etc' }),
  );
});

test('an error that is nothing more is what it was', async () => {
  const error = await arrived(Object.assign(new Error('The dump is not open'), { name: 'DumpClosedError' }));
  expect(noticeOfError(error)).toEqual({ code: 'DumpClosedError', message: 'The dump is not open', params: {} });
});
