import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { writeLarge } from './startedEngine';

const worker = builtWorker();
const script = fileURLToPath(new URL('closedMemory.mjs', import.meta.url));

test('what a dump took up is given back when it is closed, though no thread has anything to do', () => {
  // Below a million slices: from there on stretches are made, in a memory of WebAssembly that is used again, not given back.
  const trace = writeLarge(temporaryFolder(), 'trace.json', 950_000);
  const printed = execFileSync(process.execPath, [script, worker.engineUrl.href, trace], { encoding: 'utf8' });
  const { indexBytes, openBytes, closedBytes } = JSON.parse(printed) as Record<string, number>;
  expect(indexBytes).toBeGreaterThan(25e6);
  expect(openBytes - closedBytes).toBeGreaterThan(0.6 * indexBytes);
}, 60_000);
