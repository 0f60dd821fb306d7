import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { startCompilingItself, takeCompilingBack } from '../../../../src-main/engine/threads/ownCompiling';

/** Answers whether V8's threads compile for this one. */
const ASKING = `
  const { setFlagsFromString } = require('node:v8');
  setFlagsFromString('--allow-natives-syntax');
  const isHelped = new Function('return %IsConcurrentRecompilationSupported()')();
  setFlagsFromString('--no-allow-natives-syntax');
  require('node:worker_threads').parentPort.postMessage(isHelped);
`;

/** Of a thread that is started like this. */
async function isHelped(start: (make: () => Worker) => Worker): Promise<boolean> {
  const thread = start(() => new Worker(ASKING, { eval: true }));
  const [answer] = await once(thread, 'message');
  // A thread that is one of the program's does this itself.
  takeCompilingBack();
  return answer;
}

test('where cores are few the thread compiles for itself, and those that start later are helped again', async () => {
  expect(await isHelped((make) => startCompilingItself(make, 2))).toBe(false);
  expect(await isHelped((make) => make())).toBe(true);
});

test('where there are enough of them it is helped', async () => {
  expect(await isHelped((make) => startCompilingItself(make, 8))).toBe(true);
});

test('where no thread could be started, others are helped', async () => {
  const start = () => {
    throw new Error('No thread');
  };
  expect(() => startCompilingItself(start, 2)).toThrow('No thread');
  expect(await isHelped((make) => make())).toBe(true);
});
