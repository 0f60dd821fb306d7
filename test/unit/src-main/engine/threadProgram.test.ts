import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { PLAIN_START } from '../../../../src-main/engine/threads/threadStart';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';

const built = builtWorker();

/** A program beside what starts it, as in the build. */
function drawnProgram(body: string): ThreadProgram {
  const folder = temporaryFolder();
  copyFileSync(new URL('compiledMain.cjs', built.url), join(folder, 'compiledMain.cjs'));
  writeFileSync(join(folder, 'worker.cjs'), body);
  return new ThreadProgram(pathToFileURL(join(folder, 'worker.cjs')));
}

function firstWord(worker: Worker): Promise<unknown> {
  onTestFinished(() => void worker.terminate());
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', resolve);
  });
}

test('a program that is compiled once runs in each thread, knows its place, and is not loaded again by what it loads', async () => {
  const program = drawnProgram(`const { parentPort, workerData } = require('node:worker_threads');
    exports.runs = (globalThis.runs ?? 0) + 1;
    globalThis.runs = exports.runs;
    const again = require('./worker.cjs');
    parentPort.postMessage([__filename, workerData.readableRoots, again === exports, globalThis.runs]);`);
  const path = program.url.pathname;
  for (const root of ['/a', '/b']) {
    const said = await firstWord(program.newWorker({ readableRoots: [root] }, {}));
    expect(said).toEqual([path, [root], true, 1]);
  }
});

test('code of a thread that has worked is kept for the next process, of that program alone', async () => {
  const body = `const { parentPort, workerData } = require('node:worker_threads');
    const late = (x) => x.map((own) => own + 1);
    late([1]);
    parentPort.postMessage(workerData.program.codeNow());`;
  const { url } = drawnProgram(body);
  const codeFolder = temporaryFolder();
  const first = new ThreadProgram(url, codeFolder);
  expect(first.isCodeWanted).toBe(false);
  const code = (await firstWord(first.newWorker(PLAIN_START, {}))) as Uint8Array;
  expect(first.isCodeWanted).toBe(true);
  first.keepCode(code);
  expect(first.isCodeWanted).toBe(false);
  const next = new ThreadProgram(url, codeFolder);
  expect(await firstWord(next.newWorker(PLAIN_START, {}))).toBeInstanceOf(Uint8Array);
  expect(next.isCodeWanted).toBe(false);
  const changed = drawnProgram(body.replace('+ 1', '+ 2'));
  const other = new ThreadProgram(changed.url, codeFolder);
  await firstWord(other.newWorker(PLAIN_START, {}));
  expect(other.isCodeWanted).toBe(true);
});

test('an error in it names the file and the line', async () => {
  const program = drawnProgram('\n\nthrow new Error("broken");');
  const error = (await firstWord(program.newWorker(PLAIN_START, {}))) as Error;
  expect(error.message).toBe('broken');
  expect(error.stack).toContain(`${program.url.pathname}:3:`);
});

test('a thread whose program can’t be read ends with an error', async () => {
  const program = new ThreadProgram(pathToFileURL(join(temporaryFolder(), 'worker.cjs')));
  expect(await firstWord(program.newWorker(PLAIN_START, {}))).toMatchObject({ code: 'MODULE_NOT_FOUND' });
});

test('V8 takes what it compiled for all', async () => {
  const program = drawnProgram(`const { parentPort, workerData } = require('node:worker_threads');
    const { Script } = require('node:vm');
    const { path, source, cachedData } = workerData.program;
    parentPort.postMessage(new Script(source, { filename: path, cachedData }).cachedDataRejected);`);
  expect(await firstWord(program.newWorker(PLAIN_START, {}))).toBe(false);
});

test('large parts that are loaded later, and by one another, are compiled by the first thread to do so, and the others have their code', async () => {
  const program = drawnProgram(`const { parentPort, workerData } = require('node:worker_threads');
    const { Script } = require('node:vm');
    const { slots } = workerData.program.partCode;
    const headers = slots.map((shared) => new Int32Array(shared, 0, 4));
    const there = headers.filter((header) => header[1] === 1).length;
    const part = require('./chunks/part.cjs');
    const isRejected = (own) => {
      const slot = slots.findIndex((shared, at) => Buffer.from(shared, 16, headers[at][2]).toString() === own.name);
      const cachedData = new Uint8Array(slots[slot], 512, headers[slot][3]);
      return new Script(own.source, { filename: own.path, cachedData }).cachedDataRejected;
    };
    const isSame = part === require('./chunks/part.cjs');
    parentPort.postMessage([there, part.word, isSame, isRejected(part), isRejected(part.other)]);`);
  const folder = join(program.url.pathname, '..', 'chunks');
  mkdirSync(folder);
  // Each tells what it was compiled from; one itself requires the program, and the other one.
  const told = `exports.path = __filename;
    exports.name = require('node:path').basename(__filename);
    exports.source = '(function (exports, require, module, __filename, __dirname) { ' + require('node:fs').readFileSync(__filename, 'utf8') + '\\n})';
    // ${'.'.repeat(300_000)}`;
  writeFileSync(join(folder, 'other.cjs'), told);
  writeFileSync(
    join(folder, 'part.cjs'),
    `const program = require('../worker.cjs');
    exports.word = 'part of ' + typeof program;
    exports.other = require('./other.cjs');
    ${told}`,
  );
  expect(await firstWord(program.newWorker(PLAIN_START, {}))).toEqual([0, 'part of object', true, false, false]);
  expect(await firstWord(program.newWorker(PLAIN_START, {}))).toEqual([2, 'part of object', true, false, false]);
});

test('code of large parts is kept for the next process a moment after they were loaded, by what they are', async () => {
  const { url } = drawnProgram(`const { parentPort } = require('node:worker_threads');
    const { readdirSync } = require('node:fs');
    const name = readdirSync(__dirname + '/chunks').at(-1);
    parentPort.postMessage(require('./chunks/' + name).word);
    parentPort.on('message', () => {});`);
  const folder = join(url.pathname, '..', 'chunks');
  mkdirSync(folder);
  const codeFolder = temporaryFolder();
  const kept = () => readdirSync(codeFolder).filter((name) => name.startsWith('part.cjs-'));
  const saysWith = async (name: string, word: string) => {
    writeFileSync(join(folder, name), `exports.word = '${word}'; // ${'.'.repeat(300_000)}`);
    expect(await firstWord(new ThreadProgram(url, codeFolder).newWorker(PLAIN_START, {}))).toBe(word);
  };
  await saysWith('part-0000-000.cjs', 'one');
  await expect.poll(kept, { timeout: 5000 }).toHaveLength(1);
  await saysWith('part-0000-000.cjs', 'one');
  await saysWith('part-1111_111.cjs', 'two');
  await expect.poll(kept, { timeout: 5000 }).toHaveLength(2);
});

test('a build is told from another by what it is', () => {
  const [one, other, same] = ['1;', '2;', '1;'].map((body) => drawnProgram(body).fingerprint);
  expect(one).not.toBe(other);
  expect(one).toBe(same);
  expect(new ThreadProgram(new URL('file:///no/such/worker.cjs')).fingerprint).toBe('');
});
