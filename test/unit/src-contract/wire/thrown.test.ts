import { transferHandlers } from 'comlink';
import { expect, test } from 'vitest';
import { reason, reasonOf } from '../../../../src-contract/reasons';
import { withNotices } from '../../../../src-contract/wire/thrown';

const handler = withNotices(transferHandlers.get('throw') as unknown as Parameters<typeof withNotices>[0]);

/** What arrives at the other end of a port. */
function sent(value: unknown): unknown {
  const [message, transferables] = handler.serialize({ value });
  expect(transferables).toEqual([]);
  try {
    return handler.deserialize(structuredClone(message));
  } catch (error) {
    return error;
  }
}

test('an error arrives with its sentence and why it failed, and with nothing else of its own', () => {
  const notice = { code: 'file-unreadable', severity: 'error', params: { count: 3 } };
  const error = Object.assign(new TypeError('can’t be read'), {
    notice,
    reason: reason('disk-failed'),
    secret: '/home/me',
  });
  const arrived = sent(error) as Error & { readonly notice: unknown };
  expect([arrived.name, arrived.message]).toEqual(['TypeError', 'can’t be read']);
  expect(arrived.notice).toEqual(notice);
  expect(reasonOf(arrived)).toEqual({ id: 'disk-failed', params: {} });
  expect(Object.hasOwn(arrived, 'secret')).toBe(false);
});

test('one that says nothing of why, and what is no error, arrive as they are', () => {
  const arrived = sent(new RangeError('too far')) as Error;
  expect([arrived.name, arrived.message, 'notice' in arrived, 'reason' in arrived]).toEqual([
    'RangeError',
    'too far',
    false,
    false,
  ]);
  expect([sent('text'), sent(7), sent(undefined), sent({ notice: 1 })]).toEqual(['text', 7, undefined, { notice: 1 }]);
});
