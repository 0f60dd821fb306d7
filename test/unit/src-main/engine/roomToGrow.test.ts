import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { startWithRoom, takeRoomBack } from '../../../../src-main/engine/threads/roomToGrow';

const source = '(() => 1)()';
const code = new Script(source).createCachedData();
let fileCount = 0;

/** Under a new name each time: V8 remembers scripts that it has compiled, and looks at no code for them. */
function isRefused(): boolean | undefined {
  return new Script(source, { filename: `room-${fileCount++}.js`, cachedData: code }).cachedDataRejected;
}

test('once a thread has taken its room back, compiled code is taken again', () => {
  expect(isRefused()).toBe(false);
  expect(startWithRoom(isRefused)).toBe(true);
  takeRoomBack();
  expect(isRefused()).toBe(false);
});

test('where no thread could be started, nobody else has to', () => {
  const start = () => {
    throw new Error('No thread');
  };
  expect(() => startWithRoom(start)).toThrow('No thread');
  expect(isRefused()).toBe(false);
});
